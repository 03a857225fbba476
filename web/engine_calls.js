// Calls of the engine (engine.js) from the page: commands, one after the other, each engine in a worker of its own.
"use strict";

const engineSource = URL.createObjectURL(new Blob([$("engine").textContent], { type: "text/javascript" }));
let compiled = null; // the promise of the compiled program

// A worker that has the program: the first one compiles it, the others are given it.
async function startWorker() {
  const worker = new Worker(engineSource), first = !compiled;
  if (first)
    compiled = new Promise((resolve) => worker.addEventListener("message", ({ data }) => data.compiled && resolve(data.compiled)));
  worker.postMessage(first ? { compile: true } : { compiled: await compiled });
  return worker;
}

class Engine {
  #worker = null; // its promise
  #waiting = new Map();
  #id = 0;

  // Answers {code, out, err, ms, files}; rejects when it is stopped.
  // write: texts of files that the command finds, beside the rule of the page; read: names of files that the answer shall have.
  call(words, read = [], write = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      this.#waiting.set(id, { resolve, reject });
      const rule = words.some((word) => word.startsWith("--plugin=/")) ? { [`/${state.rule.name}.js`]: state.rule.text } : {};
      this.#start().then((worker) => this.#waiting.has(id) && worker.postMessage({ id, words, read, write: { ...write, ...rule } }));
    });
  }
  #start() {
    return this.#worker ||= startWorker().then((worker) => {
      worker.addEventListener("message", ({ data }) => {
        this.#waiting.get(data.id)?.resolve(data);
        this.#waiting.delete(data.id);
      });
      return worker;
    });
  }
  // Ends what it computes, so that the next call begins at once.
  stop() {
    if (!this.#waiting.size)
      return;
    Promise.all([this.#worker, compiled]).then(([worker]) => worker.terminate());
    this.#worker = null;
    for (const { reject } of this.#waiting.values())
      reject(new Error("stopped"));
    this.#waiting.clear();
  }
}

// The JSON document of a command, or an Error with the command line's message.
async function ask(engine, words) {
  const answer = await engine.call([...words, "--json"]);
  if (answer.code || !answer.out)
    throw new Error(message(answer));
  return JSON.parse(answer.out);
}
function message(answer) {
  return answer.err.trim().replace(/^starport[^:]*: /gm, "") || `exit code ${answer.code}`;
}

// Runs the newest task; those that come while it runs replace one another. What takes longer than
// PATIENCE when a newer one comes is stopped. What goes wrong is said in words by failed(text).
const PATIENCE = 400;
function newest(engine, task, failed) {
  let running = false, next = null, timer = 0;
  return async function run() {
    next = true;
    if (running) {
      timer ||= setTimeout(() => { timer = 0; engine.stop(); }, PATIENCE);
      return;
    }
    running = true;
    while (next) {
      next = null;
      try {
        await task();
      } catch (error) {
        if (error.message === "stopped")
          next = true; // for a newer one, or by another task of the engine
        else
          failed(error.message);
      }
      clearTimeout(timer);
      timer = 0;
    }
    running = false;
  };
}

// For what shall be drawn at once, for heuristics that take long, for the optimum, for the rule of the page, which may never
// end, and for what is asked for.
const quick = new Engine(), patient = new Engine(), prover = new Engine(), ruler = new Engine(), other = new Engine();
