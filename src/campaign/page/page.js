// The script of the report page: sorting, charts, the table of instances and the Gantt chart of the
// selected instance. Everything is drawn from JSON elements, one an experiment, each for the article
// that it is in, or for the whole page; nothing is fetched.
//
// Elements, numbers and the Gantt chart are in chart.js, which comes before this.
//
//   Sorting              of the tables of the page
//   Charts               axes, legend, marks, names of marks
//   Figures              frequency and profile (step functions), then those of the experiment
//   One instance, The table of instances
document.querySelectorAll("script[type='application/json']").forEach(function (json) {
  "use strict";
  var data = JSON.parse(json.textContent), root = json.closest("article") || document;
  var { make, draw, fill, line, label, options, figure, amount, percent, ticks, logTicks, onWidth } = charts;

  // ---- Sorting of the tables of the page.
  function compare(a, b) {
    if (a === b)
      return 0;
    if (a === null || b === null) // missing values are last in both directions
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
  root.querySelectorAll("table.sortable").forEach(function (table) {
    table.querySelectorAll("thead th").forEach(function (head) {
      head.firstElementChild.addEventListener("click", function () { sortTable(table, head); });
    });
  });

  // ---- Charts.
  var dashes = ["", "7 3", "2 2.5", "9 3 2 3", "4 2", "1 3"];
  var shapes = [
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", "M-3.6 -3.6H3.6V3.6H-3.6Z", "M0 -5L5 0L0 5L-5 0Z",
    "M0 -4.8L4.6 3.6H-4.6Z", "M0 4.8L4.6 -3.6H-4.6Z", "M0 -4.8L4.6 -1.5L2.8 3.9H-2.8L-4.6 -1.5Z"];

  function colour(k) {
    return "var(--s" + k % 6 + ")";
  }
  // The first lines are wider, so that lines on top of each other can all be seen. After six lines the
  // colours repeat with other dashes.
  function lineStyle(k, n) {
    var wider = Math.min(0.9, 4.5 / n);
    return "stroke: " + colour(k) + "; stroke-width: " + (2 + wider * (n - 1 - k)).toFixed(2) +
      "; stroke-dasharray: " + (dashes[(k + Math.floor(k / 6)) % 6] || "none");
  }
  function mark(x, y, k, hollow, title) {
    var style = hollow ? "fill: var(--paper); stroke: " + colour(k) : "fill: " + colour(k);
    return draw("path", { "class": hollow ? "mark hollow" : "mark", d: shapes[k % 6], style: style,
      transform: "translate(" + x.toFixed(2) + " " + y.toFixed(2) + ")" }, draw("title", {}, title));
  }

  // Draws the names of lines with their marks, if any; returns the top of the plot.
  function legend(svg, plot, left, right) {
    var x = left, y = 14;
    plot.names.forEach(function (name, k) {
      var length = 34 + 7.2 * name.length;
      if (x > left && x + length > right) {
        x = left;
        y += 18;
      }
      svg.append(draw("line", { x1: x, x2: x + 24, y1: y - 4, y2: y - 4, "class": "curve",
        style: lineStyle(k, plot.names.length) }));
      if (plot.marks)
        svg.append(mark(x + 12, y - 4, k, false, name));
      svg.append(label(x + 29, y, name));
      x += length + 12;
    });
    return y + 12;
  }

  // Axes as { from, to, log, name, label }: a function from numbers to pixels for each.
  function scale(axis, low, high) {
    var map = axis.log ? Math.log : Number, from = map(axis.from), to = map(axis.to);
    return function (value) { return low + (high - low) * (map(value) - from) / (to - from); };
  }
  function axisTicks(axis, most) {
    return (axis.log ? logTicks : ticks)(axis.from, axis.to, Math.max(3, Math.floor(most)));
  }
  function axes(svg, box, plot, X, Y, height) {
    plot.yTicks.forEach(function (y) {
      svg.append(line(box.left, Y(y), box.right, Y(y), "grid"));
      svg.append(label(box.left - 6, Y(y) + 4, String(y), "end", "soft"));
    });
    axisTicks(plot.x, (box.right - box.left) / 80).forEach(function (x) {
      svg.append(line(X(x), box.top, X(x), box.bottom, "grid"));
      svg.append(label(X(x), box.bottom + 16, String(x), "middle", "soft"));
    });
    svg.append(draw("path", { "class": "axis", d: "M" + box.left + " " + box.top + "V" + box.bottom + "H" + box.right }));
    svg.append(label((box.left + box.right) / 2, height - 6, plot.x.name, "middle"));
    var turned = label(0, 0, plot.y.name, "middle");
    turned.setAttribute("transform", "translate(12 " + (box.top + box.bottom) / 2 + ") rotate(-90)");
    svg.append(turned);
  }
  // A picture with axes and legend: { svg, box, X, Y }, on which the caller draws. A long legend makes
  // the picture higher.
  function plane(width, plot) {
    var svg = draw("svg", { role: "img", "aria-label": plot.title });
    plot.yTicks = axisTicks(plot.y, 6);
    var longest = Math.max.apply(null, plot.yTicks.map(function (y) { return String(y).length; }));
    var last = axisTicks(plot.x, width / 80).pop(); // half of it may stand beyond the end of the axis
    var box = { left: 28 + 7 * longest, right: width - Math.max(14, 4 + 3.5 * String(last).length) };
    box.top = plot.names.length ? legend(svg, plot, box.left, box.right) : 14;
    var height = Math.round(Math.min(400, Math.max(250, width * 0.6)) + box.top - 14);
    box.bottom = height - 42;
    fill(svg, { viewBox: "0 0 " + width + " " + height, width: width, height: height });
    var X = scale(plot.x, box.left, box.right), Y = scale(plot.y, box.bottom, box.top);
    axes(svg, box, plot, X, Y, height);
    return { svg: svg, box: box, X: X, Y: Y };
  }

  // Step functions: curves of [x, y, x, y, ..], 0 before their first point.
  function steps(width, plot) {
    plot.y = { from: 0, to: 1.02, name: "share of platforms" };
    var p = plane(width, plot);
    plot.curves.forEach(function (curve, k) {
      var d = "M" + p.X(plot.x.from) + " " + p.Y(0);
      for (var i = 0; i + 1 < curve.length; i += 2)
        d += "H" + p.X(curve[i]).toFixed(2) + "V" + p.Y(curve[i + 1]).toFixed(2);
      p.svg.append(draw("path", { "class": "curve", d: d + "H" + p.box.right,
        style: lineStyle(k, plot.curves.length) }, draw("title", {}, plot.names[k])));
    });
    return p.svg;
  }

  // Names beside marks { x, y, name, bar }, each where it covers least of marks, names and bars.
  function overlap(a, b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }
  function around(x, y, half, up) {
    return { left: x - half, right: x + half, top: y - up, bottom: y + up };
  }
  function namePlaces(spot) {
    var half = 3.4 * spot.name.length, side = half + data.placement.away;
    return data.placement.places.map(function (by) {
      return around(spot.x + by[0] * side, spot.y - by[1], half, 7);
    });
  }
  function costOf(place, p, spot, spots, taken) {
    var rule = data.placement;
    function covered(list) {
      return list.filter(function (other) { return overlap(place, other); }).length;
    }
    var marks = spots.filter(function (other) { return other !== spot; })
      .map(function (other) { return around(other.x, other.y, rule.mark, rule.mark); });
    var inside = place.left >= p.box.left && place.right <= p.box.right + 14 && place.top >= 0 && place.bottom <= p.box.bottom;
    return (inside ? 0 : rule.outside) + rule.covered * (covered(marks) + covered(taken)) +
      rule.barCovered * covered(spots.map(function (other) { return other.bar; }));
  }
  function placeNames(p, spots) {
    var taken = [];
    spots.forEach(function (spot) {
      var places = namePlaces(spot);
      var costs = places.map(function (place) { return costOf(place, p, spot, spots, taken); });
      var place = places[costs.indexOf(Math.min.apply(null, costs))];
      taken.push(place);
      p.svg.append(label(place.left, place.bottom - 3, spot.name));
    });
  }

  // ---- Figures: frequency and profile.
  function pointText(variant, point, but) {
    var parts = variant.points[point].labels.map(function (text, k) {
      return but && but.includes(data.axes[k]) ? null : data.axes[k] + "=" + text;
    }).filter(function (part) { return part !== null; });
    return parts.length ? parts.join("  ") : "the only point";
  }
  function pointSelect(variant, first) {
    var texts = variant.points.map(function (point, k) { return pointText(variant, k); });
    return make("select", {}, options(first.concat(texts)));
  }

  function frequencyFigure(frame, variant) {
    var select = pointSelect(variant, []), place = make("div");
    var reach = variant.frequency.map(function (f) { return f.reach; });
    select.value = reach.indexOf(Math.max.apply(null, reach)); // the point with the greatest distance
    var names = variant.short.slice(0, variant.declared);
    frame.append(
      make("figcaption", {}, ["Cumulative frequency of the distance ",
        make("small", {}, "share of the platforms of one point on which a method is at most so far from the best")]),
      make("div", { "class": "controls" }, make("label", {}, ["point", select])), place);
    function show(width) {
      var frequency = variant.frequency[select.value];
      place.replaceChildren(steps(width, { names: names, curves: frequency.curves,
        x: { from: 0, to: frequency.reach, name: "above the best, at most (%)" },
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
      place.replaceChildren(steps(width, { names: variant.short.slice(0, variant.declared),
        curves: variant.profile.curves,
        x: { from: 1, to: reach, log: reach > 4, name: "factor of the best makespan, at most" },
        title: "Performance profile over all points" }));
    });
  }

  // ---- Figures: those of the experiment, a quantity against an axis or against another quantity.

  // The marks of a list [x, value, low, high, ..] that an axis can show.
  function readMarks(list, figure) {
    var marks = [];
    for (var k = 0; k < list.length; k += 4) {
      var m = { x: list[k], y: list[k + 1], low: list[k + 2], high: list[k + 3] };
      if (m.x !== null && m.y !== null && (m.x > 0 || !figure.logX) && (m.y > 0 || !figure.logY))
        marks.push(m);
    }
    return marks;
  }
  // The axis of some values, with a margin; it begins at 0 if 0 is near.
  function axisOf(values, log, name, margin, fromZero) {
    values = values.filter(function (value) { return !log || value > 0; });
    var low = Math.min.apply(null, values), high = Math.max.apply(null, values);
    if (!values.length)
      return { from: log ? 1 : 0, to: log ? 10 : 1, log: log, name: name };
    if (log) {
      var factor = Math.max(1.05, Math.pow(high / low, margin));
      return { from: low / factor, to: high * factor, log: true, name: name };
    }
    var pad = high > low ? margin * (high - low) : 0.1 * Math.abs(low) || 1;
    var zero = low >= 0 && (low < pad || (fromZero && low < 0.4 * high));
    return { from: zero ? 0 : low - pad, to: high + pad, log: false, name: name };
  }
  function picturePlot(figure, own, printed, names) {
    var all = [].concat.apply([], own.concat(printed)), margin = figure.scatter ? 0.08 : 0.04;
    var xs = all.map(function (m) { return m.x; }), ys = [];
    all.forEach(function (m) { ys.push(m.y, m.low, m.high); });
    return { names: figure.scatter ? [] : names, marks: true, title: figure.yLabel + " against " + figure.xLabel,
      x: axisOf(xs, figure.logX, figure.xLabel, margin, false),
      y: axisOf(ys, figure.logY, figure.yLabel, margin, !figure.scatter) };
  }
  function drawBar(p, m, k, log) {
    var low = log && m.low <= 0 ? p.box.bottom : p.Y(m.low), x = p.X(m.x);
    p.svg.append(draw("path", { "class": "bar95", style: "stroke: " + colour(k),
      d: "M" + (x - 3) + " " + low + "h6m-3 0V" + p.Y(m.high) + "m-3 0h6" }));
  }
  function drawLine(p, figure, marks, k, n, name) {
    if (marks.length > 1)
      p.svg.append(draw("path", { "class": "curve", style: lineStyle(k, n), d: "M" + marks.map(function (m) {
        return p.X(m.x).toFixed(2) + " " + p.Y(m.y).toFixed(2);
      }).join("L") }, draw("title", {}, name)));
    marks.forEach(function (m) {
      var interval = m.high > m.low ? ", 95 %: " + number(m.low) + " to " + number(m.high) : "";
      if (m.high > m.low)
        drawBar(p, m, k, figure.logY);
      p.svg.append(mark(p.X(m.x), p.Y(m.y), k, false, name + " at " + number(m.x) + ": " + number(m.y) + interval));
    });
  }
  function number(value) {
    return String(Number(value.toPrecision(5)));
  }
  function spotOf(p, m, name) {
    var x = p.X(m.x), half = data.placement.bar;
    return { x: x, y: p.Y(m.y), name: name,
      bar: { left: x - half, right: x + half, top: p.Y(m.high), bottom: p.Y(m.low) } };
  }
  var scatterWidth = 560; // names need room: a narrower page scrolls
  function picture(width, figure, own, printed, names) {
    width = figure.scatter ? Math.max(width, scatterWidth) : width;
    var p = plane(width, picturePlot(figure, own, printed, names)), spots = [];
    own.forEach(function (marks, k) { drawLine(p, figure, marks, k, names.length, names[k]); });
    printed.forEach(function (marks, k) {
      marks.forEach(function (m) {
        p.svg.append(mark(p.X(m.x), p.Y(m.y), k, true, names[k] + ", " + hollowWords[figure.print] + ", at " + number(m.x) + ": " + number(m.y)));
      });
    });
    if (figure.scatter)
      own.forEach(function (marks, k) {
        marks.forEach(function (m) { spots.push(spotOf(p, m, names[k])); });
      });
    placeNames(p, spots);
    if (!own.some(function (marks) { return marks.length; }))
      p.svg.append(label((p.box.left + p.box.right) / 2, (p.box.top + p.box.bottom) / 2, "no result", "middle", "soft"));
    return p.svg;
  }

  function shortened(name) {
    return charts.shorten(name, data.placement.longest);
  }

  // What hollow marks are, by the tag of their file.
  var hollowWords = { printed: "published values", claim: "what the paper's text says",
    ours: "values of an earlier computation of ours, not published" };

  function seriesFigure(frame, variant) {
    var figure = variant.figures[frame.dataset.figure], place = make("div", { "class": "chart" });
    var select = make("select", {}, options(figure.pictures.map(function (one) {
      return pointText(variant, one.point, [figure.x, figure.series]);
    })));
    var notes = (figure.bars ? ["bars: 95 % intervals (Student)"] : [])
      .concat(figure.print ? ["hollow: " + hollowWords[figure.print]] : []);
    frame.firstElementChild.append(" ", make("small", {}, notes.join("; ")));
    if (figure.pictures.length > 1)
      frame.append(make("div", { "class": "controls" }, make("label", {}, ["point", select])));
    frame.append(place);
    function show(width) {
      var one = figure.pictures[select.value];
      function read(list) { return readMarks(list, figure); }
      place.replaceChildren(picture(width, figure, one.own.map(read), one.printed.map(read), one.names.map(shortened)));
    }
    select.addEventListener("change", function () { show(place.clientWidth); });
    onWidth(place, show);
  }

  // ---- One instance: its chart if the page has its events, and the command.
  function runDetail(variant, instance, runs, shades, facts, place) {
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
      place.replaceChildren(run.events ? charts.gantt(Math.max(width, 560),
        Object.assign({ longest: data.placement.longest, shades: shades }, run), makespan, run.bound)
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
    panel.replaceChildren(make("h4", {}, pointText(variant, instance.point) + ", platform " + instance.index +
      (data.files.length ? ", " + data.files[instance.index] : "")));
    if (found && found.runs.length) {
      var facts = make("p", { "class": "note" }), place = make("div", { "class": "chart" });
      panel.append(make("div", { "class": "controls" }), facts, place, charts.ganttLegend(found.legend));
      panel.children[1].append(make("label", {}, ["method", runDetail(variant, instance, found.runs, found.shades, facts, place)]));
      panel.append(make("p", { "class": "note" }, "This command runs it again and draws it:"));
    } else {
      panel.append(make("p", {}, (variant.worst.length
        ? "The page holds the events of the worst instances alone (those with a chart). " : "") +
        "This command runs this one again and draws it:"));
    }
    panel.append(charts.commandLine(command));
    if (found && found.star)
      panel.append(explorerLine(found.star, variant.methods.slice(0, variant.declared)));
  }
  // A link whose page may be missing, which nothing here can find out.
  function explorerLine(star, methods) {
    var state = new URLSearchParams({ star: star, h: methods.join(",") });
    return make("p", { "class": "note" }, ["The same star in the explorer, where it can be changed: ",
      make("a", { href: "explorer.html#" + state }, "explorer.html"),
      ", if that page (make explorer makes it) lies beside this one."]);
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
    list.push({ head: "index", value: function (i) { return i.index; }, words: true, opens: true });
    if (data.files.length)
      list.push({ head: "file", value: function (i) { return data.files[i.index]; }, words: true });
    list.push({ head: "workers", value: function (i) { return i.workers; } },
      { head: "tasks", value: function (i) { return i.tasks; }, text: amount },
      { head: "farthest", value: function (i) { return i.farthest; }, text: figure });
    variant.short.forEach(function (name, k) {
      list.push({ head: "makespan", group: name, value: function (i) { return i.makespan[k]; }, text: amount },
        { head: "distance", group: name, value: function (i) { return i.distance[k]; }, text: figure });
    });
    return list;
  }

  // Two rows of heads: the methods over their columns, then the heads that sort.
  function groupRow(variant) {
    var own = data.axes.length + (data.files.length ? 5 : 4);
    var row = make("tr", {}, make("th", { colspan: own, "class": "group" }));
    variant.short.forEach(function (name, k) {
      row.append(make("th", { colspan: 2, scope: "colgroup", "class": "group number", title: variant.methods[k] }, name));
    });
    return row;
  }
  function sortHead(column, sort) {
    var button = make("button", { type: "button" }, column.head);
    button.addEventListener("click", sort);
    return make("th", { scope: "col", "aria-sort": "none", "class": column.words ? "" : "number" }, button);
  }
  function instanceCell(column, instance) {
    var value = column.value(instance), text = value === null ? "-" : (column.text || String)(value);
    if (!column.opens)
      return make("td", { "class": column.words ? "" : "number" }, text);
    return make("td", {}, [make("button", { type: "button" }, text)].concat(
      instance.chart ? [" ", make("span", { "class": "tag" }, "chart")] : []));
  }
  function instanceRow(columns, instance, chosen, choose) {
    var row = make("tr", { "aria-selected": instance === chosen }, columns.map(function (column) {
      return instanceCell(column, instance);
    }));
    row.addEventListener("click", function () { choose(instance); });
    return row;
  }
  function sorted(list, column, direction) {
    return list.sort(function (a, b) {
      return directed(compare(column.value(a), column.value(b)), direction === "descending") ||
        a.point - b.point || a.index - b.index;
    });
  }

  // The filters of the table.
  function instanceFilter(variant) {
    var point = pointSelect(variant, ["all points"]);
    var least = make("input", { type: "number", min: 1, step: "any", placeholder: "1" });
    var charted = make("input", { type: "checkbox" });
    return {
      controls: make("div", { "class": "controls" }, [make("label", {}, ["point", point]),
        make("label", {}, ["farthest at least", least])].concat(variant.worst.length
        ? make("label", { "class": "check" }, [charted, "with a chart in this page"]) : [])),
      passes: function (i) {
        var limit = parseFloat(least.value);
        return (point.value === "0" || i.point === point.value - 1) && (!charted.checked || i.chart) &&
          (isNaN(limit) || i.farthest >= limit);
      },
      onChange: function (update) {
        [point, charted].forEach(function (input) { input.addEventListener("change", update); });
        least.addEventListener("input", update);
      }
    };
  }
  // Pages of `size` rows: cut(list) gives the rows of the open page; turned() is called when another is opened.
  function pager(size, turned) {
    var before = make("button", { type: "button", "class": "button" }, "previous");
    var after = make("button", { type: "button", "class": "button" }, "next");
    var where = make("span", { "class": "note" });
    var self = { page: 0, controls: make("div", { "class": "controls pager" }, [before, where, after]) };
    self.cut = function (list) {
      var last = Math.max(0, Math.ceil(list.length / size) - 1);
      before.disabled = self.page === 0;
      after.disabled = self.page >= last;
      where.textContent = "page " + (self.page + 1) + " of " + (last + 1);
      return list.slice(self.page * size, self.page * size + size);
    };
    before.addEventListener("click", function () { self.page--; turned(); });
    after.addEventListener("click", function () { self.page++; turned(); });
    return self;
  }
  function countText(variant, shown, held) {
    var all = variant.instances.all;
    return shown + " of " + all + " instances" +
      (held < all ? "; this page holds the " + held + " whose farthest method is farthest from the best" : "");
  }

  function instanceTable(frame, variant) {
    var all = readInstances(variant), columns = columnsOf(variant), shown = all, chosen = null;
    var sort = { column: columns.findIndex(function (c) { return c.head === "farthest"; }), direction: "descending" };
    var filter = instanceFilter(variant), pages = pager(15, list);
    var count = make("p", { "class": "note", "aria-live": "polite" }), body = make("tbody");
    var panel = make("div", { "class": "detail", hidden: "" });
    var heads = columns.map(function (column, k) {
      return sortHead(column, function () {
        var again = sort.column === k && sort.direction === "ascending";
        sort = { column: k, direction: again ? "descending" : "ascending" };
        update();
      });
    });

    function choose(instance) {
      chosen = instance;
      showInstance(variant, instance, panel);
      list();
    }
    function list() {
      body.replaceChildren.apply(body, pages.cut(shown).map(function (instance) {
        return instanceRow(columns, instance, chosen, choose);
      }));
    }
    function update() {
      shown = sorted(all.filter(filter.passes), columns[sort.column], sort.direction);
      heads.forEach(function (head, k) { head.setAttribute("aria-sort", k === sort.column ? sort.direction : "none"); });
      count.textContent = countText(variant, shown.length, all.length);
      pages.page = 0;
      list();
    }
    filter.onChange(update);
    frame.replaceChildren(make("h3", {}, "Instances"),
      make("p", { "class": "note" }, "Farthest: the greatest distance of a declared method. A click on an instance " +
        "shows what happened there, or the command that runs it again."), filter.controls, count,
      make("div", { "class": "scroll" }, make("table", {},
        [make("thead", {}, [groupRow(variant), make("tr", {}, heads)]), body])), pages.controls, panel);
    update();
    if (shown.length && shown[0].chart)
      choose(shown[0]);
  }

  function each(kind, build) {
    root.querySelectorAll(kind).forEach(function (frame) {
      build(frame, data.variants[frame.dataset.variant]);
    });
  }
  each("figure.series", seriesFigure);
  each("figure.frequency", frequencyFigure);
  each("figure.profile", profileFigure);
  each(".instances", instanceTable);
});

// A link to a folded part opens what it is in.
function unfold() {
  "use strict";
  var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (var part = target; part; part = part.parentElement)
    if (part.tagName === "DETAILS")
      part.open = true;
  if (target)
    target.scrollIntoView();
}
document.querySelectorAll("[data-copy]").forEach(function (button) {
  "use strict";
  var shown = document.getElementById(button.dataset.copy);
  button.addEventListener("click", function () { charts.copy(shown.textContent, button, shown); });
});
addEventListener("hashchange", unfold);
unfold();
