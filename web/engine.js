// The engine of the explorer's page: calls the program starport as the command line does. It is the text of a Web
// Worker; under node it is a module, which exports call(). The build puts before it `wasm`, the program (WebAssembly,
// gzip, base64), and `starport`, the loader that emscripten writes.
//   message: {id, words: ["run", "--star=..", "--json"], write: {"/plan.json": text}, read: ["/events.csv"]}
//   answer:  {id, code, out, err, ms, files: {"/events.csv": text, or null if there is no such file},
//             rule: {fault, decisions}, of a plug-in in JavaScript (rule_run.js)}
// The first worker compiles the program; {compile: true} is answered by {compiled}, which the others are sent first.
// Each call is a new process: nothing of the one before is left, memory and files included.

let compiled = null;
async function compile() {
  const zipped = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const CANNOT = 4; // the exit code of what cannot go on

async function start() {
  const program = await (compiled ||= compile());
  return starport({
    noInitialRun: true,
    rule: new Rule(),
    thisProgram: "starport",
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, use) => use(new WebAssembly.Instance(program, imports)) ?? {},
  });
}

// The text of a file; null if it cannot be read.
function text_of(process, path) {
  try {
    return process.FS.readFile(path, { encoding: "utf8" });
  } catch {
    return null;
  }
}

async function call({ words, write = {}, read = [] }) {
  const process = await start(), { FS } = process, begin = performance.now();
  FS.ignorePermissions = true; // this C library has no umask
  for (const [path, text] of Object.entries(write))
    FS.writeFile(path, text);
  const outputs = [1, 2].map((fd) => { // as files they are no terminal
    FS.closeStream(fd);
    const path = `/dev/output${fd}`;
    FS.open(path, "w", 0o666, fd, fd);
    return path;
  });
  let code, trap = "";
  try {
    code = process.callMain(words);
  } catch (error) { // out of memory, endless recursion, a bug
    code = CANNOT;
    trap = `starport: ${words[0]}: the engine of this page cannot go on: ${error.message}\n`;
  }
  const ms = performance.now() - begin, [out, err] = outputs.map((path) => text_of(process, path));
  const { fault, decisions } = process.rule;
  return { code, out, err: err + trap, ms, rule: { fault, decisions }, files: Object.fromEntries(read.map((path) => [path, text_of(process, path)])) };
}

if (typeof WorkerGlobalScope === "undefined") {
  globalThis.self ??= { location: { href: "" } }; // where the loader would look for files
  module.exports = call;
} else {
  onmessage = async ({ data }) => {
    if (data.compiled)
      ({ compiled } = data);
    else
      postMessage(data.compile ? { compiled: await (compiled ||= compile()) } : { id: data.id, ...await call(data) });
  };
}
