/* Claims: whether a sentence of a paper holds on the platforms of variant 0. */
#pragma once

#include "campaign/summary/matrix.h"

enum sp_claim_verdict { SP_HOLDS, SP_CANNOT_TELL, SP_CLAIM_MISSING, SP_DOES_NOT_HOLD };
/* "holds", "cannot tell", "missing", "does not hold". */
const char *sp_claim_verdict_name(enum sp_claim_verdict);

/* The claim at the point that decides: where it holds least. */
struct sp_finding {
  enum sp_claim_verdict verdict;
  int point;
  double value, se; /* of the method or of the difference of two; NAN: missing */
  double margin;    /* by how much it holds; negative: by how much it does not */
  long n;           /* platforms */
};
/* Does a theorem say that the method is best on every platform of the point? */
bool sp_theorem_concerns(const struct sp_matrix *, int point, int method);
struct sp_finding sp_claim_finding(const struct sp_matrix *, const struct sp_claim *);
/* "mean(gap): min_c >= 0.9 at tasks=20480". */
char *sp_claim_condition(const struct sp_matrix *, const struct sp_claim *);
