/* The gamma distribution of scale 1. GSL's inverse does not converge for shapes below 0.3 and ends
 * the program then, and has an error of 3e-7 at the shape 1000; its distribution has other last
 * bits. Private to this room. */
#pragma once

/* The probability of values up to x >= 0; shape > 0. */
double gamma_cdf(double shape, double x);
/* The x with that probability p in [0, 1] of values up to x. */
double gamma_quantile(double shape, double p);
