// Calls of the engine (engine.js) from the page: commands, one after the other, each engine in a worker of its own.
"use strict";

class Engine {
  #worker = null;
  #waiting = new Map();
  #id = 0;
  #source = URL.createObjectURL(new Blob([$("engine").textContent], { type: "text/javascript" }));

  // Answers {code, out, err, files}; rejects when it is stopped.
  // write: texts of files that the command finds; read: names of files that the answer shall have.
  call(words, read = [], write = {}) {
    if (!this.#worker) {
      this.#worker = new Worker(this.#source);
      this.#worker.onmessage = ({ data }) => {
        this.#waiting.get(data.id).resolve(data);
        this.#waiting.delete(data.id);
      };
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#id, { resolve, reject });
      this.#worker.postMessage({ id: this.#id, words, read, write });
    });
  }
  // Ends what it computes, so that the next call begins at once.
  stop() {
    if (!this.#waiting.size)
      return;
    this.#worker.terminate();
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
        if (error.message !== "stopped")
          failed(error.message);
      }
      clearTimeout(timer);
      timer = 0;
    }
    running = false;
  };
}

// For what shall be drawn at once, what may take long, and what is asked for.
const quick = new Engine(), slow = new Engine(), other = new Engine();
