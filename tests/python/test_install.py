"""The package installed under a prefix finds its library and its program there."""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

import starport

BUILD = os.path.realpath(os.path.join(os.path.dirname(starport.__file__), "../.."))
USE = "import starport as s; print(s.run(s.Star(c=1, w=1, tasks=2), 'mct')[0].makespan, len(s.heuristics()) > 30)"


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
            self.assertEqual(out, "3.0 True\n")
            make(["uninstall"])
            left = [f for f in glob.glob(prefix + "/**", recursive=True) if not os.path.isdir(f)]
            self.assertEqual([f for f in left if "__pycache__" not in f], [])
