"""Tables, arrays and databases of results; and the memory of many runs."""
import array
import ast
import gc
import math
import os
import sqlite3
import subprocess
import tempfile
import tracemalloc
import unittest

import random_stars
import starport
from starport import program

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

RUNS = 100000 if "PYTHON_COUNT" in os.environ else 3000


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Tables(unittest.TestCase):
    def test_fields(self):
        """The stubs have the numbers of a run that the library has, with their types."""
        with open(os.path.join(os.path.dirname(starport.__file__), "_starport.pyi")) as f:
            stub = next(node for node in ast.parse(f.read()).body if getattr(node, "name", "") == "Fields")
        typed = {node.target.id: ast.unparse(node.annotation) for node in stub.body if isinstance(node, ast.AnnAssign)}
        run = starport.run(starport.Star("c=2,2 w=3,4 tasks=6 profile=host1:6*0,10*1"), "min_c", "mct")[0]
        self.assertEqual(list(typed), [name for name, *_ in starport._starport.FIELDS])
        for name, text in typed.items():
            value = getattr(run, name)
            self.assertIn(text, ["Optional[%s]" % type(value).__name__] if value is not None else ["Optional[float]"], name)

    def test_throughput(self):
        """Tasks count at the end of the computation, or of the way back; a window has its end, not its start."""
        star = starport.Star("c=1,1 w=3,7 release=0,1,5")  # ends at 4, 7, 10
        run = starport.run(star, "mct")[0]
        self.assertEqual(run.throughput(4), [(4, 0.25), (8, 0.25), (12, 0.25)])
        self.assertEqual(run.throughput(5), [(5, 0.2), (10, 0.4)])
        self.assertEqual(run.throughput(100), [(100, 0.03)])
        returns = starport.run(starport.Star("c=1,1 w=2,3 result=2,0 tasks=3"), "mct")[0]  # 6; 4, 7
        self.assertEqual(returns.throughput(1), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 0), (6, 1), (7, 1)])
        tenths = starport.run(starport.Star("c=0 w=0.1 tasks=7"), "mct")[0]
        self.assertEqual([round(rate, 9) for _, rate in tenths.throughput(0.1)], [10] * 7)
        lost = starport.run(starport.Star("c=2,2 w=3,4 tasks=6 profile=host1:6*0,10*1"), "min_c")[0]
        self.assertEqual(sum(5 * rate for _, rate in lost.throughput(5)), 6)
        for window in 0, -1, math.nan, math.inf, 1e-7:
            with self.assertRaisesRegex(starport.Error, "window is .*, expected a number > 0"):
                run.throughput(window)
        with self.assertRaisesRegex(starport.Error, "no events to count: events=False"):
            starport.run(star, "mct", events=False)[0].throughput(1)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_arrays(self):
        plain = starport.Star(c=[1.5, 2.25], w=[3, 4], load=[5, 0])
        self.assertEqual(starport.Star(c=numpy.array([1.5, 2.25]), w=numpy.array([3, 4], dtype=numpy.int32),
                                       load=numpy.array([5, 0], dtype=numpy.uint8)), plain)
        self.assertEqual(starport.Star(c=[numpy.float64(1.5), numpy.float32(2.25)], w=[numpy.int64(3), 4],
                                       load=numpy.array([9, 5, 9, 0])[1::2]), plain)
        with self.assertRaises(TypeError):
            starport.Star(c=numpy.array([[1.0, 2.0]]), w=1, tasks=1)
        with self.assertRaises(TypeError):
            starport.Star(c=numpy.array([True]), w=1, tasks=1)
        star = starport.Star(c=numpy.arange(1, 4), w=numpy.ones(3), tasks=9)
        chosen = type("Numpy", (), {"next": lambda _, view: numpy.int64(1)})
        self.assertEqual(starport.run(star, chosen)[0].status, "ok")

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_arrays_are_read_where_they_are(self):
        """Arrays of all kinds give the star that lists give, bit by bit, and the same refusals."""
        def star(*columns):
            try:
                made = starport.Star(**dict(zip(("c", "w", "load"), columns)))
            except starport.Error as error:
                return str(error)
            return made.text, made.exact("c"), made.exact("w")
        refused = 0
        for seed in range(500):
            chance = random_stars.chance_of(seed)
            values = [[self.number(chance) for _ in range(3)] for _ in range(2)]
            load = [chance.choice([0, 1, 5, 2**40]) for _ in range(3)]
            plain = star(*values, load)
            self.assertEqual(star(*map(numpy.array, values), numpy.array(load)), plain)
            every_other = numpy.zeros((2, 6))
            every_other[:, ::2] = values
            self.assertEqual(star(every_other[0, ::2], array.array("d", values[1]), load), plain)
            refused += isinstance(plain, str)
        self.assertTrue(50 < refused < 400, refused)
        for dtype in ("f4", "i4", "i8", "u1", "u8", ">f8"):
            self.assertEqual(starport.Star(c=numpy.array([1, 2], dtype=dtype), w=numpy.array([3, 4], dtype=dtype),
                                           tasks=3), starport.Star("c=1,2 w=3,4 tasks=3"))
        big = numpy.full(100000, 2.5)
        tracemalloc.start()
        starport.Star(c=big, w=big, tasks=1)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.assertLess(peak, 20000)  # Python makes no list, text or bytes of them

    @staticmethod
    def number(chance):
        kind = chance.randrange(6)
        if kind == 0:
            return chance.randint(1, 200) / 10
        if kind == 1:
            return chance.random()
        if kind == 2:
            return math.ldexp(chance.randint(1, 10**6), -chance.randint(0, 40))
        if kind == 3:
            return chance.choice([-0.0, 2.0**53, 1e22, 5e-324, 2.0**53 - 1, 3.0, 4.0, -1.0, math.inf, math.nan])
        return float(chance.randint(1, 9))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_results_as_arrays(self):
        stars = [starport.Star(c=[1, 2], w=[3, k], tasks=9) for k in range(1, 8)]
        many = starport.run_many(stars, ["min_c", "bba", "mct"])
        found = many.array("makespan")
        self.assertEqual((found.shape, found.dtype), ((7, 3), numpy.float64))
        self.assertEqual([list(row) for row in found[:, ::2]], [[r[0].makespan, r[2].makespan] for r in many])
        self.assertTrue(numpy.isnan(found[:, 1]).all())
        self.assertEqual(starport.run_many([], ["mct"]).array("gap").shape, (0, 0))
        with self.assertRaises(KeyError):
            many.array("status")
        run = starport.run(stars[0], "mct")[0]
        events = run.array()
        self.assertIsNotNone(events.base)  # the memory is the run's
        self.assertEqual([tuple(e) for e in events[["start", "end", "from", "to", "amount"]].tolist()],
                         [(e.start, e.end, e.from_, e.to, e.amount) for e in run.events])
        self.assertEqual([(e.kind == "compute", e.message - 1) for e in run.events],
                         [(bool(k), m) for k, m in zip(events["kind"], events["message"])])
        self.assertEqual(len(starport.run(stars[0], "mct", events=False)[0].array()), 0)

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_frames(self):
        results = starport.run(starport.Star(c=[1, 2], w=[3, 4], tasks=9), "min_c", "bba")
        self.assertEqual(list(results.frame().status), ["ok", "refused"])
        events = results["min_c"].frame()
        self.assertEqual(list(events.columns), ["start", "end", "kind", "from", "to", "amount", "message"])
        self.assertEqual(events.end.max(), results["min_c"].makespan)
        many = starport.run_many([starport.Star(c=[1, 2], w=[3, 4], tasks=k) for k in (3, 4)], ["min_c", "mct"]).frame()
        self.assertEqual((list(many.star), list(many.heuristic)), ([0, 0, 1, 1], ["min_c", "mct"] * 2))

    def test_campaign(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "t.db")
            words = ["rr6005-table1", "--count=3", "--engine=native", "--db=" + file]
            subprocess.run([program.path(), "campaign", *words], stdout=subprocess.DEVNULL, check=True,
                           env=dict(os.environ, STARPORT_DATA=os.environ["ROOT"]))
            campaign = starport.Campaign(file)
            runs = [r for r in campaign.runs if not r["variant"]]
            self.assertEqual((campaign.experiment, sum(r["method"] == "bba" for r in runs)), ("rr6005-table1", 36))
            self.assertEqual(list(runs[0])[:6], ["experiment", "variant", "comm", "comp", "range", "index"])
            bba = [r["makespan"] for r in runs if r["method"] == "bba" and r["comm"] == "hom" == r["comp"]]
            self.assertEqual(len(bba), 9)
            cells = [c for c in campaign.cells if c["quantity"] == "mean(distance)" and c["role"] == "declared"]
            self.assertTrue(all(c["value"] >= 1 for c in cells) and len(cells) > 36)
            pairs = [p for p in campaign.pairs if not p["variant"]]
            self.assertEqual([(p["method"], p["other"], p["platforms"]) for p in pairs],
                             [("bba", "mbbsa", 3), ("bba", "r-bsa", 3), ("mbbsa", "r-bsa", 3)])
            self.assertTrue(all(p["low"] <= p["difference"] <= p["high"] and 0 < p["p"] <= 1 for p in pairs))
            if pandas:
                for table in campaign.runs, campaign.cells:
                    found = table.frame()
                    self.assertEqual((len(found), found.comm.dtype.ordered), (len(table), True))
                    self.assertEqual(list(found.range.cat.categories), ["general", "c<=w", "c>=w"])
            for file, words in [(os.path.join(folder, "none.db"), "unable to open"), (__file__, "not a database")]:
                with self.assertRaises(starport.Error) as caught:
                    starport.Campaign(file)
                self.assertIn(words, str(caught.exception))
                self.assertEqual(os.path.exists(file), file == __file__)
            with self.assertRaises(starport.Error):
                starport.Campaign(os.path.join(folder, "t.db"), "another")

    def test_axes_of_numbers(self):
        text = ("id = e\n[axis n] ; n: tasks\nn = 2, 10\n [axis size ]\n; no: label\n0.5: c = 1\n1: c = 2\n"
                "[axis places]\n1 :\nany: x\n[run]\na: b\n")
        self.assertEqual(starport.campaign._labels(text), {"n": [], "size": [], "places": ["1", "any"]})
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "f.db")
            words = ["rr5196-fig10", "--count=1", "--set=workers=2", "--engine=native", "--db=" + file]
            subprocess.run([program.path(), "campaign", *words], stdout=subprocess.DEVNULL, check=True,
                           env=dict(os.environ, STARPORT_DATA=os.environ["ROOT"]))
            campaign = starport.Campaign(file)
            self.assertEqual(sorted({r["tasks"] for r in campaign.runs})[:3], [10, 20, 40])
            self.assertEqual({type(c["tasks"]) for c in campaign.cells}, {int, type(None)})
            if pandas:
                self.assertEqual(campaign.runs.frame().tasks.dtype, "int64")

    def test_older_database(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "old.db")
            with open(os.path.join(os.environ["ROOT"], "tests/data/version3.sql"), encoding="ascii") as f:
                database = sqlite3.connect(file)
                database.executescript(f.read())
                database.close()
            self.assertEqual([(r["messages"], r["wasted"], r["resends"]) for r in starport.Campaign(file).runs],
                             [(6, 0, 0), (None, None, None), (6, 0, 0), (6, 0, 0)])

    def test_memory(self):
        class First:
            def next(self, view):
                return 1 if view.changed else 2

        def use(times):
            for _ in range(times):
                star = starport.Star(c=[1, 2], w=[3, 4], load=[9, 0])
                runs = starport.run(star, "bba", "mct", lambda s: [(1, 2)], lambda s: 1 / 0)
                runs[0].events
                starport.run(starport.Star(c=[1, 2], w=[3, 4], tasks=9), First, "min_c")
                try:
                    starport.Star(c=[-1], w=[1], tasks=1)
                except starport.Error:
                    pass

        use(300)
        gc.collect()
        tracemalloc.start()
        before, first = tracemalloc.get_traced_memory()[0], resident()
        use(RUNS // 6)
        gc.collect()
        self.assertLess(tracemalloc.get_traced_memory()[0] - before, 100000)
        tracemalloc.stop()
        self.assertLess(resident() - first, 4 << 20)
