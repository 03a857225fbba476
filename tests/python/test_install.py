"""The package installed under a prefix, or by pip, finds its library and its program there."""
import glob
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest

import starport

BUILD = os.path.realpath(os.path.join(os.path.dirname(starport.__file__), "../.."))
USE = "import starport as s; from importlib.metadata import version; print(version('starport'), " \
      "s.run(s.Star(c=1, w=1, tasks=2), 'mct')[0].makespan, len(s.heuristics()) > 30)"
with open(os.environ["ROOT"] + "/include/starport/api.h", encoding="ascii") as header:
    VERSION = ".".join(re.findall(r"define STARPORT_VERSION_[MP]\w* (\d+)", header.read()))


class Install(unittest.TestCase):
    @staticmethod
    def plain():
        """The environment without what this build and `make` have set."""
        return {key: x for key, x in os.environ.items() if key not in (
            "MAKEFLAGS", "MAKELEVEL", "STARPORT_PROGRAM", "PYTHONPATH", "ROOT", "BUILD", "UPDATE", "JOBS")}

    def test_prefix(self):
        plain = self.plain()
        with tempfile.TemporaryDirectory() as prefix:
            def make(verb):
                subprocess.run(["make", "-s", "-C", os.environ["ROOT"], "BUILD=" + BUILD, "PREFIX=" + prefix, *verb],
                               env=plain, check=True, stdout=subprocess.DEVNULL)
            make(["install", "install-python"])
            site = glob.glob(prefix + "/lib/python3*/site-packages")
            out = subprocess.run([sys.executable, "-c", USE], env=dict(plain, PYTHONPATH=site[0]), check=True,
                                 stdout=subprocess.PIPE, text=True, cwd=prefix).stdout
            self.assertEqual(out, VERSION + " 3.0 True\n")
            make(["uninstall"])
            left = [f for f in glob.glob(prefix + "/**", recursive=True) if not os.path.isdir(f)]
            self.assertEqual([f for f in left if "__pycache__" not in f], [])

    @unittest.skipUnless(importlib.util.find_spec("pip"), "pip is not installed")
    def test_pip(self):
        with tempfile.TemporaryDirectory() as folder:
            def pip(*words):
                done = subprocess.run([sys.executable, "-m", "pip", *words], stdout=subprocess.PIPE,
                                      env=dict(os.environ, BUILD=BUILD, PYTHONPATH=folder),
                                      stderr=subprocess.STDOUT, text=True, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stdout)
                return done.stdout
            pip("install", "--no-index", "--target=" + folder, os.environ["ROOT"] + "/python")
            out = subprocess.run([sys.executable, "-c", USE], env=dict(os.environ, PYTHONPATH=folder), check=True,
                                 stdout=subprocess.PIPE, text=True, cwd=folder).stdout
            self.assertEqual(out, VERSION + " 3.0 True\n")
            self.assertIn("Version: %s\n" % VERSION, pip("show", "starport"))
            self.assertIn(b"rr6005-table1\n", subprocess.run([folder + "/bin/starport", "list", "experiments", "--names"],
                                                             env=self.plain(), cwd=folder, check=True,
                                                             stdout=subprocess.PIPE).stdout)

    @unittest.skipUnless(importlib.util.find_spec("pip"), "pip is not installed")
    def test_wheel(self):
        """In an empty environment the wheel has the program with its modules and data, and passes the examples of
        docs/python.md, in folders without the sources."""
        with tempfile.TemporaryDirectory() as folder:
            environment, plain = folder + "/environment", self.plain()

            def output(*words, **kept):
                done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
                                      env=dict(plain, **kept))
                self.assertEqual(done.returncode, 0, done.stdout)
                return done.stdout
            wheel = output("make", "-s", "-C", os.environ["ROOT"], "BUILD=" + BUILD, "wheel").split()[-1]
            output(sys.executable, "-m", "venv", "--without-pip", environment)
            output(sys.executable, "-m", "pip", "--python", environment + "/bin/python3", "install", "--no-index", wheel)
            self.assertEqual(output(environment + "/bin/python3", "-c", USE), VERSION + " 3.0 True\n")
            program = environment + "/bin/starport"
            self.assertIn("agree", output(program, "reproduce", "steady-thm3"))  # an experiment, its published values
            self.assertIn("-I%s/include " % environment, output(program, "new", "heuristic", "mine"))
            with open(folder + "/first.py", "w", encoding="ascii") as f:
                f.write("def plan(star):\n    return [(0, 1)] * int(star.total)\n")
            engine = "both" if os.path.exists(BUILD + "/starport-simgrid.so") else "native"
            for path in (environment + "/bin:" + os.environ["PATH"], os.environ["PATH"]):  # active or not
                self.assertIn("first ", output(program, "run", "--plugin=first.py", "-H", "first", "--engine=" + engine,
                                               "--star=c=1,2 w=3,4 tasks=3", PATH=path))
            shown = output(os.environ["ROOT"] + "/tests/golden/run", os.environ["ROOT"] + "/docs/python.md",
                           INSTALLED=environment)
            self.assertIn("golden: 1 passed", shown)
            self.assertNotIn("where this fails", shown)
