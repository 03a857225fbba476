#!/usr/bin/env python3
"""The makespan of heuristics on a star, from Python. examples/makespan.c and .R print the same.

usage: examples/makespan.py [STAR [HEURISTIC..]]
"""
import sys

import starport

star = starport.Star(sys.argv[1] if len(sys.argv) > 1 else "c=.1,.2,.3,.1 w=.3,.7,1.1,.9 load=8,1,1,0")
for name in sys.argv[2:] or ["bba", "mbbsa", "r-bsa"]:
    run = starport.run(star, name)[0]
    words = "makespan %.17g" % run.makespan if run.status == "ok" else "%s: %s" % (run.status, run.reason)
    print("%-10s %s" % (name, words))
