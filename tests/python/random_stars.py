"""Random stars of all problems, graphs and networks, with whole numbers, decimals, fractions and dyadic floats."""
import fractions
import math
import random

HEURISTICS = {
    "redistribution": ["bba", "mbbsa", "mbbsa:senders=cumulative", "r-bsa", "best-of", "fwd", "bwd"],
    "bag": ["min_c", "min_w", "mct", "min_loss", "1d", "star-bounded-buffer", "replay", "star-unbounded-buffer",
            "min_c-deadline"],
    "divisible": ["communication-first", "computation-first", "latency-first", "umr", "periodic",
                  "periodic-optimized", "fixed:sequence=1"],
    "imbalance": ["sorted", "sorted:receivers=ascending"],
}


def _cost(chance):
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randint(1, 20)
    if kind == 1:
        return chance.randint(1, 200) / 10
    if kind == 2:
        return fractions.Fraction(chance.randint(1, 50), chance.randint(1, 9))
    return chance.randint(1, 1000) / 64


def _profile(chance, m):
    """Profiles of some speeds and links, the last factor not 0."""
    parts = []
    for target in chance.sample(["%s%d" % (kind, i + 1) for kind in "wc" for i in range(m)] + ["w", "c"], 2):
        dates = sorted(chance.sample(range(60), chance.randint(1, 4)))
        factors = [chance.choice([0, 0.1, 0.5, 0.75, 2]) for _ in dates[1:]] + [chance.choice([0.25, 1, 1.5])]
        parts.append("%s:%s" % (target, ",".join("%d*%r" % change for change in zip(dates, factors))) +
                     chance.choice(["", ",every:%d" % (dates[-1] + chance.randint(1, 9))]))
    return ";".join(parts)


def keys_of_star(chance):
    """Keywords of Star()."""
    m = chance.randint(1, 6)
    problem = chance.choice(list(HEURISTICS))
    keys = {"c": [_cost(chance) for _ in range(m)], "w": [_cost(chance) for _ in range(m)]}
    if problem != "imbalance" and chance.random() < 0.3:
        keys["latency"] = [_cost(chance) for _ in range(m)]
    if problem == "redistribution":
        keys["load"] = [chance.randint(0, 8) for _ in range(m)]
        keys["load"][0] += 1
    elif problem == "bag":
        keys["tasks"] = chance.randint(1, 40)
        if chance.random() < 0.5:
            keys["buffer"] = [chance.choice([1, 2, 3, math.inf]) for _ in range(m)]
    elif problem == "divisible":
        keys["work"] = _cost(chance)
        limits = random.Random(repr(keys["c"]))  # the other draws stay
        if limits.random() < 0.3:
            keys["memory"] = [limits.choice([1, 2.5, 12, math.inf]) for _ in range(m)]
            keys["free"] = limits.choice(["unit", "chunk"])
    else:
        give = [chance.randint(-4, 4) for _ in range(m)]
        give[0] -= sum(give)
        keys["delta"] = give
    if problem != "imbalance" and chance.random() < 0.2:
        keys["deadline"] = chance.randint(5, 200)
    if chance.random() < 0.2:
        keys["profile"] = _profile(chance, m)
    if chance.random() < 0.1:
        keys["send"] = chance.choice([2, math.inf])
    return keys


def _text(values):
    return ",".join(str(x) for x in values)


def graph(chance):
    """A connected graph as --graph takes it."""
    n = chance.randint(2, 5)
    edges = ["%d-%d:%s" % (chance.randint(1, k - 1), k, _cost(chance)) for k in range(2, n + 1)]
    if chance.random() < 0.3 and not any(edge.startswith("1-%d:" % n) for edge in edges):
        edges.append("1-%d:%s" % (n, _cost(chance)))
    return "w=%s edges=%s" % (_text(_cost(chance) for _ in range(n)), ",".join(edges))


def network(chance):
    """A kind of network and its specification."""
    n = chance.randint(2, 5)

    def costs(count):
        return _text(_cost(chance) for _ in range(count))
    tree = "parent=0,%s w=%s z=%s" % (_text(chance.randint(1, k) for k in range(1, n)), costs(n), costs(n - 1))
    return chance.choice([("chain", "w=%s z=%s" % (costs(n), costs(n - 1))),
                          ("loop", "w=%s z=%s" % (costs(n), costs(n))),
                          ("star", "w=%s z=%s" % (costs(n), costs(n - 1))), ("tree", tree),
                          ("hypercube", "d=%d w=%s z=%s" % (chance.randint(1, 3), _cost(chance), _cost(chance)))])


def chance_of(seed):
    return random.Random(seed)
