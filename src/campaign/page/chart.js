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

  // ---- What changes over time: the profiles of a star in words (docs/formats.md), and the shades behind the rows, as
  // those of --gantt (src/io/chart/shades.c). A shade from 1 to SLOWEST is slower than at factor 1, 0 is not.
  var SLOWEST = 6, STILL = 7, DOWN = 8;
  function readNumber(text) {
    var parts = text.split("/");
    return parts.length === 2 ? parts[0] / parts[1] : Number(text);
  }
  // "10*0.5,20*1,every:30" with factors of at most 1, and the integral up to each piece.
  function readProfile(text) {
    var profile = { dates: [], factors: [], sums: [0], period: Infinity };
    text.split(",").forEach(function (change) {
      var parts = change.split("*");
      if (parts.length === 1) {
        profile.period = readNumber(change.slice("every:".length));
        return;
      }
      if (!profile.dates.length && readNumber(parts[0]) > 0) {
        profile.dates.push(0);
        profile.factors.push(1);
      }
      profile.dates.push(readNumber(parts[0]));
      profile.factors.push(Math.min(readNumber(parts[1]), 1));
    });
    profile.dates.forEach(function (date, k) {
      var end = k + 1 < profile.dates.length ? profile.dates[k + 1] : profile.period;
      profile.sums.push(end === Infinity ? 0 : profile.sums[k] + (end - date) * profile.factors[k]);
    });
    return profile;
  }
  // The profiles as {w: {all: profile, 3: profile, ..}, c: .., host: .., link: ..}.
  function readProfiles(star) {
    var found = {};
    ((star || "").match(/(^|\s)profile=\S+/gi) || []).forEach(function (word) {
      word.trim().slice("profile=".length).split(";").forEach(function (part) {
        var parts = /^([a-z]+)(\d*):(.+)$/i.exec(part), kind = parts && parts[1].toLowerCase();
        if (parts && parts[2])
          (found[kind] = found[kind] || {})[Number(parts[2])] = readProfile(parts[3]);
        else if (parts)
          found[kind] = { all: readProfile(parts[3]) };
      });
    });
    return found;
  }
  function integral(profile, date) {
    var rounds = profile.period < Infinity ? Math.floor(date / profile.period) : 0;
    var rest = Math.max(0, date - rounds * (rounds && profile.period)), low = 0, high = profile.dates.length;
    while (high - low > 1) {
      var middle = (low + high) >> 1;
      if (profile.dates[middle] <= rest)
        low = middle;
      else
        high = middle;
    }
    return rounds * profile.sums[profile.dates.length] + profile.sums[low] + (rest - profile.dates[low]) * profile.factors[low];
  }
  function mean(profile, from, to) {
    return profile ? (integral(profile, to) - integral(profile, from)) / (to - from) : 1;
  }
  function shadeOf(slowing, from, to) {
    var up = mean(slowing.host, from, to) * mean(slowing.link, from, to), rate = mean(slowing.rate, from, to) * up;
    return up < 0.5 ? DOWN : rate < 1e-6 ? STILL : Math.max(0, Math.ceil((1 - rate) * SLOWEST - 1e-3));
  }
  // The shades of a row between two dates, each {shade, from, to} in parts of what is seen; columns of one shade are one.
  function shades(row, from, to, columns) {
    var list = [], last = null;
    for (var k = 0; row.slowing && k < columns; k++) {
      var step = (to - from) / columns, shade = shadeOf(row.slowing, from + k * step, from + (k + 1) * step);
      if (last && last.shade === shade)
        last.to = (k + 1) / columns;
      else
        list.push(last = { shade: shade, from: k / columns, to: (k + 1) / columns });
    }
    return list.filter(function (one) { return one.shade; });
  }
  // How far a shade is from the paper's colour to that of the ink.
  function strength(shade) {
    return shade === DOWN ? 0.65 : shade === STILL ? 0.45 : 0.1 + 0.05 * (shade - 1);
  }
  // What a legend needs of a star: words, with the shades of their sample.
  function shadeNames(star) {
    var found = readProfiles(star), names = [];
    if (found.w || found.c)
      names.push([[1, 3, SLOWEST], "slower than at factor 1"], [[STILL], "stands still"]);
    if (found.host || found.link)
      names.push([[DOWN], "down"]);
    return names;
  }

  // ---- Gantt chart: the master's ports, then each worker with its messages above its work.
  function lanes(bars) {
    var ends = [];
    bars.sort(function (a, b) { return a.start - b.start || a.end - b.end; });
    bars.forEach(function (bar) {
      var lane = ends.findIndex(function (end) { return end <= bar.start * (1 + 1e-12) + 1e-12; });
      bar.lane = lane < 0 ? ends.length : lane;
      ends[bar.lane] = bar.end;
    });
    return Math.max(1, ends.length);
  }
  var EVENT = 7; // numbers of an event: from, to, task, start, end, amount, lost (1 or 0)
  function readEvents(run) {
    function name(node) { return run.names ? shorten(run.names[node], run.longest) : "P" + node; }
    var profiles = readProfiles(run.star);
    function of(kind, worker) { return profiles[kind] && (profiles[kind][worker] || profiles[kind].all); }
    function slowing(worker, kind) { // a transfer needs the worker and its link, a computation the worker alone
      var found = { rate: of(kind, worker), host: of("host", worker), link: kind === "c" ? of("link", worker) : undefined };
      return found.rate || found.host || found.link ? found : null;
    }
    var rows = [{ name: name(0) + " in", bars: [] }, { name: name(0) + " out", bars: [] }], e = run.events;
    for (var w = 1; w <= run.workers; w++)
      rows.push({ name: "", bars: [], thin: true, slowing: slowing(w, "c") }, { name: name(w), bars: [], slowing: slowing(w, "w") });
    for (var k = 0; k < e.length; k += EVENT) {
      var bar = { from: e[k], to: e[k + 1], task: e[k + 2], start: e[k + 3], end: e[k + 4], amount: e[k + 5],
        lost: e[k + 6] === 1, sender: name(e[k]), receiver: name(e[k + 1]) };
      bar.kind = bar.lost ? "lost" : bar.from === bar.to ? (bar.task ? "received" : "own") : bar.to === 0 ? "to-master" : "to-worker";
      if (bar.from === bar.to) {
        rows[2 * bar.to + 1].bars.push(bar);
        continue;
      }
      rows[bar.to === 0 ? 0 : 1].bars.push(bar);
      rows[2 * (bar.to || bar.from)].bars.push(Object.assign({}, bar));
    }
    return rows.filter(function (row, k) { return k > 1 || row.bars.length; });
  }
  function barTitle(bar) {
    var what = bar.task ? "task " + bar.task : "a task of its own";
    var much = bar.amount === 1 ? "" : ", " + amount(bar.amount) + " units";
    var text = bar.from === bar.to ? bar.receiver + " computes " + what
      : bar.to === 0 ? bar.sender + " sends " + what + " to the master"
      : "the master sends " + what + " to " + bar.receiver;
    return text + much + (bar.lost ? ", lost: " : ": ") + amount(bar.start) + " to " + amount(bar.end);
  }
  // The rows of a chart with their places, top to bottom: y, height, that of a lane (size); where they end
  // (bottom), the width of their names (left) and the end of the time axis (horizon). The rows together are at most
  // about `tallest` high, if it is given.
  function layout(run, tallest) {
    var rows = run.rows || readEvents(run), y = 18, left = 52, horizon = Math.max(run.horizon || 0, run.makespan) || 1;
    var counts = rows.map(function (row) { return lanes(row.bars); });
    var sizes = rows.map(function (row, k) { return Math.max(3, (row.thin ? 6 : 15) / Math.min(counts[k], 4)); });
    var natural = rows.reduce(function (sum, row, k) { return sum + sizes[k] * counts[k] + (row.thin ? 1 : 6); }, 0);
    var scale = tallest ? Math.min(1, tallest / natural) : 1;
    rows.forEach(function (row, k) {
      row.y = y;
      row.size = sizes[k] * scale;
      row.height = row.size * counts[k];
      row.back = row.thin ? y - 2 * scale : y; // what is shaded is seen above or below the bars
      row.backHeight = row.height + (row.thin ? 2 : 3) * scale;
      y += row.height + (row.thin ? 1 : 6) * scale;
      left = Math.max(left, 6.4 * row.name.length + 10);
      row.bars.forEach(function (bar) { horizon = Math.max(horizon, bar.end); });
    });
    return { rows: rows, bottom: y, left: left, horizon: horizon };
  }
  // run: workers, names (null: numbers) of at most `longest` characters, events, makespan, bound, and
  // perhaps star, whose profiles are shaded, optimum, another date to mark, and horizon, which the time axis shows at least.
  function gantt(width, run) {
    var makespan = run.makespan, place = layout(run), rows = place.rows, y = place.bottom, left = place.left;
    var horizon = place.horizon;
    var height = y + 34, bottom = y;
    var svg = draw("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height, role: "img",
      "aria-label": "Gantt chart, makespan " + amount(makespan) });
    var dates = ticks(0, horizon, Math.max(3, width / 90));
    var right = width - Math.max(16, 4 + 3.5 * String(dates[dates.length - 1]).length);
    svg.dates = { left: left, right: right, bottom: bottom, horizon: horizon }; // where the time axis is
    function X(date) { return left + (right - left) * date / horizon; }
    dates.forEach(function (date) {
      svg.append(line(X(date), 14, X(date), bottom, "grid"));
      svg.append(label(X(date), bottom + 16, String(date), "middle", "soft"));
    });
    rows.forEach(function (row) {
      if (row.name)
        svg.append(label(left - 6, row.y + row.height / 2 + 4, row.name, "end"));
      shades(row, 0, horizon, Math.round(right - left)).forEach(function (one) {
        svg.append(draw("rect", { x: (left + (right - left) * one.from).toFixed(2), y: row.back.toFixed(2), "class": "shade",
          width: ((right - left) * (one.to - one.from)).toFixed(2), height: row.backHeight.toFixed(2), "fill-opacity": strength(one.shade) }));
      });
      var latest = []; // what was drawn last, by lane
      row.bars.forEach(function (bar) {
        var x = X(bar.start), size = Math.max(0.5, X(bar.end) - x), before = latest[bar.lane];
        if (size < 1 && before && before.narrow && before.kind === bar.kind && x < before.right + 0.5) {
          before.right = x + size; // too narrow to be a bar of its own
          before.rect.setAttribute("width", (before.right - before.x).toFixed(2));
          before.rect.firstChild.textContent = ++before.n + " bars, the last: " + barTitle(bar);
          return;
        }
        var rect = draw("rect", { x: x.toFixed(2), y: (row.y + bar.lane * row.size).toFixed(2),
          width: size.toFixed(2), height: (row.size - 0.5).toFixed(2),
          "class": (size < 3 ? "bar narrow " : "bar ") + bar.kind + " hue" + ((bar.to || bar.from) - 1) % 6 }, draw("title", {}, barTitle(bar)));
        svg.append(rect); // without an outline, which would cover a narrow bar
        latest[bar.lane] = { rect: rect, x: x, right: x + size, kind: bar.kind, narrow: size < 1, n: 1 };
      });
    });
    svg.append(line(left, bottom, right, bottom, "axis"), label((left + right) / 2, bottom + 31, "time", "middle"));
    svg.append(line(X(makespan), 12, X(makespan), bottom, "axis"),
      label(X(makespan), 10, "makespan " + amount(makespan), "end"));
    var free = X(makespan) - 20 - 6.5 * (9 + amount(makespan).length); // for the text of another date
    [["bound", run.bound], ["optimum", run.optimum]].forEach(function (date) {
      if (!(date[1] > 0))
        return;
      svg.append(line(X(date[1]), 12, X(date[1]), bottom, date[0]));
      if (X(date[1]) < free && !(date[0] === "bound" && run.optimum > 0))
        svg.append(label(X(date[1]), 10, date[0] + " " + amount(date[1]), "end", "soft"));
    });
    return svg;
  }
  var kinds = [["to-master", "to the master"], ["to-worker", "to a worker"],
    ["received", "computes a task received"], ["own", "computes a task of its own"]];
  // Can a run on the star lose work?
  function canLose(star) {
    var found = readProfiles(star);
    return Boolean(found.host || found.link);
  }
  function ganttLegend(star) {
    function entry(rects, words) { return make("li", {}, [draw("svg", { width: 14, height: 12, "aria-hidden": "true" }, rects), words]); }
    return make("ul", { "class": "legend" }, kinds.concat(canLose(star) ? [["lost", "lost"]] : []).map(function (kind) {
      return entry(draw("rect", { width: 14, height: 12, "class": kind[0] }), kind[1]);
    }).concat(shadeNames(star).map(function (name) {
      return entry(name[0].map(function (shade, k, all) {
        return draw("rect", { x: 14 * k / all.length, width: 14 / all.length, height: 12, "class": "shade", "fill-opacity": strength(shade) });
      }), name[1]);
    })));
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

  return { make: make, draw: draw, fill: fill, line: line, label: label, options: options, figure: figure,
    amount: amount, percent: percent, ticks: ticks, logTicks: logTicks, onWidth: onWidth, shorten: shorten,
    layout: layout, shades: shades, shadeNames: shadeNames, strength: strength, STILL: STILL, canLose: canLose, EVENT: EVENT, barTitle: barTitle, gantt: gantt, ganttLegend: ganttLegend, commandLine: commandLine };
})();
