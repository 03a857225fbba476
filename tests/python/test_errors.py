"""Bad input is an exception with the command line's words, never a crash."""
import array
import copy
import decimal
import fractions
import gc
import math
import os
import pickle
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

import starport
from starport import program

BAG = dict(c=[1, 2], w=[3, 4], tasks=20)


def line_of(*words):
    """The line with which the program refuses."""
    done = subprocess.run([program.path(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stderr.strip().split("\n")[-1]


class Stars(unittest.TestCase):
    def test_words_of_the_command_line(self):
        for keys, text in [(dict(c=[1, 2], w=[-1, 2], tasks=3), "c=1,2 w=-1,2 tasks=3"),
                           (dict(c=[1, 2], w=[1, 2, 3], tasks=3), "c=1,2 w=1,2,3 tasks=3"),
                           (dict(c=[1], w=[math.nan], tasks=3), "c=1 w=nan tasks=3"),
                           (dict(c=[1], w=[1]), "c=1 w=1"),
                           (dict(c=[], w=[1], tasks=1), "c= w=1 tasks=1"),
                           (dict(c=[math.inf], w=[1], tasks=1), "c=inf w=1 tasks=1"),
                           (dict(c=[1], w=[1], load=[0.5]), "c=1 w=1 load=1/2"),
                           (dict(c=[1], w=[1], tasks=1, load=[1]), "c=1 w=1 tasks=1 load=1"),
                           (dict(c=[1], w=[1], tasks=1, colour=3), "c=1 w=1 tasks=1 colour=3"),
                           (dict(c=[1], w=[1], tasks=-4), "c=1 w=1 tasks=-4")]:
            with self.subTest(text=text), self.assertRaises(starport.Error) as caught:
                starport.Star(**keys)
            self.assertEqual("starport: " + str(caught.exception), line_of("run", "-H", "bba", "--star=" + text))

    def test_types(self):
        for wrong in ("1,2 w=3", b"12", ["1", "2"], [None], [[1, 2]], object(), [True], {"a": 1}):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                starport.Star(c=wrong, w=1, tasks=3)
        for wrong in (3, b"c=1", ["c=1"]):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                starport.Star(wrong)
        with self.assertRaises(TypeError):
            starport.Star("c=1 w=1 tasks=1", c=[1])

    def test_numbers(self):
        star = starport.Star(c=[1, 0.1, fractions.Fraction(5, 8), decimal.Decimal("0.3")],
                             w=array.array("d", [2, 0.375, 1e-7, math.inf]), tasks=10**6)
        self.assertEqual(star.c, (1, 0.1, 0.625, 0.3))
        self.assertEqual(star.exact("c"), [fractions.Fraction(x) for x in ("1", "1/10", "5/8", "3/10")])
        self.assertEqual(star.w, (2, 0.375, 1e-7, math.inf))
        self.assertEqual(star.exact("w")[:2], [2, fractions.Fraction(3, 8)])
        self.assertEqual((star.total, star.deadline, star.buffer, star.workers), (10**6, math.inf, (math.inf,) * 4, 4))
        for _ in range(3):  # a star of a star and of its text is the same
            self.assertEqual(starport.Star(star.text), star)
            star = starport.Star(star)

    def test_memory(self):
        for free in ("unit", "chunk"):
            star = starport.Star(c=[1, 1], w=2, work=7, memory=[4, 3.5], free=free)
            self.assertEqual((star.memory, star.free_by_chunk), ((4, 3.5), free == "chunk"))
            self.assertEqual(starport.Star(star.text), star)
            self.assertEqual(starport.Star(star.text).free_by_chunk, star.free_by_chunk)
        with self.assertRaisesRegex(TypeError, "free is 2, expected 'unit' or 'chunk'"):
            starport.Star(c=1, w=1, work=1, memory=1, free=2)

    def test_words(self):
        for keys, word in (({"duplex": "half"}, "duplex=half"), ({"lost": "stay"}, "lost=stay")):
            star = starport.Star(c=[1, 2], w=[3, 4], load=[6, 0], **keys)
            self.assertEqual(star.text, "c=1,2 w=3,4 load=6,0 " + word)
            self.assertEqual(starport.Star(star.text).text, star.text)
            self.assertIn(word, pickle.loads(pickle.dumps(star)).csv)
            self.assertNotEqual(star, starport.Star(c=[1, 2], w=[3, 4], load=[6, 0]))
        with self.assertRaisesRegex(TypeError, "duplex is 1, expected 'half' or 'full'"):
            starport.Star(c=1, w=1, load=1, duplex=1)

    def test_profiles(self):
        profile = "w1:10*0.5,20*1,every:30;c2:5*0,8*1"
        star = starport.Star(c=[1, 2], w=array.array("d", [3, 4]), tasks=10, profile=profile)
        self.assertEqual(star.profile, profile)
        self.assertEqual(star.text, "c=1,2 w=3,4 tasks=10 profile=" + profile)
        self.assertIn(profile, repr(star))
        self.assertEqual(starport.Star(star.text), star)
        self.assertEqual(starport.Star(star).profile, profile)
        self.assertEqual(pickle.loads(pickle.dumps(star)), star)
        self.assertEqual(copy.deepcopy(star).profile, profile)
        constant = starport.Star(c=[1, 2], w=[3, 4], tasks=10)
        self.assertEqual(constant.profile, "")
        self.assertNotEqual(star, constant)
        run = starport.run(star, "min_c")[0]
        self.assertTrue(run.verified)
        self.assertEqual(run.makespan, 36)
        picture = run.gantt()
        run.star = constant
        self.assertGreater(len(picture), len(run.gantt()))  # no shades
        for wrong in (3, ["w1:3*1"], "w1:3*1 tasks=4", ""):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                starport.Star(c=[1, 2], w=[3, 4], tasks=10, profile=wrong)
        with self.assertRaises(starport.Error) as caught:
            starport.Star(c=[1, 2], w=[3, 4], tasks=10, profile="w3:5*1")
        self.assertIn("profile of w3, but the star has 2 workers", str(caught.exception))

    def test_timeout(self):
        star = starport.Star(c=[2, 2], w=[3, 4], tasks=6, profile="host1:6*0,10*1", timeout=0.5)
        self.assertEqual((star.timeout, starport.Star(star.text)), (0.5, star))
        self.assertNotEqual(star, starport.Star(c=[2, 2], w=[3, 4], tasks=6, profile="host1:6*0,10*1"))
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "star.csv"), "w") as f:
                f.write(star.csv)
            self.assertEqual(starport.Star("@" + f.name), star)
        run = starport.run(star, "min_c")[0]
        self.assertTrue(run.verified)
        self.assertIn("lost-compute", [e.kind for e in run.events])
        self.assertTrue(starport.check(star, run.events)["valid"])

    def test_table_of_a_large_profile(self):
        parts = ["w%d:%s" % (i, ",".join("%d*0.5,%d*1" % (2 * k, 2 * k + 1) for k in range(20000))) for i in (1, 2, 3)]
        star = starport.Star(c=[1, 2, 3], w=4, tasks=9, profile=";".join(parts))
        with tempfile.TemporaryDirectory() as folder:
            again = program.document("export", *program.star_words(star, folder), "--json")["star"]
            self.assertEqual(starport.Star(again), star)

    def test_table_of_a_large_star(self):
        star = starport.Star(c=[1 + k / 7 for k in range(9000)], w=2.5, load=[1] * 9000, recv=2, deadline=7)
        self.assertGreater(len(star.text), 100000)  # more than a word of a command line may be
        with tempfile.TemporaryDirectory() as folder:
            again = program.document("export", *program.star_words(star, folder), "--json")["star"]
            self.assertEqual(starport.Star(again), star)
            self.assertEqual(starport.Star("@" + os.path.join(folder, "star.csv")), star)

    def test_files(self):
        root = os.environ["ROOT"]
        star = starport.Star.from_file(root + "/platforms/rr6005-trace.xml", root + "/deploy/rr6005-trace_d.xml")
        self.assertEqual(star, starport.Star(c=[2] * 4, w=[3, 3, 4, 4], load=[8, 1, 1, 0]))
        with self.assertRaises(starport.Error) as caught:
            starport.Star.from_file("none.xml")
        self.assertEqual("starport: " + str(caught.exception), line_of("bound", "none.xml"))

    def test_names_of_options(self):
        """A name that begins with '-' is a name, also of a file that is there."""
        root = os.environ["ROOT"]
        for call in (lambda: starport.Star.from_file("--help"), lambda: starport.Star.from_file("-"),
                     lambda: starport.steady("--help.xml"), lambda: starport.network("--help", "-"),
                     lambda: starport.network("chain", "--help"), lambda: starport.worst("--help"),
                     lambda: starport.check(starport.Star(**BAG), "--help"),
                     lambda: starport.network("chain", "w=1,1 z=1", help=True)):
            with self.assertRaises(starport.Error):
                call()
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(root + "/platforms/rr6005-trace.xml", folder + "/--json")
            shutil.copy(root + "/deploy/rr6005-trace_d.xml", folder + "/-H")
            os.chdir(folder)
            try:
                star = starport.Star.from_file("--json", "-H", task_bytes=2e6)
                self.assertEqual(star.workers, 4)
                run = starport.run(star, "bba")[0]
                self.assertEqual(starport.check(star, run.events)["valid"], True)
            finally:
                os.chdir(here)

    def test_families(self):
        stars = starport.Star.random_many("het-het", 3, workers=4, seed=3, type="real", tasks=9, c__shared="yes")
        self.assertEqual([(s.workers, s.total, len(set(s.c))) for s in stars], [(4, 9, 1)] * 3)
        self.assertEqual(starport.Star.random("het-het", workers=4, seed=3, type="real", tasks=9, c__shared="yes"),
                         stars[0])
        with self.assertRaises(starport.Error) as caught:
            starport.Star.random("het-hat")
        self.assertIn("het-hat", str(caught.exception))


class Runs(unittest.TestCase):
    def setUp(self):
        self.star = starport.Star(**BAG)

    def test_methods(self):
        for name in ("mni_c", "bba:tie=never", "bba:colour=3", "bba:tie", "", "x" * 100):
            with self.subTest(name=name), self.assertRaises(starport.Error) as caught:
                starport.run(self.star, name)
            if name:
                self.assertEqual("starport: " + str(caught.exception),
                                 line_of("run", "--star=c=1 w=1 tasks=1", "-H", name))
        for wrong in (3, None, object(), int):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                starport.run(self.star, wrong)
        for call in (lambda: starport.run(self.star), lambda: starport.run(self.star, "bba", engine="simgird"),
                     lambda: starport.run(self.star, "bba", noise_link=1),
                     lambda: starport.run(self.star, "bba", platform=2**32), lambda: starport.optimal(self.star, -1),
                     lambda: starport.run_many([self.star], ["bba"], jobs=0),
                     lambda: starport.run_many([self.star], ["bba"], jobs=2**70),
                     lambda: starport.run(self.star, "min_c", noise_cpu=math.nan)):
            with self.assertRaises(starport.Error):
                call()
        for call in (lambda: starport.run("c=1 w=1 tasks=1", "bba"), lambda: starport.run(self.star, "bba", seed="x"),
                     lambda: starport.plan(None, "bba"), lambda: starport.cost(self.star, 3),
                     lambda: starport.run(self.star, "bba", noise_link="much")):
            with self.assertRaises((TypeError, ValueError, AttributeError)):
                call()

    def test_freed_star(self):
        runs = starport.run(starport.Star(**BAG), "min_c")
        view = []
        starport.run(starport.Star(**BAG), type("Keeps", (), {"next": lambda _, v: view.append(v) or 1}))
        self.star = None
        gc.collect()
        self.assertEqual(len(runs[0].events), 40)
        self.assertEqual((view[0].workers[1].c, view[0].changed, len(view[0].workers)), (2, (), 2))
        with self.assertRaises(TypeError):
            type(view[0])()

    def test_refused_and_planned(self):
        self.assertEqual(starport.run(self.star, "bba")[0].reason, "bba does redistribution; this is a bag")
        with self.assertRaises(starport.Refused):
            starport.plan(self.star, "bba")
        with self.assertRaises(starport.Error):
            starport.cost(self.star, [(0, 3)])
        with self.assertRaises(starport.Error):
            starport.run(self.star, "bba")[0].gantt()
        self.assertEqual(starport.cost(self.star, [(0, 1)] * 20), 61)

    def test_stars_that_change(self):
        star = starport.Star("c=1,1 w=2,2 tasks=6 profile=w1:3*0,10*1")
        self.assertAlmostEqual(star.bounds["capacity"], 11)
        with self.assertRaises(starport.Error):
            starport.cost(star, [(0, 1)] * 6)
        for plan in lambda: starport.optimal(star), lambda: starport.plan(star, "optimal"):
            with self.assertRaisesRegex(starport.Error, "stars that do not change"):
                plan()

    def test_pictures(self):
        run = starport.run(self.star, "mct")[0]
        self.assertTrue(run._repr_svg_().startswith("<?xml"))
        with tempfile.TemporaryDirectory() as folder:
            self.assertGreater(os.path.getsize(run.gantt(os.path.join(folder, "mct.png"))), 1000)
            with self.assertRaises(starport.Error):
                run.gantt(os.path.join(folder, "mct.tiff"))

    def test_notebook(self):
        """A run without a chart is shown as text; the explorer is the page with its address."""
        def crashes(star):
            raise ValueError("a <b> & \x1b" + 90 * " c")

        runs = [starport.run(self.star, "bba")[0], starport.run(self.star, crashes)[0],
                starport.run(self.star, "mct", events=False)[0]]
        good = starport.run(self.star, "mct")[0]
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ):
            pages = [run._repr_svg_() for run in runs]
            with unittest.mock.patch("tempfile.tempdir", os.path.join(folder, "none")):
                pages.append(good._repr_svg_())
            for page, words in zip(pages, ["refused: bba does", "ValueError: a <b> &", "events=False", "No such file"]):
                texts = [x.text for x in xml.etree.ElementTree.fromstring(page)]
                self.assertIn(words, " ".join(texts))
            os.makedirs(os.path.join(folder, "bin"))
            os.makedirs(os.path.join(folder, "share/starport"))
            os.environ["STARPORT_PROGRAM"] = shutil.copy(program.path(), os.path.join(folder, "bin"))
            with self.assertRaisesRegex(starport.Error, "make explorer"):
                self.star.explore()
            with open(os.path.join(folder, "share/starport/explorer.html"), "w", encoding="ascii") as f:
                f.write("<!-- a page -->\n<script></script>\n")
            shown = self.star.explore("min_c", "mct")
            self.assertRegex(repr(shown), "^file:///.*/explorer.html#star=.*&h=min_c,mct$")
            self.assertIn(r'["\u003c!-- a page -->\n\u003cscript>\u003c/script>\n"]', shown._repr_html_())
            self.assertTrue(repr(starport.Star(c=1, w=1, load=[2, 0]).explore()).endswith("portfolio"))

    def test_program(self):
        with self.assertRaises(starport.Error):
            starport.steady("w=1,2 edges=1-9:2")
        self.assertEqual(starport.steady("w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3")["throughput"],
                         fractions.Fraction(7, 4))
        self.assertEqual(starport.network("chain", "w=1,1 z=1")["time_exact"], fractions.Fraction(2, 3))
        self.assertEqual(starport.check(self.star, starport.run(self.star, "mct")[0].events).get("valid"), True)
        self.assertGreater(starport.worst("min_c", evaluations=200, seed=1)["ratio"], 1)
        self.assertIn("bba", [h["name"] for h in starport.heuristics()])
