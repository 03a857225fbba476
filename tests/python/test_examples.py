"""The examples in Python, C and R, and R's tables."""
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import starport
from starport import program

ROOT = os.environ["ROOT"]
BUILD = os.path.dirname(program.path())
ENV = dict(os.environ, STARPORT_DATA=ROOT, PATH=BUILD + ":" + os.environ["PATH"])
STARS = [[], ["c=1/3,2 w=.7,3/7 tasks=11", "mct", "bba", "1d"], ["c=1,2 latency=.1 w=3,4 work=7.7", "umr", "sa"],
         ["c=1e-3,7e5 w=12345.678 load=1,4", "bba", "fwd"]]


def output(*words, cwd=None):
    done = subprocess.run(words, env=ENV, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise AssertionError(done.stdout)
    return done.stdout


def has_r():
    return shutil.which("Rscript") and not subprocess.run(
        ["Rscript", "-e", "library(jsonlite); library(DBI); library(RSQLite)"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL).returncode


class Examples(unittest.TestCase):
    def by_command_line(self, given):
        """What the command line says, as the examples print it."""
        star = given[0] if given else "c=.1,.2,.3,.1 w=.3,.7,1.1,.9 load=8,1,1,0"
        names = given[1:] or ["bba", "mbbsa", "r-bsa"]
        runs = program.document("run", "--star=" + star, "-H", ",".join(names), "--engine=native", "--json")["runs"]
        return "".join("%-10s %s\n" % (name, "makespan %.17g" % r["makespan"] if r["status"] == "ok" else
                                       "%s: %s" % (r["status"], r["reason"])) for name, r in zip(names, runs))

    def test_python(self):
        for given in STARS:
            self.assertEqual(output(sys.executable, ROOT + "/examples/makespan.py", *given),
                             self.by_command_line(given))

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_c(self):
        with tempfile.TemporaryDirectory() as folder:
            output("cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-I", ROOT + "/include",
                   ROOT + "/examples/makespan.c", "-L", BUILD, "-lstarport", "-Wl,-rpath," + BUILD, "-o", folder + "/a")
            for given in STARS:
                self.assertEqual(output(folder + "/a", *given), self.by_command_line(given))

    @unittest.skipUnless(has_r(), "R, jsonlite or RSQLite is not installed")
    def test_r(self):
        for given in STARS:
            self.assertEqual(output("Rscript", ROOT + "/examples/makespan.R", *given), self.by_command_line(given))

    @unittest.skipUnless(has_r(), "R, jsonlite or RSQLite is not installed")
    def test_r_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            output("starport", "campaign", "rr5196-fig10", "--count=2", "--set=workers=4", "--db=t.db", cwd=folder)
            shown = output("Rscript", ROOT + "/examples/figure10.R", "t.db", "f.pdf", cwd=folder)
            self.assertEqual(len(shown.split("\n")), 14)
            self.assertGreater(os.path.getsize(folder + "/f.pdf"), 3000)
            words = 'r <- starport_runs("t.db"); cat(nrow(r), sum(r$makespan), class(r$tasks), names(r)[1:5])'
            shown = output("Rscript", "-e", "source('%s/R/starport.R'); %s" % (ROOT, words), cwd=folder)
            runs = starport.Campaign(folder + "/t.db").runs
            self.assertEqual((shown.split()[0], shown.split()[2]), (str(len(runs)), "numeric"))
            self.assertAlmostEqual(float(shown.split()[1]), sum(r["makespan"] for r in runs), delta=1e3)
            output("starport", "campaign", "rr6005-text", "--count=2", "--engine=native", "--db=u.db", cwd=folder)
            shown = output("Rscript", "-e", "source('%s/R/starport.R'); for (x in list(starport_runs('u.db'), starport_cells("
                           "'u.db'))) cat(class(x$range), levels(x$range), '')" % ROOT, cwd=folder)
            self.assertEqual(shown, "ordered factor general c<=w c>=w " * 2)
            for words, line in [('starport_run("c=1 w=1 tasks=1", "mni")', "unknown heuristic 'mni'"),
                                ('starport_run("c=-1 w=1 tasks=1", "mct")', "c is -1"),
                                ('starport_runs("none.db")', "none.db: no such file"),
                                ('starport_cells("none.db")', "none.db")]:
                with self.assertRaises(AssertionError) as caught:
                    output("Rscript", "-e", "source('%s/R/starport.R'); %s" % (ROOT, words), cwd=folder)
                self.assertIn(line, str(caught.exception))

    @unittest.skipUnless(has_r(), "R, jsonlite or RSQLite is not installed")
    def test_r_star(self):
        words = 'cat(starport_star(c = c(1, 0.1, 1e-7), w = c(2.5, Inf, 123456789), load = "5"))'
        self.assertEqual(output("Rscript", "-e", "source('%s/R/starport.R'); %s" % (ROOT, words)),
                         "c=1,0.1,1e-07 w=2.5,inf,123456789 load=5")

    def test_heuristic(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = output(sys.executable, ROOT + "/examples/beats_min_c.py", folder).split("\n")
            self.assertEqual(lines[:3], ["<Run Soonest, native: makespan 31, gap 6.9 %>",
                                         "<Run min_c, native: makespan 57, gap 96.6 %>", "optimal 29"])
            self.assertEqual(sorted(os.listdir(folder)), ["min_c.svg", "soonest.svg"])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_papers(self):
        shown = output(sys.executable, ROOT + "/examples/papers.py", "300", "4").split("\n")
        mean = {line.split()[0]: float(line.split()[1]) for line in shown[1:4]}
        self.assertAlmostEqual(mean["r-bsa:order=forward:tie=begin"], 1.0186, delta=0.008)
        self.assertAlmostEqual(mean["bba:tie=last"], 1.0003, delta=0.0006)
        self.assertAlmostEqual(float(shown[-2].split()[1]), 0.93, delta=0.03)
