// Starts the page: its address holds the star and the heuristics, and what it shows follows its address.
"use strict";

function setAddress() {
  history.replaceState(null, "", `#${new URLSearchParams({ star: state.star, h: state.methods, ...graphAddress() })}`);
}
// A star of the address, and a graph or network; false: there is no star.
function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.get("graph"))
    useGraph({ kind: address.get("kind"), text: address.get("graph"), ...Object.fromEntries(graphFields.map((field) => [field, address.get(field)])) });
  if (!address.get("star"))
    return false;
  useLink(address.get("star"), address.get("h") || "");
  return true;
}

async function start() { // the page is usable before the families are known
  on("input", setAddress);
  if (!readAddress())
    useExample(0);
  addEventListener("hashchange", readAddress);
  await showFamilies();
  if (!$("graph-text").value)
    useGraph(graph_examples[0]);
}
start();
