// Starts the page: its address holds the star and the heuristics, and what it shows follows its address.
"use strict";

function setAddress() {
  history.replaceState(null, "", `#${new URLSearchParams({ star: state.star, h: state.methods, ...ruleAddress(), ...graphAddress() })}`);
}
// A star of the address, and a graph or network; false: there is no star.
function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.get("graph"))
    useGraph({ kind: address.get("kind"), text: address.get("graph"), ...Object.fromEntries(graphFields.map((field) => [field, address.get(field)])) });
  if (address.get("rule"))
    useLinkedRule(address.get("rule-name") || "mine", address.get("rule"));
  if (!address.get("star"))
    return false;
  useLink(address.get("star"), address.get("h") || "");
  return true;
}

// ---- Tabs: on a wide page one of them is open; on a phone each is a line that opens and closes.

const tabs = [...document.querySelectorAll(".tab")];
function openTab(id, closes = false) {
  for (const tab of tabs) {
    const open = tab.id === id && !(closes && tab.classList.contains("open"));
    tab.classList.toggle("open", open);
    tab.querySelector(".fold").setAttribute("aria-expanded", String(open));
    charts.fill($(`tab-${tab.id}`), { "aria-selected": String(open), tabindex: open ? 0 : -1 });
  }
  tryLater();
}
for (const tab of tabs) {
  const { name, words } = tab.dataset, fold = make("button", { type: "button", "class": "fold" }, [name, make("small", {}, `${words} \u203a`)]);
  tab.replaceChildren(make("h2", {}, fold), make("div", { "class": "body" }, [...tab.childNodes]));
  fold.addEventListener("click", () => openTab(tab.id, true));
  const choice = make("button", { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": tab.id }, name);
  choice.addEventListener("click", () => openTab(tab.id));
  $("tabs").append(choice);
}
$("tabs").addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = tabs.findIndex((tab) => tab.classList.contains("open"));
  if (!by)
    return;
  event.preventDefault();
  const next = tabs.at((at + by) % tabs.length).id;
  openTab(next);
  $(`tab-${next}`).focus();
});
function openStep(name) {
  openTab("steps");
  showStepMethods();
  $("steps-method").value = name;
  loadSteps();
  $("steps").scrollIntoView({ block: "nearest" });
}
document.querySelectorAll("[data-open]").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault();
  openTab(link.dataset.open);
  $(link.dataset.open).scrollIntoView();
}));
$("copy-link").addEventListener("click", () => charts.copy(location.href, $("copy-link"), make("span", {}, location.href)));

async function start() { // the page is usable before the families are known
  openTab(innerWidth >= 1000 ? "steps" : "");
  on("input", setAddress);
  if (!readAddress())
    useExample(0);
  addEventListener("hashchange", readAddress);
  await showFamilies();
  if (!$("graph-text").value)
    useGraph(graph_examples[0]);
}
start();
