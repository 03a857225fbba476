// A rule in JavaScript, run by the engine: `next(view)` with the view of a heuristic (include/starport/heuristic.h; the names
// are those of Python's, docs/python.md). It answers a worker's number, [worker, amount], "wait", ["wait", date] or "done".
// What goes wrong is kept in `fault`, {decision, line, text}, and fails the run.
const workerFields = ["c", "w", "latency", "room_at", "idle_at", "memory", "assigned", "done", "buffer", "held", "movable", "result", "owed"];
const viewFields = ["now", "deadline", "port", "remaining", "coming", "port_free", "weight", "workers"];
const VIEW = 8, FIRST_LINE = 2; // numbers before those of the workers; lines that new Function puts before the text
// What a rule does not have: it is a function of the view alone.
const absent = ["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "postMessage", "self", "globalThis", "Date", "performance", "setTimeout"];

// An object that says so when it is asked for what it does not have, or is changed.
function guarded(object, what) {
  return new Proxy(object, {
    get(of, key) {
      if (typeof key === "symbol" || key in of)
        return of[key];
      const near = Object.keys(of).find((name) => name.startsWith(key) || key.startsWith(name) || name.replace(/_/g, "") === key.replace(/_/g, "").toLowerCase());
      throw new TypeError(`${what} has no ${key}; ${near ? `did you mean ${near}?` : `it has ${Object.keys(of).join(", ")}`}`);
    },
    set(of, key) {
      throw new TypeError(`${key} of ${what} cannot be set: a rule only reads`);
    },
  });
}
function readView(heap, at, m) {
  const value = (k) => heap[at + k], workers = [];
  for (let i = 0; i < m; i++) {
    const from = at + VIEW + workerFields.length * i;
    workers.push(guarded(Object.fromEntries([["number", i + 1], ...workerFields.map((name, k) => [name, heap[from + k]])]), "a worker"));
  }
  return guarded({ now: value(0), deadline: value(1), port: value(2) ? "in" : "out", remaining: value(3), coming: value(4),
    port_free: [value(5), value(6)], weight: value(7), workers }, "view");
}

class Rule {
  fault = null;
  decisions = 0;
  #next = null;
  #lines = [];
  // Evaluates the text; false: it cannot begin.
  start(source) {
    this.#lines = source.split("\n");
    this.#next = null;
    const calm = Object.create(null, Object.getOwnPropertyDescriptors(Math));
    delete calm.random;
    try {
      this.#next = new Function(...absent, "Math", `"use strict"; ${source}\nif (typeof next !== "function") throw new TypeError("there is no function next(view)");\nreturn next;\n//# sourceURL=rule.js`)
        .call(undefined, ...absent.map(() => undefined), guarded(calm, "Math"));
    } catch (error) {
      this.#fail(error);
    }
    return Boolean(this.#next);
  }
  // The answer as numbers: verb, worker, amount, until.
  next(heap, at, m) {
    this.decisions++;
    try {
      return this.#read(this.#next(readView(heap, at, m)), m);
    } catch (error) {
      this.#fail(error);
      return [-1, 0, 0, 0];
    }
  }
  #read(answer, m) {
    const [what, much] = Array.isArray(answer) ? answer : [answer, 1];
    if (what === "wait" && (!Array.isArray(answer) || typeof much === "number" && !Number.isNaN(much)))
      return [1, 0, 0, Array.isArray(answer) ? much : 0];
    if (answer === "done")
      return [2, 0, 0, 0];
    if (Number.isInteger(what) && what >= 1 && what <= m && typeof much === "number" && !Number.isNaN(much))
      return [0, what, much, 0];
    const shown = answer === undefined ? "nothing" : typeof answer === "object" && answer && !Array.isArray(answer) ? "an object" : JSON.stringify(answer) ?? String(answer);
    const error = new TypeError(`next returned ${shown}, expected a worker's number from 1 to ${m}, [worker, amount], "wait", ["wait", date] or "done"`);
    const returns = this.#lines.flatMap((line, k) => /\breturn\b/.test(line.replace(/\/\/.*/, "")) ? [k + 1] : []);
    throw Object.assign(error, { line: returns.length === 1 ? returns[0] : null });
  }
  #fail(error) {
    const [, line] = /rule\.js:(\d+)/.exec(error.stack || "") || [], k = error.line !== undefined ? error.line : line ? line - FIRST_LINE : null;
    this.fault ||= { decision: this.decisions, line: k >= 1 && k <= this.#lines.length ? k : null, text: error.message };
  }
}
