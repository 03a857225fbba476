/* Reads quantities with SimGrid's units: "98.095Mf", "41.279125MBps", "59.904us". */
#pragma once

enum sp_quantity { SP_SPEED, SP_BANDWIDTH, SP_TIME };

/* Reads TEXT into *value, in flop/s, bytes/s or seconds, with the same bits as SimGrid 3.32. The
 * unit is mandatory, except for a time of 0. Returns NULL, or what was expected (a constant text;
 * *value is then unchanged): speeds and bandwidths must be positive and finite, times finite and
 * not negative. */
const char *sp_quantity_parse(enum sp_quantity, const char *text, double *value);
/* The speed of power state `state` in a list "2Gf, 1Gf". */
const char *sp_speed_parse(const char *list, long state, double *value);
