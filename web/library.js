// What web/rule.c calls: the rule of the page, an object Rule (rule_run.js) that engine.js gives to the program.
mergeInto(LibraryManager.library, {
  rule_start: function (file) {
    return Module["rule"].start(FS.readFile(UTF8ToString(file), { encoding: "utf8" })) ? 0 : 1;
  },
  rule_start__deps: ["$FS"],
  rule_next: function (view, m, answer) {
    HEAPF64.set(Module["rule"].next(HEAPF64, view >> 3, m), answer >> 3);
  },
});
