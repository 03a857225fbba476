/* Shared objects that come with the program and are loaded when they are needed, so that nothing
 * else needs their libraries. */
#pragma once

/* The symbol of the module of that file name, which stands beside the program, or beside the
 * library that contains this file, or in ../lib/starport of the program's folder. global: its
 * libraries serve modules that are loaded later, too. NULL: it is not there, or (then dlerror says
 * why) cannot be loaded. */
const void *sp_open_module(const char *name, const char *symbol, int global);
