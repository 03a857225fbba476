// Elements, numbers and Gantt charts of the pages: of reports and of the explorer.
var charts = (function () {
  "use strict";

  // ---- Elements.
  function make(name, attributes, content) {
    return fill(document.createElement(name), attributes, content);
  }
  function draw(name, attributes, content) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);
  }
  function fill(element, attributes, content) {
    for (var key in attributes || {})
      element.setAttribute(key, attributes[key]);
    [].concat(content === undefined ? [] : content).forEach(function (part) {
      element.append(part);
    });
    return element;
  }
  function line(x1, y1, x2, y2, kind) {
    return draw("line", { x1: x1, y1: y1, x2: x2, y2: y2, "class": kind });
  }
  function label(x, y, text, anchor, kind) {
    return draw("text", { x: x, y: y, "text-anchor": anchor || "start", "class": kind || "" }, text);
  }
  function options(texts) {
    return texts.map(function (text, k) {
      return make("option", { value: k }, text);
    });
  }

  // ---- Numbers: as in the text report; whole makespans whole.
  function figure(value) {
    if (value === null || isNaN(value))
      return "-";
    return Math.abs(value) < 1e6 ? value.toFixed(4) : String(Number(value.toPrecision(6)));
  }
  function amount(value) {
    return value !== null && Number.isInteger(value) ? String(value) : figure(value);
  }
  function percent(share) {
    return Number((100 * share).toFixed(1)) + " %";
  }
  // The least of 1, 2, 5 times a power of ten that divides the span into at most `most` steps.
  function step(span, most) {
    var unit = Math.pow(10, Math.floor(Math.log10(span / most)));
    return unit * [1, 2, 5, 10].find(function (f) { return f * unit * most >= span * 0.999999; });
  }
  function ticks(low, high, most) {
    var by = step(high - low, most), list = [];
    for (var k = Math.ceil(low / by - 1e-9); k * by <= high * (1 + 1e-12); k++)
      list.push(Number((k * by).toPrecision(12)));
    return list;
  }
  // Multiples of powers of ten, at most `most`; a short axis has the ticks of a linear one.
  function logTicks(low, high, most) {
    var grids = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1]];
    if (high < 3 * low)
      return ticks(low, high, most);
    for (var g = 0; g < grids.length; g++) {
      var list = [];
      for (var e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
        grids[g].forEach(function (digit) { list.push(Number((digit * Math.pow(10, e)).toPrecision(12))); });
      list = list.filter(function (x) { return x >= low && x <= high; });
      if (list.length <= most)
        return list;
    }
    return list.filter(function (x, k) { return k % Math.ceil(list.length / most) === 0; });
  }

  // Draws again when the width changes.
  function onWidth(element, redraw) {
    var last = 0;
    function look() {
      var width = Math.round(element.clientWidth);
      if (width && width !== last) {
        last = width;
        redraw(width);
      }
    }
    new ResizeObserver(look).observe(element);
    look();
  }

  // The name in a chart; a table has the full name.
  function shorten(name, longest) {
    return name.length > longest ? name.slice(0, longest - 1) + "\u2026" : name;
  }

  // ---- Gantt charts. The program lays them out (src/io/chart/gantt.h): rows, lanes, shades, legend. Here they are scaled.
  var KINDS = ["to-master", "to-worker", "received", "own", "lost", "result"], STILL = 7, DOWN = 8;
  // How far a shade is from the paper's colour to that of the ink.
  function strength(shade) {
    return shade === DOWN ? 0.65 : shade === STILL ? 0.45 : 0.1 + 0.05 * (shade - 1);
  }
  // The shades by row: lists of shade, from, to.
  function shadesOf(chart) {
    var found = {};
    chart.shades.forEach(function (row) { found[row.slice(0, 2)] = row[2]; });
    return found;
  }
  function eachShade(list, use) {
    for (var k = 0; list && k < list.length; k += 3)
      use(list[k], list[k + 1], list[k + 2]);
  }
  var EVENT = 7; // numbers of an event
  // The rows of a chart, whose names, if there are any, are at most `longest` characters.
  function readRows(chart) {
    function name(node) { return chart.names ? shorten(chart.names[node], chart.longest) : "P" + node; }
    function barOf(k, lane) {
      var e = chart.events.slice(EVENT * k, EVENT * k + EVENT);
      return { from: e[0], to: e[1], task: e[2], start: e[3], end: e[4], amount: e[5], kind: KINDS[e[6]], lane: lane,
        sender: name(e[0]), receiver: name(e[1]) };
    }
    return chart.rows.map(function (row) {
      var role = row[0], node = name(row[1]);
      return { key: row.slice(0, 2), name: [node + " in", node + " out", "", node][role], thin: role === 2, lanes: row[2],
        bars: row[3].map(function (event, k) { return barOf(event, row[4] ? row[4][k] : 0); }) };
    });
  }
  function barTitle(bar) {
    var what = bar.task ? "task " + bar.task : "a task of its own";
    var much = bar.amount === 1 ? "" : ", " + amount(bar.amount) + " units";
    if (bar.kind === "result")
      what = "the result of " + what;
    var text = bar.from === bar.to ? bar.receiver + " computes " + what
      : bar.to === 0 ? bar.sender + " sends " + what + " to the master"
      : "the master sends " + what + " to " + bar.receiver;
    return text + much + (bar.kind === "lost" ? ", lost: " : ": ") + amount(bar.start) + " to " + amount(bar.end);
  }
  // The rows of a chart with their places, top to bottom: y, height, that of a lane (size); where they end
  // (bottom), the width of their names (left) and the end of the time axis (horizon). The rows together are at most
  // about `tallest` high, if it is given.
  function layout(rows, makespan, tallest) {
    var y = 18, left = 52, horizon = makespan || 1;
    function size(row) { return Math.max(3, (row.thin ? 6 : 15) / Math.min(row.lanes, 4)); }
    var natural = rows.reduce(function (sum, row) { return sum + size(row) * row.lanes + (row.thin ? 1 : 6); }, 0);
    var scale = tallest ? Math.min(1, tallest / natural) : 1;
    rows.forEach(function (row) {
      row.y = y;
      row.size = size(row) * scale;
      row.height = row.size * row.lanes;
      row.back = row.thin ? y - 2 * scale : y; // what is shaded is seen above or below the bars
      row.backHeight = row.height + (row.thin ? 2 : 3) * scale;
      y += row.height + (row.thin ? 1 : 6) * scale;
      left = Math.max(left, 6.4 * row.name.length + 10);
      row.bars.forEach(function (bar) { horizon = Math.max(horizon, bar.end); });
    });
    return { rows: rows, bottom: y, left: left, horizon: horizon };
  }
  // Draws the rows of a layout, with the shades by row, and the time axis, of which a page `width` wide shows what is from
  // one date to another between left and right. Returns the abscissa of a date. A brush has
  //   line(x1, y1, x2, y2, kind), text(x, y, text, anchor, kind): kind grid, soft, axis or name
  //   shade(shade, x, y, width, height)
  //   bars(row, seen): what is seen of the row's bars, each {bar, x, end, whole}
  function paint(brush, place, shades, seen) {
    var left = seen.left, right = seen.right, bottom = place.bottom, free = 0; // free: where the name of a row has room
    function X(date) { return left + (right - left) * (date - seen.from) / (seen.to - seen.from); }
    ticks(seen.from, seen.to, Math.max(3, seen.width / 90)).forEach(function (date) {
      brush.line(X(date), 14, X(date), bottom, "grid");
      brush.text(X(date), bottom + 16, String(date), "middle", "soft");
    });
    place.rows.forEach(function (row) {
      var middle = row.y + row.height / 2 + 4;
      if (row.name && middle - 11 >= free) {
        brush.text(left - 6, middle, row.name, "end", "name");
        free = middle;
      }
      eachShade(shades[row.key], function (shade, from, to) {
        var x = Math.max(left, X(from)), wide = Math.min(right, X(to)) - x;
        if (wide > 0)
          brush.shade(shade, x, row.back, wide, row.backHeight);
      });
      brush.bars(row, row.bars.filter(function (bar) { return bar.end >= seen.from && bar.start <= seen.to; }).map(function (bar) {
        return { bar: bar, x: Math.max(left, X(bar.start)), end: Math.min(right, X(bar.end)), whole: bar.start >= seen.from && bar.end <= seen.to };
      }));
    });
    brush.line(left, bottom, right, bottom, "axis");
    brush.text((left + right) / 2, bottom + 31, "time", "middle", "name");
    return X;
  }
  // Draws SVG, whose style has the colours; each bar says what it is.
  function svgBrush(svg) {
    function rect(x, y, width, height, more, content) {
      var place = { x: x.toFixed(2), y: y.toFixed(2), width: width.toFixed(2), height: height.toFixed(2) };
      svg.append(draw("rect", Object.assign(place, more), content));
      return svg.lastChild;
    }
    function bars(row, seen) {
      var latest = []; // what was drawn last, by lane
      seen.forEach(function (one) {
        var bar = one.bar, x = one.x, size = Math.max(0.5, one.end - x), before = latest[bar.lane];
        if (size < 1 && before && before.narrow && before.kind === bar.kind && x < before.right + 0.5) {
          before.right = x + size; // too narrow to be a bar of its own
          before.rect.setAttribute("width", (before.right - before.x).toFixed(2));
          before.rect.firstChild.textContent = ++before.n + " bars, the last: " + barTitle(bar);
          return;
        }
        var kind = (size < 3 ? "bar narrow " : "bar ") + bar.kind + " hue" + ((bar.to || bar.from) - 1) % 6;
        latest[bar.lane] = { x: x, right: x + size, kind: bar.kind, narrow: size < 1, n: 1, // without an outline, which would cover it
          rect: rect(x, row.y + bar.lane * row.size, size, row.size - 0.5, { "class": kind }, draw("title", {}, barTitle(bar))) };
      });
    }
    return { bars: bars,
      line: function (x1, y1, x2, y2, kind) { svg.append(line(x1, y1, x2, y2, kind)); },
      text: function (x, y, text, anchor, kind) { svg.append(label(x, y, text, anchor, kind)); },
      shade: function (shade, x, y, width, height) { rect(x, y, width, height, { "class": "shade", "fill-opacity": strength(shade) }); } };
  }
  // chart: see readRows, with its shades; bound: a date to mark, if there is one.
  function gantt(width, chart, makespan, bound) {
    var place = layout(readRows(chart), makespan), bottom = place.bottom, height = bottom + 34, horizon = place.horizon;
    var last = String(ticks(0, horizon, Math.max(3, width / 90)).pop()), right = width - Math.max(16, 4 + 3.5 * last.length);
    var svg = draw("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height, role: "img",
      "aria-label": "Gantt chart, makespan " + amount(makespan) });
    svg.dates = { left: place.left, right: right, bottom: bottom, horizon: horizon }; // where the time axis is
    var X = paint(svgBrush(svg), place, shadesOf(chart), { left: place.left, right: right, from: 0, to: horizon, width: width });
    function mark(date, kind, words, style) {
      svg.append(line(X(date), 12, X(date), bottom, kind));
      if (words)
        svg.append(label(X(date), 10, words + " " + amount(date), "end", style));
    }
    mark(makespan, "axis", "makespan");
    if (bound > 0)
      mark(bound, "bound", X(bound) < X(makespan) - 20 - 6.5 * (9 + amount(makespan).length) && "bound", "soft"); // if it has room
    return svg;
  }
  function ganttLegend(legend) {
    return make("ul", { "class": "legend" }, legend.map(function (entry) {
      var looks = [].concat(entry[0]), shaded = Array.isArray(entry[0]), wide = 14 / looks.length;
      return make("li", {}, [draw("svg", { width: 14, height: 12, "aria-hidden": "true" }, looks.map(function (look, k) {
        return draw("rect", Object.assign({ x: wide * k, width: wide, height: 12 },
          shaded ? { "class": "shade", "fill-opacity": strength(look) } : { "class": KINDS[look] }));
      })), entry[1]]);
    }));
  }

  // ---- A command line with a button that copies it.
  function copy(text, button, shown) {
    function done() { button.textContent = "copied"; }
    function byHand() {
      getSelection().selectAllChildren(shown);
      if (document.execCommand("copy"))
        done();
    }
    if (navigator.clipboard)
      navigator.clipboard.writeText(text).then(done, byHand);
    else
      byHand();
  }
  function commandLine(text) {
    var shown = make("pre", {}, text), button = make("button", { type: "button", "class": "button" }, "copy");
    button.addEventListener("click", function () { copy(text, button, shown); });
    return make("div", { "class": "command" }, [shown, button]);
  }

  return { make, draw, fill, line, label, options, figure, amount, percent, ticks, logTicks, onWidth, shorten, KINDS, EVENT, STILL,
    strength, shadesOf, eachShade, readRows, layout, paint, barTitle, gantt, ganttLegend, copy, commandLine };
})();
