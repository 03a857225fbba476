"""The package installed under a prefix finds its library and its program there."""
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
    def test_prefix(self):
        plain = {key: x for key, x in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "STARPORT_PROGRAM")}
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
