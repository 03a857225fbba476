"""Tables, arrays and databases of results; and the memory of many runs."""
import gc
import os
import subprocess
import tempfile
import tracemalloc
import unittest

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

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_frames(self):
        results = starport.run(starport.Star(c=[1, 2], w=[3, 4], tasks=9), "min_c", "bba")
        self.assertEqual(list(results.frame().status), ["ok", "refused"])
        events = results["min_c"].frame()
        self.assertEqual(list(events.columns), ["start", "end", "kind", "from", "to", "amount", "message"])
        self.assertEqual(events.end.max(), results["min_c"].makespan)

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
                self.assertEqual(len(campaign.runs.frame()), len(campaign.runs))
            for file, words in [(os.path.join(folder, "none.db"), "unable to open"), (__file__, "not a database")]:
                with self.assertRaises(starport.Error) as caught:
                    starport.Campaign(file)
                self.assertIn(words, str(caught.exception))
                self.assertEqual(os.path.exists(file), file == __file__)
            with self.assertRaises(starport.Error):
                starport.Campaign(os.path.join(folder, "t.db"), "another")

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
