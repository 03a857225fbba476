/* The numbers of a network as GMP's rationals, for the exact solvers. */
#pragma once

#include <starport/network.h>

#include <gmp.h>

/* The text "a/b", which the caller frees. */
char *exact_text(const mpq_t);
/* a += b * c, with scratch t. */
void exact_add_product(mpq_t a, const mpq_t b, const mpq_t c, mpq_t t);
/* s = 1/(w Tcp) of a row. */
void exact_speed(const struct sp_network *, long row, mpq_t s);
/* r and z of a link, with the return of results and Tcm. */
void exact_link_costs(const struct sp_network *, long link, mpq_t r, mpq_t z);
