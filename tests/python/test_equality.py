"""What Python gives is what the program prints as JSON, on random stars, graphs and networks."""
import fractions
import json
import os
import subprocess
import unittest

import random_stars
import starport
from starport import program

COUNT = int(os.environ.get("PYTHON_COUNT", 200))


def printed(*words):
    """The document that the program prints; None and its line if it prints none."""
    done = subprocess.run([program.path(), *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return (json.loads(done.stdout) if done.stdout else None), done.stderr.strip().split("\n")[-1]


class Equality(unittest.TestCase):
    def compare(self, seed):
        chance = random_stars.chance_of(seed)
        keys = random_stars.keys_of_star(chance)
        star = starport.Star(**keys)
        words = ["--star=" + star.text]
        names = chance.sample(random_stars.HEURISTICS[star.problem], 2) + ["bba"]
        noise = (0, 0, 0) if chance.random() < 0.7 else (0.25, 0.5, seed % 3)
        with self.subTest(seed=seed, star=star.text, names=names):
            self.assertEqual(starport.Star(star.text), star)
            runs = starport.run(star, *names, seed=seed, noise_link=noise[0], noise_cpu=noise[1],
                                platform=noise[2])
            document, _ = printed("run", *words, "-H", ",".join(names), "--engine=native", "--seed=%d" % seed,
                                  "--noise=link:%g,cpu:%g,platform:%d" % noise)
            self.assertEqual(document["instance"], {"problem": star.problem, "workers": star.workers})
            self.assertEqual([r.record() for r in runs], document["runs"])
            document, _ = printed("bound", *words)
            self.assertEqual(list(star.bounds.items()), [(b["name"], b["value"]) for b in document["bounds"]])
            self.assertEqual(star.flow_bounds, {})
            self.compare_plan(star, words, names[0], seed)
            if seed % 5 == 0:
                self.compare_optimum(star, words)

    def test_flow_bounds(self):
        star = starport.Star("c=1,1 w=3,7 release=0,1,5")
        document, _ = printed("bound", "--star=" + star.text)
        self.assertEqual(list(star.flow_bounds.items()), [(b["name"], b["value"]) for b in document["flow_bounds"]])
        self.assertEqual(list(star.flow_bounds), ["bound_max_flow", "bound_sum_flow"])

    def test_weights(self):
        star = starport.Star(c=[1, 1], w=[3, 7], tasks=3, release=[0, 1, 5], weights=[1, 3, 0.5])
        self.assertEqual(star.weights, (1, 3, 0.5))
        self.assertEqual(starport.Star(star.text).weights, star.weights)
        self.assertEqual(list(star.flow_bounds)[2:], ["bound_max_weighted_flow", "bound_sum_weighted_flow"])
        for name in ("max_weighted_flow", "sum_weighted_flow"):
            best = starport.optimal(star, objective=name)
            self.assertTrue(best.proven and star.flow_bounds["bound_" + name] <= best.value)
            found = starport.run(star, "optimal:objective=" + name)[0]
            self.assertEqual(getattr(found, name), best.value)
        with self.assertRaises(TypeError):
            starport.optimal(star, objective="weights")

    def compare_plan(self, star, words, name, seed):
        document, line = printed("plan", *words, "-H", name, "--seed=%d" % seed)
        try:
            self.assertEqual(starport.plan(star, name, seed).record(), document)
        except starport.Refused as refusal:
            self.assertEqual("starport: " + str(refusal), line)

    def compare_optimum(self, star, words):
        document, line = printed("optimal", *words, "--node-limit=20000")
        try:
            best = starport.optimal(star, 20000)
        except starport.Refused as refusal:
            self.assertEqual("starport: " + str(refusal), line)
            return
        value, bound = ("load", "upper_bound") if "load" in document else ("makespan", "lower_bound")
        self.assertEqual((best.value, best.bound, best.proven), (document[value], document[bound], document["proven"]))
        self.assertEqual(starport.Plan(best.transfers).record()["transfers"], document["transfers"])
        self.assertEqual(repr(starport.Plan([(0, 1)])), "<Plan of plan: planned None, 1 transfer>")
        if star.problem == "divisible":
            self.assertEqual((best.messages or None, best.searched, best.infimum),
                             (document["messages_at_most"], document["best_of_these"], document["infimum"]))

    def test_random_stars(self):
        for seed in range(COUNT):
            self.compare(seed)

    def test_hosts_that_fail(self):
        words = "c=2,2 w=3,4 tasks=6 profile=host1:6*0,10*1"
        runs = starport.run(starport.Star(words), "min_c", "mct")
        document, _ = printed("run", "--star=" + words, "-H", "min_c,mct", "--engine=native")
        self.assertEqual([r.record() for r in runs], document["runs"])
        self.assertEqual([(r.wasted, r.resends) for r in runs], [(2, 2), (1, 1)])
        self.assertIsNone(starport.run(starport.Star("c=2,2 w=3,4 tasks=6"), "min_c")[0].wasted)

    def compare_documents(self, ours, theirs):
        """Exact values are Fractions here, texts there."""
        if isinstance(theirs, dict):
            self.assertEqual(list(ours), list(theirs))
            ours, theirs = list(ours.values()), list(theirs.values())
        if isinstance(theirs, list):
            self.assertEqual(len(ours), len(theirs))
            for a, b in zip(ours, theirs):
                self.compare_documents(a, b)
        elif isinstance(ours, fractions.Fraction):
            self.assertEqual(str(ours), theirs)
        else:
            self.assertEqual(ours, theirs)

    def test_random_graphs_and_networks(self):
        exact = 0
        for seed in range(COUNT // 4):
            chance = random_stars.chance_of(seed)
            graph, (kind, spec) = random_stars.graph(chance), random_stars.network(chance)
            for call, words in [
                    (lambda: starport.steady(graph, schedule=True), ["steady", "--graph=" + graph, "--schedule"]),
                    (lambda: starport.network(kind, spec), ["network", kind, spec])]:
                with self.subTest(seed=seed, words=words):
                    document, line = printed(*words)
                    try:
                        ours = call()
                    except starport.Error as error:
                        self.assertIn(str(error), line)
                        continue
                    self.compare_documents(ours, document)
                    exact += isinstance(ours.get("throughput", ours.get("time_exact")), fractions.Fraction)
        self.assertGreater(exact, COUNT // 4)  # of twice as many

    def test_random_families(self):
        for seed, family in enumerate(["het-het", "hom-het-fast-links", "het-hom", "real", "no-such-family"]):
            document, line = printed("generate", "--family=" + family, "--workers=4", "--count=3", "--seed=%d" % seed)
            try:
                stars = starport.Star.random_many(family, 3, workers=4, seed=seed)
            except starport.Error as error:
                self.assertIn(str(error), line)
                continue
            self.assertEqual(stars, [starport.Star(text) for text in document["stars"]])

    def test_all(self):
        """All heuristics of a problem, the searches among them."""
        for text in ("c=1,8,1 w=1,1,9 load=7,2,0", "c=1,2 w=3,4 tasks=7", "c=1,2 latency=1 w=3,4 work=9",
                     "c=1 delta=1,-1"):
            star = starport.Star(text)
            document, _ = printed("run", "--star=" + text, "-H", "mct,all,bba", "--engine=native")
            runs = starport.run(star, "mct", "All", "bba")
            self.assertEqual([r.record() for r in runs], document["runs"])
            self.assertGreater(len(runs), 2)

    def test_events(self):
        """The events are those of the program's file, on both engines."""
        star = starport.Star(c=[1, 8, 0.1], w=[1, 1, 9], load=[13, 1, 0])
        engines = ["native"] + (["simgrid"] if program_has_simgrid() else [])
        for engine in engines:
            run = starport.run(star, "bba", "mbbsa:senders=cumulative", engine=engine)[1]
            with self.subTest(engine=engine), open_events(star, engine) as lines:
                self.assertEqual([",".join("%.17g" % x if isinstance(x, float) else str(x) for x in event)
                                  for event in run.events], lines)


class open_events:
    def __init__(self, star, engine):
        self.file = "/tmp/starport-events-%d.csv" % os.getpid()
        subprocess.run([program.path(), "run", "--star=" + star.text, "-H", "mbbsa:senders=cumulative",
                        "--engine=" + engine, "--events=" + self.file], stdout=subprocess.DEVNULL, check=True)

    def __enter__(self):
        with open(self.file) as f:
            return f.read().split("\n")[1:-1]

    def __exit__(self, *_):
        os.remove(self.file)


def program_has_simgrid():
    return os.path.exists(os.path.join(os.path.dirname(program.path()), "starport-simgrid.so"))
