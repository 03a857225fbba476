// Graphs and networks, in the words of the command line.
"use strict";

const kinds = ["steady", "chain", "loop", "tree", "star", "bus", "hypercube", "switch"];
const solve = newest(other, async () => {
  const kind = $("graph-kind").value, text = $("graph-text").value;
  const answer = await other.call(kind === "steady" ? ["steady", `--graph=${text}`, "--schedule"]
    : ["network", kind, text, "--schedule"]);
  $("graph-answer").textContent = answer.code ? message(answer) : answer.out;
}, (text) => { $("graph-answer").textContent = text; });

function useGraphExample() {
  const example = graph_examples[$("graph-preset").value];
  $("graph-kind").value = example.kind;
  $("graph-text").value = example.text;
  $("graph-lesson").textContent = example.lesson;
  solve();
}

$("graph-kind").append(...kinds.map((kind) => make("option", {}, kind)));
$("graph-preset").append(...graph_examples.map((example, k) =>
  make("option", { value: k }, `${example.kind}: ${example.text.slice(0, 40)}`)));
$("graph-preset").addEventListener("change", useGraphExample);
$("graph-kind").addEventListener("change", solve);
$("graph-text").addEventListener("input", solve);
