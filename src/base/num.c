/* Reads numbers as the user wrote them: always the nearest double, and the exact rational num/den
 * if 63 bits hold it. Exact solvers use the rational, simulators the double; both come from the
 * same text, so neither contains a rounding of the other. */
#include "base/num.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>

enum { DOUBLE_BITS = 53 };

/* The double nearest to num/den, ties to even. If both are doubles, one division is correctly
 * rounded. Otherwise num is shifted until the quotient has at least 64 bits, more than a double and
 * its rounding bit need, and a remainder is kept as a sticky last bit: the conversion then rounds
 * the true value once. */
static double nearest(uint64_t num, uint64_t den)
{
  if (num >> DOUBLE_BITS == 0 && den >> DOUBLE_BITS == 0)
    return (double)num / (double)den;
  int shift = 64 + __builtin_clzll(num);
  unsigned __int128 wide = (unsigned __int128)num << shift;
  unsigned __int128 quotient = wide / den;
  if (wide % den)
    quotient |= 1;
  return ldexp((double)quotient, -shift);
}

/* sign * num/den in lowest terms; num, den < 2^63, den > 0. */
static struct sp_num rational(bool negative, uint64_t num, uint64_t den)
{
  uint64_t divisor = sp_gcd(num, den);
  num /= divisor;
  den /= divisor;
  double v = num ? nearest(num, den) : 0;
  return (struct sp_num){negative && num ? -v : v, negative ? -(int64_t)num : (int64_t)num,
                         (int64_t)den};
}

struct sp_num sp_int(int64_t value)
{
  return (struct sp_num){(double)value, value, 1};
}

struct sp_num *sp_nums(long n, int value)
{
  struct sp_num *x = sp_xcalloc((size_t)n, sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = sp_int(value);
  return x;
}

struct sp_num sp_double(double v)
{
  struct sp_num inexact = {v, 0, 0};
  if (!isfinite(v))
    return inexact;
  if (fabs(v) < 0x1p53 && v == (double)(int64_t)v)
    return sp_int((int64_t)v);
  int exponent;
  int64_t mantissa = (int64_t)ldexp(frexp(v, &exponent), DOUBLE_BITS);
  exponent -= DOUBLE_BITS;
  for (; mantissa % 2 == 0; mantissa /= 2)
    exponent++;
  if (exponent < -62)
    return inexact;
  if (exponent < 0)
    return (struct sp_num){v, mantissa, (int64_t)1 << -exponent};
  int64_t value;
  if (exponent > 62 || __builtin_mul_overflow(mantissa, (int64_t)1 << exponent, &value) ||
      value == INT64_MIN)
    return inexact;
  return (struct sp_num){v, value, 1};
}

/* Reads digits into *value; returns their end, or NULL if there is no digit or more than 63 bits.
 */
static const char *read_integer(const char *p, uint64_t *value)
{
  if (!isdigit((unsigned char)*p))
    return NULL;
  for (*value = 0; isdigit((unsigned char)*p); p++)
    if (__builtin_mul_overflow(*value, 10u, value) ||
        __builtin_add_overflow(*value, (uint64_t)(*p - '0'), value) || *value > INT64_MAX)
      return NULL;
  return p;
}

static int parse_fraction(const char *p, bool negative, struct sp_num *out)
{
  uint64_t num, den;
  p = read_integer(p, &num);
  if (!p || *p != '/')
    return -1;
  p = read_integer(p + 1, &den);
  if (!p || *p || !den)
    return -1;
  *out = rational(negative, num, den);
  return 0;
}

/* The value of a decimal text: digits * 10^exponent; exact: `digits` has all digits. */
struct decimal {
  uint64_t digits;
  long exponent;
  bool exact;
};

static void push_digit(struct decimal *d, char digit)
{
  uint64_t next;
  d->exact = d->exact && !__builtin_mul_overflow(d->digits, 10u, &next) &&
             !__builtin_add_overflow(next, (uint64_t)(digit - '0'), &next) && next <= INT64_MAX;
  if (d->exact)
    d->digits = next;
}

/* digits [. digits] [e [sign] digits], with a digit before the e. False if p is different. */
static bool scan_decimal(const char *p, struct decimal *d)
{
  *d = (struct decimal){0, 0, true};
  long digits = 0;
  for (; isdigit((unsigned char)*p); p++, digits++)
    push_digit(d, *p);
  if (*p == '.')
    for (p++; isdigit((unsigned char)*p); p++, digits++, d->exponent--)
      push_digit(d, *p);
  if (!digits)
    return false;
  if (*p == 'e' || *p == 'E') {
    p++;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
      p++;
    uint64_t exponent;
    p = read_integer(p, &exponent);
    if (!p || exponent > 100000) /* far outside of the range of doubles */
      return false;
    d->exponent += negative ? -(long)exponent : (long)exponent;
  }
  return *p == '\0';
}

/* strtod in the C locale, also if the program that uses the library has set another. */
static double decimal_value(const char *text)
{
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!c)
    abort(); /* the C locale always exists: memory is exhausted */
  double v = strtod_l(text, NULL, c);
  freelocale(c);
  return v;
}

/* Writes digits * 10^exponent as num/den; false if that needs more than 63 bits. */
static bool decimal_ratio(const struct decimal *d, uint64_t *num, uint64_t *den)
{
  long exponent = d->exponent;
  *num = d->digits;
  *den = 1;
  if (!d->exact)
    return false;
  if (*num == 0)
    exponent = 0;
  /* 10^-k = 2^-k * 5^-k: cancel the factors of num as they come, so that 5e-19 is 1/(2*10^18). */
  for (; exponent < 0; exponent++) {
    uint64_t ten = 10, divisor = sp_gcd(*num, ten);
    *num /= divisor;
    if (__builtin_mul_overflow(*den, ten / divisor, den) || *den > INT64_MAX)
      return false;
  }
  for (; exponent > 0; exponent--)
    if (__builtin_mul_overflow(*num, 10u, num) || *num > INT64_MAX)
      return false;
  return true;
}

int sp_num_parse(const char *text, struct sp_num *out)
{
  const char *p = text;
  bool negative = *p == '-';
  if (*p == '-' || *p == '+')
    p++;
  if (!strcmp(p, "inf")) {
    if (negative)
      return -1;
    *out = (struct sp_num){INFINITY, 0, 0};
    return 0;
  }
  if (strchr(p, '/'))
    return parse_fraction(p, negative, out);
  struct decimal d;
  if (!scan_decimal(p, &d))
    return -1;
  uint64_t num, den;
  if (decimal_ratio(&d, &num, &den)) {
    *out = rational(negative, num, den);
    return 0;
  }
  double v = decimal_value(p);
  if (!isfinite(v)) /* 1e999 is not "inf", which would be an infinite cost */
    return -1;
  *out = (struct sp_num){negative ? -v : v, 0, 0};
  return 0;
}

bool sp_num_read(const char *text, size_t length, struct sp_num *out)
{
  enum { LONGEST = 400 };
  char number[LONGEST + 1];
  if (length > LONGEST)
    return false;
  memcpy(number, text, length);
  number[length] = '\0';
  return sp_num_parse(number, out) == 0;
}

bool sp_read_whole(const char *text, long least, long most, long *out)
{
  char *end;
  size_t sign = strspn(text, "+-");
  errno = 0;
  long read = strtol(text, &end, 10);
  if (sign > 1 || !isdigit((unsigned char)text[sign]) || *end || errno || read < least ||
      read > most)
    return false;
  *out = read;
  return true;
}

int64_t sp_num_common(const struct sp_num *x, int n)
{
  const int64_t limit = (int64_t)1 << 62;
  int64_t common = 1;
  for (int i = 0; i < n; i++) {
    if (x[i].den <= 0)
      return 0;
    int64_t factor = x[i].den / (int64_t)sp_gcd((uint64_t)common, (uint64_t)x[i].den);
    if (__builtin_mul_overflow(common, factor, &common) || common >= limit)
      return 0;
  }
  for (int i = 0; i < n; i++) {
    int64_t scaled;
    if (__builtin_mul_overflow(x[i].num, common / x[i].den, &scaled) || scaled >= limit ||
        scaled <= -limit)
      return 0;
  }
  return common;
}

void sp_num_write(FILE *f, struct sp_num x)
{
  if (isinf(x.v))
    fputs("inf", f);
  else if (x.den > 1)
    fprintf(f, "%" PRId64 "/%" PRId64, x.num, x.den);
  else if (x.den == 1)
    fprintf(f, "%" PRId64, x.num);
  else
    fprintf(f, "%.17g", x.v);
}

void sp_sort(void *base, long n, size_t size, int (*compare)(const void *, const void *))
{
  const char *item = base;
  long k = 1;
  for (; k < n && compare(item, item + size) <= 0; k++)
    item += size;
  if (k < n)
    qsort(base, (size_t)n, size, compare);
}
