// The rule of the page as a heuristic in C or in Python. A part of JavaScript is translated: let and const, if, while,
// for (const p of view.workers), return, arithmetic, comparisons, Math. What is not stands in the file as a comment, and
// a note says which line it is.
"use strict";

// ---- Reading: {statements} of next(view); throws {line, message}.

const TOKEN = /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_$][\w$]*)|("[^"\n]*"|'[^'\n]*')|(===|!==|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|[-+*\/%<>=!?:;,.(){}[\]])/y;
function tokensOf(text) {
  const tokens = [];
  let line = 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex, found = TOKEN.exec(text);
    if (!found)
      throw { line, message: `'${text[at]}'` };
    const [whole, blank, number, name, string] = found;
    if (!blank)
      tokens.push({ kind: number ? "number" : name ? "name" : string ? "string" : "sign", text: whole, line });
    line += whole.split("\n").length - 1;
  }
  return [...tokens, { kind: "end", text: "the end", line }];
}
const LEVELS = [["||"], ["&&"], ["===", "!==", "==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]];
function parseRule(text) {
  const tokens = tokensOf(text), scopes = [];
  let k = 0;
  const fail = (what = `'${tokens[k].text}'`) => { throw { line: tokens[k].line, message: what }; };
  const is = (one) => tokens[k].text === one && tokens[k].kind !== "string";
  const take = (one) => is(one) && Boolean(++k);
  const need = (one) => take(one) || fail();
  const name = () => tokens[k].kind === "name" ? tokens[k++].text : fail();
  const declare = (one) => {
    if (scopes.some((scope) => scope.has(one)))
      fail(`${one} is the name of two variables`);
    scopes.at(-1).add(one);
    return one;
  };
  const scoped = (read) => { scopes.push(new Set()); const found = read(); scopes.pop(); return found; };

  function primary() {
    const { kind, text: word } = tokens[k];
    if (kind === "number" || kind === "string")
      return k++, { kind, value: kind === "number" ? Number(word) : word.slice(1, -1) };
    if (take("(")) {
      const inner = expression();
      need(")");
      return inner;
    }
    if (take("[")) {
      const items = [expression()];
      while (take(","))
        items.push(expression());
      need("]");
      return { kind: "list", items };
    }
    return { kind: "name", name: name() };
  }
  function postfix() {
    let of = primary();
    for (;;) {
      if (take("."))
        of = { kind: "field", of, name: name() };
      else if (is("[") && take("[")) {
        of = { kind: "item", of, index: expression() };
        need("]");
      } else if (take("(")) {
        const given = [];
        while (!is(")")) {
          given.push(expression());
          if (!take(","))
            break;
        }
        need(")");
        of = { kind: "call", of, given };
      } else
        return of;
    }
  }
  function unary() {
    for (const sign of ["!", "-"])
      if (take(sign))
        return { kind: "unary", sign, of: unary() };
    return postfix();
  }
  function binary(level) {
    if (level === LEVELS.length)
      return unary();
    let left = binary(level + 1);
    for (let sign; (sign = LEVELS[level].find(is));) {
      k++;
      left = { kind: "binary", sign: sign.replace(/^([=!]=)=$/, "$1"), left, right: binary(level + 1) };
    }
    return left;
  }
  function expression() {
    const test = binary(0);
    if (!take("?"))
      return test;
    const yes = expression();
    need(":");
    return { kind: "choice", test, yes, no: expression() };
  }
  function block() {
    if (!take("{"))
      return scoped(() => [statement()].flat());
    return scoped(() => {
      const list = [];
      while (!take("}"))
        list.push(statement());
      return list.flat();
    });
  }
  function declarations() {
    const list = [];
    do {
      const { line } = tokens[k], one = declare(name());
      need("=");
      list.push({ kind: "let", name: one, value: expression(), line });
    } while (take(","));
    return list;
  }
  function statement() {
    const { line } = tokens[k];
    if (take(";"))
      return [];
    if (take("let") || take("const") || take("var")) {
      const list = declarations();
      take(";");
      return list;
    }
    if (take("if")) {
      need("(");
      const test = expression();
      need(")");
      const yes = block();
      return { kind: "if", test, yes, no: take("else") ? block() : [], line };
    }
    if (take("while")) {
      need("(");
      const test = expression();
      need(")");
      return { kind: "while", test, body: block(), line };
    }
    if (take("for")) {
      need("(");
      if (!take("const") && !take("let"))
        fail();
      return scoped(() => {
        const one = declare(name());
        ["of", "view", ".", "workers", ")"].forEach(need);
        return { kind: "for", name: one, body: block(), line };
      });
    }
    if (is("{"))
      return block();
    if (take("return")) {
      const value = expression();
      take(";");
      return { kind: "return", value, line };
    }
    for (const word of ["break", "continue"])
      if (take(word))
        return take(";"), { kind: word, line };
    const one = name(), sign = ["=", "+=", "-=", "*=", "/=", "++", "--"].find(is) || fail();
    k++;
    const value = sign === "++" || sign === "--" ? { kind: "number", value: 1 } : expression();
    take(";");
    if (!scopes.some((scope) => scope.has(one)))
      fail(`${one} is no variable of next`);
    return { kind: "set", name: one, value: sign === "=" ? value : { kind: "binary", sign: sign[0], left: { kind: "name", name: one }, right: value }, line };
  }
  ["function", "next", "(", "view", ")"].forEach(need);
  const body = block();
  if (tokens[k].kind !== "end")
    fail(`'${tokens[k].text}', outside of next(view),`);
  return body;
}

// ---- Writing. Variables are numbers or workers.

const MATHS = { max: ["fmax", "max"], min: ["fmin", "min"], abs: ["fabs", "abs"], floor: ["floor", "math.floor"], ceil: ["ceil", "math.ceil"], sqrt: ["sqrt", "math.sqrt"] };
const RESERVED = new Set(("auto char double enum extern float int long register short signed struct union unsigned void inline and as def del elif except from global is lambda " +
  "None nonlocal not or pass raise True False max min abs math view options state next start self").split(" "));
const safe = (name) => RESERVED.has(name) ? `${name}_` : name;
// Writes for the language `to`: 0 C, 1 Python.
function writerOf(to) {
  const workers = new Set(); // variables that are workers
  let line = 0;
  const fail = (message) => { throw { line, message }; };
  const isWorker = (one) => one.kind === "name" && workers.has(one.name) || one.kind === "item" && isView(one.of, "workers") ||
    one.kind === "choice" && isWorker(one.yes);
  const isView = (one, name) => one.kind === "field" && one.of.kind === "name" && one.of.name === "view" && one.name === name;
  const isNull = (one) => one.kind === "name" && one.name === "null";
  const literal = (value) => to || /[.e]/.test(String(value)) ? String(value) : `${value}.0`;
  function field({ of, name }) {
    if (of.kind === "name" && of.name === "view")
      return ["now", "deadline", "remaining", "coming", "weight"].includes(name) ? to ? `view.${name}` : `view->${name}` : fail(`view.${name}`);
    if (isView(of, "workers") && name === "length")
      return to ? "len(view.workers)" : "(double)view->m";
    if (!isWorker(of) || !["number", "c", "w", "latency", "room_at", "idle_at", "memory", "assigned", "done", "buffer", "held", "movable", "result", "owed"].includes(name))
      fail(`.${name}`);
    const worker = value(of);
    return to ? `${worker}.${name}` : name === "number" ? `(double)(${worker} - view->worker)` : name === "buffer" ? `(${worker}->buffer == LONG_MAX ? INFINITY : (double)${worker}->buffer)`
      : ["held", "movable"].includes(name) ? `(double)${worker}->${name}` : `${worker}->${name}`;
  }
  function call({ of, given }) {
    const name = of.kind === "field" && of.of.name === "Math" ? of.name : fail("a call of a function");
    if (!MATHS[name] || !given.length || given.length > 1 && !["max", "min"].includes(name))
      fail(`Math.${name}`);
    const all = given.map(value);
    return to ? given.length > 1 || !["max", "min"].includes(name) ? `${MATHS[name][1]}(${all.join(", ")})` : all[0]
      : ["max", "min"].includes(name) ? all.reduceRight((last, one) => `${MATHS[name][0]}(${one}, ${last})`) : `${MATHS[name][0]}(${all[0]})`;
  }
  function binary({ sign, left, right }) {
    if (isView(left, "port") && right.kind === "string")
      return to ? `view.port ${sign} "${right.value}"` : `view->port ${sign} ${right.value === "in" ? "SP_IN" : "SP_OUT"}`;
    if (isNull(right) || isNull(left))
      return to ? `${value(isNull(right) ? left : right)} is ${sign === "!=" ? "not " : ""}None` : `${value(left)} ${sign} ${value(right)}`;
    if (sign === "%")
      return `${to ? "math." : ""}fmod(${value(left)}, ${value(right)})`;
    return `${value(left)} ${to ? { "&&": "and", "||": "or" }[sign] || sign : sign} ${value(right)}`;
  }
  // Binary parts in parentheses, so that nothing depends on the languages' precedences.
  function value(one) {
    switch (one.kind) {
    case "number": return literal(one.value);
    case "name": return { Infinity: to ? "math.inf" : "INFINITY", "null": to ? "None" : "NULL", "true": to ? "True" : "true", "false": to ? "False" : "false" }[one.name] ||
      (one.name === "view" || one.name === "undefined" ? fail(one.name) : safe(one.name));
    case "field": return field(one);
    case "item": return isView(one.of, "workers") ? to ? `view.workers[int(${value(one.index)})]` : `(&view->worker[(int)${value(one.index)} + 1])` : fail("an index");
    case "call": return call(one);
    case "unary": return one.sign === "!" ? to ? `(not ${value(one.of)})` : `!${value(one.of)}` : `-${value(one.of)}`;
    case "binary": return `(${binary(one)})`;
    case "choice": return to ? `(${value(one.yes)} if ${value(one.test)} else ${value(one.no)})` : `(${value(one.test)} ? ${value(one.yes)} : ${value(one.no)})`;
    default: return fail(one.kind === "string" ? `"${one.value}"` : "a list");
    }
  }
  const bare = (one) => { const text = value(one); return one.kind === "binary" && /^\(/.test(text) ? text.slice(1, -1) : text; };
  function answer(one) {
    const [what, much] = one.kind === "list" ? one.items : [one];
    if (to)
      return what.kind === "string" ? `return ${much ? `"wait", ${bare(much)}` : `"${what.value}"`}` : `return ${much ? `int(${bare(what)}), ${bare(much)}` : `int(${bare(what)})`}`;
    return what.kind === "string" ? `return (struct sp_decision){.verb = ${what.value === "wait" ? "SP_WAIT" : "SP_DONE"}${much ? `, .until = ${bare(much)}` : ""}};`
      : `return (struct sp_decision){.verb = SP_SEND, .worker = (int)${value(what)}, .amount = ${much ? bare(much) : "1"}};`;
  }
  function block(list, pad) {
    const inner = list.flatMap((one) => statement(one, `${pad}${to ? "    " : "  "}`));
    return to && !inner.length ? [`${pad}    pass`] : inner;
  }
  function statement(one, pad) {
    ({ line } = one);
    const end = to ? "" : ";", open = to ? ":" : " {", close = to ? [] : [`${pad}}`], test = one.test && (to ? bare(one.test) : `(${bare(one.test)})`);
    switch (one.kind) {
    case "let": {
      const worker = isNull(one.value) || isWorker(one.value), text = bare(one.value);
      workers[worker ? "add" : "delete"](one.name);
      return [`${pad}${to ? "" : worker ? "const struct sp_worker_view *" : "double "}${safe(one.name)} = ${text}${end}`];
    }
    case "set":
      if (workers.has(one.name) !== (isNull(one.value) || isWorker(one.value)))
        fail(`${one.name} is a worker here and a number there`);
      return [`${pad}${safe(one.name)} = ${bare(one.value)}${end}`];
    case "if": return [`${pad}if ${test}${open}`, ...block(one.yes, pad), ...(one.no.length ? [`${pad}${to ? "else" : "} else"}${open}`, ...block(one.no, pad)] : []), ...close];
    case "while": return [`${pad}while ${test}${open}`, ...block(one.body, pad), ...close];
    case "for":
      workers.add(one.name);
      return [to ? `${pad}for ${safe(one.name)} in view.workers:` : `${pad}for (const struct sp_worker_view *${safe(one.name)} = view->worker + 1; ${safe(one.name)} <= view->worker + view->m; ${safe(one.name)}++) {`,
        ...block(one.body, pad), ...close];
    case "return": return [`${pad}${answer(one.value)}`];
    default: return [`${pad}${one.kind}${end}`];
    }
  }
  return (body) => block(body, to ? "    " : "");
}

// ---- The files.

function cFile(name, text, body) {
  const symbol = name.replaceAll("-", "_"), rule = text.trim().replaceAll("*/", "* /").split("\n").map((line) => ` *   ${line}`.trimEnd()).join("\n");
  return `/* ${name}: a rule written in the explorer:
 *
${rule}
 *
 * Compile: cc -std=c17 -O2 -ffp-contract=off -fPIC -shared -Iinclude -o ${symbol}.so ${symbol}.c
 * Run:     starport run --plugin=./${symbol}.so -H ${name} --star="c=1,2 w=3,4 tasks=9" */
#include <starport/heuristic.h>

/* What may be known is in the view (starport/heuristic.h). */
static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  (void)options, (void)state;
${body ? body.join("\n") : `  (void)view;
  /* [The rule above, in C.] */
  return (struct sp_decision){.verb = SP_DONE};`}
}

const struct sp_heuristic sp_heuristic_${symbol} = {
    .abi = SP_ABI,
    .name = "${name}",
    .summary = "a rule written in the explorer",
    .source = "the explorer",
    .version = 1,
    .problems = SP_BAG | SP_REDISTRIBUTION | SP_DIVISIBLE,
    .next = next,
};
`;
}
function pythonFile(name, text, body) {
  const title = name.split(/[-_]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return `# ${name}: a rule written in the explorer:
#
${text.trim().split("\n").map((line) => `#   ${line}`.trimEnd()).join("\n")}
#
# Run: starport run --plugin=${name}.py -H ${name} --star="c=1,2 w=3,4 tasks=9"
import math


class ${title}:
    """a rule written in the explorer"""
    problems = ("bag", "redistribution", "divisible")

    def next(self, view):
${body ? body.join("\n") : `        # [The rule above, in Python.]
        return "done"`}
`;
}
// {file, text, note}: kind is "c" or "python".
function exportRule(kind, name, text) {
  const to = kind === "python" ? 1 : 0;
  let body = null, note = "The file does the same as the rule; it has the rule as a comment.";
  try {
    body = writerOf(to)(parseRule(text));
  } catch ({ line, message }) {
    note = `Line ${line}: ${message} is not translated. The file has the rule as a comment, and a place for it in ${to ? "Python" : "C"}.`;
  }
  return { file: to ? `${name}.py` : `${name.replaceAll("-", "_")}.c`, text: (to ? pythonFile : cFile)(name, text, body), note };
}
