// A browser reads no other file from a page that was opened as a file: there the search shows titles alone.
if (location.protocol === "file:")
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
// "/" goes to the field of the search.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
    return;
  const field = [...document.querySelectorAll("input[name=q]")].find((one) => one.offsetParent);
  if (field) {
    field.focus();
    event.preventDefault();
  }
});
