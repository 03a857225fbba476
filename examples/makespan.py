#!/usr/bin/env python3
"""The makespan of a heuristic on a star, from Python through libstarport.so.

usage: examples/makespan.py [STAR [HEURISTIC..]]      (after make; STARPORT_LIB names another library)
"""
import ctypes
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
lib = ctypes.CDLL(os.environ.get("STARPORT_LIB", os.path.join(here, "../build/libstarport.so")))


class Schedule(ctypes.Structure):
    _fields_ = [("n", ctypes.c_long), ("cap", ctypes.c_long), ("msg", ctypes.c_void_p),
                ("planned", ctypes.c_double)]


class Method(ctypes.Structure):
    _fields_ = [("heuristic", ctypes.c_void_p), ("options", ctypes.c_void_p),
                ("name", ctypes.c_char_p)]


for function in ("sp_registry_alloc", "sp_star_parse", "sp_context_alloc"):
    getattr(lib, function).restype = ctypes.c_void_p
lib.sp_makespan.restype = ctypes.c_double
lib.sp_context_reason.restype = ctypes.c_char_p


def makespan(star, heuristic):
    """Plans and evaluates; returns (planned, executed), or raises ValueError with the reason."""
    error = ctypes.create_string_buffer(512)
    registry = ctypes.c_void_p(lib.sp_registry_alloc(error))
    instance = ctypes.c_void_p(lib.sp_star_parse(star.encode(), error))
    method, schedule = Method(), Schedule()
    if not instance or lib.sp_method_parse(registry, heuristic.encode(), ctypes.byref(method), error):
        raise ValueError(error.value.decode())
    context = ctypes.c_void_p(lib.sp_context_alloc(registry, ctypes.c_uint64(1), instance,
                                                   ctypes.byref(method)))
    if lib.sp_plan(context, ctypes.byref(method), instance, ctypes.byref(schedule)):
        raise ValueError(lib.sp_context_reason(context).decode())
    return schedule.planned, lib.sp_makespan(instance, ctypes.byref(schedule))


if __name__ == "__main__":
    star = sys.argv[1] if len(sys.argv) > 1 else "c=2 w=3,3,4,4 load=8,1,1,0"
    for name in sys.argv[2:] or ["bba", "mbbsa", "r-bsa"]:
        print("%-10s planned %g, executed %g" % ((name,) + makespan(star, name)))
