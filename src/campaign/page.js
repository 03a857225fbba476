// The moving parts of the report page: sorting, the two figures, the table of instances and the
// Gantt chart of the chosen one. Everything is drawn from the JSON in #data; nothing is fetched.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);

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
  // The least of 1, 2, 5 times a power of ten that cuts the span into at most `most` steps.
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

  // ---- Sorting of the tables that stand in the page.
  function compare(a, b) {
    if (a === b)
      return 0;
    if (a === null || b === null) // what is missing stands last, whatever the direction
      return a === null ? Infinity : -Infinity;
    if (typeof a === "number" && typeof b === "number")
      return a - b;
    return String(a) < String(b) ? -1 : 1;
  }
  function directed(order, descending) {
    return Math.abs(order) === Infinity ? order : descending ? -order : order;
  }
  function cellValue(cell) {
    if (cell.dataset.v !== undefined)
      return Number(cell.dataset.v);
    var text = cell.textContent.trim();
    if (text === "-" || text === "")
      return null;
    return isNaN(Number(text)) ? text : Number(text);
  }
  var following = { none: "ascending", ascending: "descending", descending: "none" };
  function sortTable(table, head) {
    var column = [].indexOf.call(head.parentNode.children, head);
    var direction = following[head.getAttribute("aria-sort")];
    table.querySelectorAll("thead th").forEach(function (other) {
      other.setAttribute("aria-sort", other === head ? direction : "none");
    });
    var body = table.tBodies[0];
    var rows = [].map.call(body.rows, function (row) {
      return { row: row, order: Number(row.dataset.order), value: cellValue(row.cells[column]) };
    });
    rows.sort(function (a, b) {
      var by = direction === "none" ? 0 : directed(compare(a.value, b.value), direction === "descending");
      return by || a.order - b.order;
    });
    rows.forEach(function (item) { body.append(item.row); });
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    table.querySelectorAll("thead th").forEach(function (head) {
      head.firstElementChild.addEventListener("click", function () { sortTable(table, head); });
    });
  });

  // ---- Figures.
  var dashes = ["", "7 3", "2 2.5", "9 3 2 3", "4 2", "1 3"];

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

  function legend(svg, names, left, width) {
    var x = left, y = 14;
    names.forEach(function (name, k) {
      var length = 34 + 7.2 * name.length;
      if (x > left && x + length > width) {
        x = left;
        y += 18;
      }
      svg.append(draw("line", { x1: x, x2: x + 24, y1: y - 4, y2: y - 4, "class": "curve",
        style: lineStyle(k, names.length) }));
      svg.append(label(x + 29, y, name));
      x += length + 12;
    });
    return y + 12;
  }
  // The first lines are the wider ones, so that lines which lie on each other can all be seen.
  function lineStyle(k, n) {
    return "stroke: var(--s" + (k % 6) + "); stroke-width: " + (2 + 0.9 * (n - 1 - k)) +
      "; stroke-dasharray: " + (dashes[k % 6] || "none");
  }

  // Step functions over [from, to]: curves of [x, y, x, y, ..], 0 before their first point.
  function chart(width, plot) {
    var height = Math.round(Math.min(380, Math.max(260, width * 0.62)));
    var svg = draw("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height,
      role: "img", "aria-label": plot.title });
    var box = { left: 46, right: width - 14, bottom: height - 42 };
    box.top = legend(svg, plot.names, box.left, box.right);
    var map = plot.log ? Math.log : Number;
    function X(x) {
      return box.left + (box.right - box.left) * (map(x) - map(plot.from)) / (map(plot.to) - map(plot.from));
    }
    function Y(y) {
      return box.bottom - (box.bottom - box.top) * y / 1.02;
    }
    ticks(0, 1, 5).forEach(function (y) {
      svg.append(line(box.left, Y(y), box.right, Y(y), "grid"));
      svg.append(label(box.left - 6, Y(y) + 4, String(y), "end", "soft"));
    });
    var marks = ticks(plot.from, plot.to, Math.max(3, width / 90));
    if (plot.log)
      marks = [1, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000, 1e4, 1e5, 1e6].filter(function (x) { return x <= plot.to; });
    marks.forEach(function (x) {
      svg.append(line(X(x), box.top, X(x), box.bottom, "grid"));
      svg.append(label(X(x), box.bottom + 16, String(x), "middle", "soft"));
    });
    svg.append(draw("path", { "class": "axis", d: "M" + box.left + " " + box.top + "V" + box.bottom + "H" + box.right }));
    svg.append(label((box.left + box.right) / 2, height - 6, plot.xlabel, "middle"));
    var turned = label(0, 0, plot.ylabel, "middle");
    turned.setAttribute("transform", "translate(12 " + (box.top + box.bottom) / 2 + ") rotate(-90)");
    svg.append(turned);
    plot.curves.forEach(function (curve, k) {
      var d = "M" + X(plot.from) + " " + Y(0);
      for (var i = 0; i + 1 < curve.length; i += 2)
        d += "H" + X(curve[i]).toFixed(2) + "V" + Y(curve[i + 1]).toFixed(2);
      svg.append(draw("path", { "class": "curve", d: d + "H" + box.right,
        style: lineStyle(k, plot.curves.length) }, draw("title", {}, plot.names[k])));
    });
    return svg;
  }

  function pointText(variant, point) {
    var labels = variant.points[point].labels;
    return labels.length ? labels.map(function (text, k) { return data.axes[k] + "=" + text; }).join("  ")
      : "the only point";
  }
  function pointSelect(variant, first) {
    var texts = variant.points.map(function (point, k) { return pointText(variant, k); });
    return make("select", {}, options(first.concat(texts)));
  }

  function frequencyFigure(frame, variant) {
    var select = pointSelect(variant, []), place = make("div");
    var reach = variant.frequency.map(function (f) { return f.reach; });
    select.value = reach.indexOf(Math.max.apply(null, reach)); // where there is most to be seen
    var names = variant.short.slice(0, variant.declared);
    frame.append(
      make("figcaption", {}, ["Cumulative frequency of the distance ",
        make("small", {}, "share of the platforms of one point on which a method is at most so far from the best")]),
      make("div", { "class": "controls" }, make("label", {}, ["point", select])), place);
    function show(width) {
      var frequency = variant.frequency[select.value];
      place.replaceChildren(chart(width, { names: names, curves: frequency.curves, from: 0,
        to: frequency.reach, xlabel: "distance from the best, at most (%)", ylabel: "share of platforms",
        title: "Cumulative frequency of the distance, " + pointText(variant, select.value) }));
    }
    select.addEventListener("change", function () { show(place.clientWidth); });
    onWidth(place, show);
  }

  function profileFigure(frame, variant) {
    var place = make("div"), reach = variant.profile.reach;
    frame.append(make("figcaption", {}, ["Performance profile (Dolan and Mor\u00e9) ",
      make("small", {}, "share of all platforms of all points on which a method is within a factor of the " +
        "best; a run that is missing or failed is never")]), place);
    onWidth(place, function (width) {
      place.replaceChildren(chart(width, { names: variant.short.slice(0, variant.declared),
        curves: variant.profile.curves, from: 1, to: reach, log: reach > 4,
        xlabel: "factor of the best makespan, at most", ylabel: "share of platforms",
        title: "Performance profile over all points" }));
    });
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
  function readEvents(run) {
    var rows = [{ name: "P0 in", bars: [] }, { name: "P0 out", bars: [] }], e = run.events;
    for (var w = 1; w <= run.workers; w++)
      rows.push({ name: "", bars: [], thin: true }, { name: "P" + w, bars: [] });
    for (var k = 0; k < e.length; k += 6) {
      var bar = { from: e[k], to: e[k + 1], task: e[k + 2], start: e[k + 3], end: e[k + 4], amount: e[k + 5] };
      bar.kind = bar.from === bar.to ? (bar.task ? "received" : "own") : bar.to === 0 ? "to-master" : "to-worker";
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
    var text = bar.from === bar.to ? "P" + bar.to + " computes " + what
      : bar.to === 0 ? "P" + bar.from + " sends " + what + " to the master"
      : "the master sends " + what + " to P" + bar.to;
    return text + much + ": " + amount(bar.start) + " to " + amount(bar.end);
  }
  function gantt(width, run, makespan) {
    var rows = readEvents(run), y = 18, left = 52, right = width - 16, horizon = makespan || 1;
    rows.forEach(function (row) {
      var n = lanes(row.bars), size = row.thin ? 6 : 15;
      row.y = y;
      row.size = Math.max(3, size / Math.min(n, 4));
      row.height = row.size * n;
      y += row.height + (row.thin ? 1 : 6);
    });
    var height = y + 34, bottom = y;
    var svg = draw("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height, role: "img",
      "aria-label": "Gantt chart, makespan " + amount(makespan) });
    rows.forEach(function (row) { row.bars.forEach(function (bar) { horizon = Math.max(horizon, bar.end); }); });
    function X(date) { return left + (right - left) * date / horizon; }
    ticks(0, horizon, Math.max(3, width / 90)).forEach(function (date) {
      svg.append(line(X(date), 14, X(date), bottom, "grid"));
      svg.append(label(X(date), bottom + 16, String(date), "middle", "soft"));
    });
    rows.forEach(function (row) {
      if (row.name)
        svg.append(label(left - 6, row.y + row.height / 2 + 4, row.name, "end"));
      row.bars.forEach(function (bar) {
        var size = Math.max(0.5, X(bar.end) - X(bar.start)); // an outline would hide what is narrow
        svg.append(draw("rect", { x: X(bar.start).toFixed(2), y: (row.y + bar.lane * row.size).toFixed(2),
          width: size.toFixed(2), height: (row.size - 0.5).toFixed(2),
          "class": (size < 3 ? "bar narrow " : "bar ") + bar.kind }, draw("title", {}, barTitle(bar))));
      });
    });
    svg.append(line(left, bottom, right, bottom, "axis"), label((left + right) / 2, bottom + 31, "time", "middle"));
    svg.append(line(X(makespan), 12, X(makespan), bottom, "axis"),
      label(X(makespan), 10, "makespan " + amount(makespan), "end"));
    if (run.bound > 0) {
      svg.append(line(X(run.bound), 12, X(run.bound), bottom, "bound"));
      if (X(makespan) - X(run.bound) > 20 + 6.5 * (9 + amount(makespan).length))
        svg.append(label(X(run.bound), 10, "bound " + amount(run.bound), "end", "soft"));
    }
    return svg;
  }
  var kinds = [["to-master", "to the master"], ["to-worker", "to a worker"],
    ["received", "computes a task received"], ["own", "computes a task of its own"]];
  function ganttLegend() {
    return make("ul", { "class": "legend" }, kinds.map(function (kind) {
      return make("li", {}, [draw("svg", { width: 14, height: 12, "aria-hidden": "true" },
        draw("rect", { width: 14, height: 12, "class": kind[0] })), kind[1]]);
    }));
  }

  // ---- One instance: its chart where the page has its events, and the command in any case.
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
  function runDetail(variant, instance, runs, facts, place) {
    var select = make("select", {}, options(runs.map(function (run) { return variant.methods[run.method]; })));
    var far = Math.max(0, runs.findIndex(function (run) { return run.events; }));
    runs.forEach(function (run, k) {
      if (run.events && run.method < variant.declared && instance.distance[run.method] > instance.distance[runs[far].method])
        far = k;
    });
    select.value = far;
    function show(width) {
      var run = runs[select.value], makespan = instance.makespan[run.method];
      facts.textContent = "makespan " + amount(makespan) + ", distance " + figure(instance.distance[run.method]) +
        (run.bound > 0 ? ", lower bound " + amount(run.bound) + " (" + run.boundName + ")" : "");
      place.replaceChildren(run.events ? gantt(Math.max(width, 560), run, makespan)
        : make("p", { "class": "warning" }, "No chart: " + run.fault + "."));
    }
    select.addEventListener("change", function () { show(place.clientWidth); });
    onWidth(place, show);
    return select;
  }
  function showInstance(variant, instance, panel) {
    var found = variant.worst.find(function (w) { return w.point === instance.point && w.index === instance.index; });
    var command = variant.points[instance.point].rerun + instance.index + variant.rerun;
    panel.hidden = false;
    panel.replaceChildren(make("h4", {}, pointText(variant, instance.point) + ", platform " + instance.index));
    if (found && found.runs.length) {
      var facts = make("p", { "class": "note" }), place = make("div", { "class": "chart" });
      panel.append(make("div", { "class": "controls" }), facts, place, ganttLegend());
      panel.children[1].append(make("label", {}, ["method", runDetail(variant, instance, found.runs, facts, place)]));
      panel.append(make("p", { "class": "note" }, "This command runs it again and draws it:"));
    } else {
      panel.append(make("p", {}, "The page holds the events of the worst instances alone (those with a chart). " +
        "This command runs this one again and draws it:"));
    }
    panel.append(commandLine(command));
  }

  // ---- The table of instances.
  function readInstances(variant) {
    var store = variant.instances, n = variant.methods.length, charts = {};
    variant.worst.forEach(function (w) {
      charts[w.point + ":" + w.index] = w.runs.some(function (run) { return run.events; });
    });
    return store.point.map(function (point, k) {
      var makespan = store.makespan.slice(k * n, k * n + n), declared = makespan.slice(0, variant.declared);
      var best = declared.includes(null) ? null : Math.min.apply(null, declared);
      var distance = makespan.map(function (value) {
        return value === null || best === null ? null : value === best ? 1 : value / best;
      });
      return { point: point, index: store.index[k], workers: store.size[2 * k], tasks: store.size[2 * k + 1],
        makespan: makespan, distance: distance, chart: !!charts[point + ":" + store.index[k]],
        farthest: best === null ? null : Math.max.apply(null, distance.slice(0, variant.declared)) };
    });
  }
  // Columns: head, group, value of an instance, text of it.
  function columnsOf(variant) {
    var list = data.axes.map(function (axis, a) {
      return { head: axis, words: true, value: function (i) { return variant.points[i.point].labels[a]; } };
    });
    list.push({ head: "index", value: function (i) { return i.index; }, words: true, opens: true },
      { head: "workers", value: function (i) { return i.workers; } },
      { head: "tasks", value: function (i) { return i.tasks; }, text: amount },
      { head: "farthest", value: function (i) { return i.farthest; }, text: figure });
    variant.short.forEach(function (name, k) {
      list.push({ head: "makespan", group: name, value: function (i) { return i.makespan[k]; }, text: amount },
        { head: "distance", group: name, value: function (i) { return i.distance[k]; }, text: figure });
    });
    return list;
  }

  function instanceTable(frame, variant) {
    var all = readInstances(variant), columns = columnsOf(variant), shown = all, page = 0, size = 15;
    var sort = { column: columns.findIndex(function (c) { return c.head === "farthest"; }), direction: "descending" };
    var point = pointSelect(variant, ["all points"]);
    var least = make("input", { type: "number", min: 1, step: "any", placeholder: "1" });
    var charted = make("input", { type: "checkbox" }), chosen = null;
    var count = make("p", { "class": "note", "aria-live": "polite" }), body = make("tbody");
    var before = make("button", { type: "button", "class": "button" }, "previous");
    var after = make("button", { type: "button", "class": "button" }, "next");
    var where = make("span", { "class": "note" }), panel = make("div", { "class": "detail", hidden: "" });
    var heads = columns.map(function (column, k) {
      var button = make("button", { type: "button" }, column.head);
      button.addEventListener("click", function () {
        var same = sort.column === k;
        sort = { column: k, direction: same && sort.direction === "ascending" ? "descending" : "ascending" };
        update();
      });
      return make("th", { scope: "col", "aria-sort": "none", "class": column.words ? "" : "number" }, button);
    });
    var groups = make("tr"), fixed = data.axes.length + 4;
    groups.append(make("th", { colspan: fixed, "class": "group" }));
    variant.short.forEach(function (name, k) {
      groups.append(make("th", { colspan: 2, scope: "colgroup", "class": "group number", title: variant.methods[k] }, name));
    });

    function choose(instance) {
      chosen = instance;
      showInstance(variant, instance, panel);
      list();
    }
    function cell(column, instance) {
      var value = column.value(instance), text = value === null ? "-" : (column.text || String)(value);
      if (!column.opens)
        return make("td", { "class": column.words ? "" : "number" }, text);
      return make("td", {}, [make("button", { type: "button" }, text)].concat(
        instance.chart ? [" ", make("span", { "class": "tag" }, "chart")] : []));
    }
    function list() {
      body.replaceChildren.apply(body, shown.slice(page * size, page * size + size).map(function (instance) {
        var row = make("tr", { "aria-selected": instance === chosen }, columns.map(function (column) {
          return cell(column, instance);
        }));
        row.addEventListener("click", function () { choose(instance); });
        return row;
      }));
      var last = Math.max(0, Math.ceil(shown.length / size) - 1);
      before.disabled = page === 0;
      after.disabled = page >= last;
      where.textContent = "page " + (page + 1) + " of " + (last + 1);
    }
    function update() {
      var column = columns[sort.column], limit = parseFloat(least.value);
      shown = all.filter(function (i) {
        return (point.value === "0" || i.point === point.value - 1) && (!charted.checked || i.chart) &&
          (isNaN(limit) || i.farthest >= limit);
      });
      shown.sort(function (a, b) {
        return directed(compare(column.value(a), column.value(b)), sort.direction === "descending") ||
          a.point - b.point || a.index - b.index;
      });
      heads.forEach(function (head, k) { head.setAttribute("aria-sort", k === sort.column ? sort.direction : "none"); });
      count.textContent = shown.length + " of " + variant.instances.all + " instances" +
        (all.length < variant.instances.all ? "; this page holds the " + all.length +
          " whose farthest method is farthest from the best" : "");
      page = 0;
      list();
    }
    [point, charted].forEach(function (input) { input.addEventListener("change", update); });
    least.addEventListener("input", update);
    before.addEventListener("click", function () { page--; list(); });
    after.addEventListener("click", function () { page++; list(); });
    frame.replaceChildren(make("h3", {}, "Instances"),
      make("p", { "class": "note" }, "Farthest: the greatest distance of a declared method. A click on an instance " +
        "shows what happened there, or the command that runs it again."),
      make("div", { "class": "controls" }, [make("label", {}, ["point", point]),
        make("label", {}, ["farthest at least", least]),
        make("label", { "class": "check" }, [charted, "with a chart in this page"])]), count,
      make("div", { "class": "scroll" }, make("table", {}, [make("thead", {}, [groups, make("tr", {}, heads)]), body])),
      make("div", { "class": "controls pager" }, [before, where, after]), panel);
    update();
    if (shown.length && shown[0].chart)
      choose(shown[0]);
  }

  function each(kind, build) {
    document.querySelectorAll(kind).forEach(function (frame) {
      build(frame, data.variants[frame.dataset.variant]);
    });
  }
  each("figure.frequency", frequencyFigure);
  each("figure.profile", profileFigure);
  each(".instances", instanceTable);
})();
