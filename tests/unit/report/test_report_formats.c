/* The bytes of each format of a report. */
#include "report_rows.h"

static char *written(void (*write_report)(const struct sp_summary *, FILE *))
{
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  summarise(&s, &print, &summary);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  write_report(&summary, out);
  fclose(out);
  sp_summary_clear(&summary);
  sp_published_clear(&print);
  return text;
}

static void expect(void (*write_report)(const struct sp_summary *, FILE *), const char *expected)
{
  char *text = written(write_report);
  assert_string_equal(text, expected);
  free(text);
}

static const char text_report[] =
    "A tiny table\n"
    "------------\n"
    "Experiment tiny\n"
    "4 platforms at each of 2 points; standard errors in parentheses; under them tiny.csv"
    " (printed)\n"
    "distance = makespan / best of bba:tie=last, r-bsa\n"
    "\n"
    "mean(distance)\n"
    "comm  bba              r-bsa\n"
    "hom   1.1500 (0.0764)  1.0000 (0.0000)\n"
    "      1.15   agrees    1.6    differs\n"
    "c<=w  1.0000 (0.0000)  1.1875 (0.1197)\n"
    "      1.125  differs   1.188  agrees\n"
    "\n"
    "sd(distance)\n"
    "comm  bba              r-bsa\n"
    "hom   0.1080 (0.0220)  0.0000 (0.0000)\n"
    "      0.9    differs   0      agrees\n"
    "c<=w  0.0000 (0.0000)  0.2073 (0.0411)\n"
    "      0      agrees\n"
    "\n"
    "Beside them, never in the best: fwd\n"
    "\n"
    "mean(distance)\n"
    "comm  fwd\n"
    "hom   0.9167 (0.2205)\n"
    "c<=w  -\n"
    "\n"
    "sd(distance)\n"
    "comm  fwd\n"
    "hom   0.3118 (0.0636)\n"
    "c<=w  -\n"
    "\n"
    "Best alone, best with others, over all platforms; mean and maximum of the distance\n"
    "over all points, where a platform is one observation: the mean of its points\n"
    "method  wins     ties     missing  mean distance    max     platforms\n"
    "bba     28.57 %  42.86 %  0        1.0643 (0.0332)  1.2500  4\n"
    "r-bsa   28.57 %  42.86 %  1        1.1071 (0.0821)  1.5000  4\n"
    "fwd     33.33 %  33.33 %  4        0.9167 (0.2205)  1.2500  3\n"
    "\n"
    "Paired difference of the distance on 3 platforms, each the mean of its points: mean,"
    " 95 % interval,\n"
    "p of Wilcoxon's signed rank test after Holm\n"
    "bba - r-bsa  +0.03333 [-0.16630, +0.23297]  1\n"
    "\n"
    "5 of 24 runs are missing or failed.\n"
    "7 cells compared: 4 agree, 3 differ.\n"
    "The print does not say how many platforms: taken to be as many as ours.\n"
    "Assumed (the source does not say): workers.\n";

static void test_text(void **state)
{
  (void)state;
  expect(sp_report_text, text_report);
}

/* Two points, three methods, four quantities. */
static const char csv_report[] =
    "tiny,,hom,bba:tie=last,declared,mean(distance),1.1500000000000001,0.0763762615825973"
    "32,3,0,1.15,0.044999999999999998,agrees\n"
    "tiny,,hom,bba:tie=last,declared,sd(distance),0.10801234497346433,0.02204792759220499"
    "5,3,0,0.9,0.015909902576697374,differs\n"
    "tiny,,hom,bba:tie=last,declared,wins(distance),0,0,3,0,,,\n"
    "tiny,,hom,bba:tie=last,declared,ties(distance),0.33333333333333331,0.272165526975908"
    "68,3,0,,,\n"
    "tiny,,hom,r-bsa,declared,mean(distance),1,0,3,1,1.6,0,differs\n"
    "tiny,,hom,r-bsa,declared,sd(distance),0,0,3,1,0,0,agrees\n"
    "tiny,,hom,r-bsa,declared,wins(distance),0.66666666666666663,0.27216552697590868,3,1,"
    ",,\n"
    "tiny,,hom,r-bsa,declared,ties(distance),0.33333333333333331,0.27216552697590868,3,1,"
    ",,\n"
    "tiny,,hom,fwd,also,mean(distance),0.91666666666666663,0.22047927592204922,3,0,,,\n"
    "tiny,,hom,fwd,also,sd(distance),0.31180478223116176,0.063646884652164462,3,0,,,\n"
    "tiny,,hom,fwd,also,wins(distance),0.33333333333333331,0.27216552697590868,3,0,,,\n"
    "tiny,,hom,fwd,also,ties(distance),0.33333333333333331,0.27216552697590868,3,0,,,\n"
    "tiny,,c<=w,bba:tie=last,declared,mean(distance),1,0,4,0,1.125,0,differs\n"
    "tiny,,c<=w,bba:tie=last,declared,sd(distance),0,0,4,0,0,0,agrees\n"
    "tiny,,c<=w,bba:tie=last,declared,wins(distance),0.5,0.25,4,0,,,\n"
    "tiny,,c<=w,bba:tie=last,declared,ties(distance),0.5,0.25,4,0,,,\n"
    "tiny,,c<=w,r-bsa,declared,mean(distance),1.1875,0.11967838846954226,4,0,1.188,0.1196"
    "7838846954226,agrees\n"
    "tiny,,c<=w,r-bsa,declared,sd(distance),0.20728904939721249,0.041070546292048184,4,0,"
    ",,\n"
    "tiny,,c<=w,r-bsa,declared,wins(distance),0,0,4,0,,,\n"
    "tiny,,c<=w,r-bsa,declared,ties(distance),0.5,0.25,4,0,,,\n"
    "tiny,,c<=w,fwd,also,mean(distance),,,0,4,,,\n"
    "tiny,,c<=w,fwd,also,sd(distance),,,0,4,,,\n"
    "tiny,,c<=w,fwd,also,wins(distance),,,0,4,,,\n"
    "tiny,,c<=w,fwd,also,ties(distance),,,0,4,,,\n"
    "tiny,,,bba:tie=last,declared,overall "
    "mean(distance),1.0642857142857143,0.033201181882754921,4,0,,,\n"
    "tiny,,,bba:tie=last,declared,overall max(distance),1.25,,4,0,,,\n"
    "tiny,,,r-bsa,declared,overall mean(distance),1.1071428571428572,0.082056721644998776,4,1,,,\n"
    "tiny,,,r-bsa,declared,overall max(distance),1.5,,4,1,,,\n"
    "tiny,,,fwd,also,overall mean(distance),0.91666666666666663,0.22047927592204919,3,4,,,\n"
    "tiny,,,fwd,also,overall max(distance),1.25,,3,4,,,\n";

static void test_csv(void **state)
{
  (void)state;
  expect(sp_report_csv, csv_report);
}

static void test_csv_header(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  s.axis.name = "a \"b\", c";
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  sp_report_csv_header(&s.experiment, out);
  fclose(out);
  assert_string_equal(text, "experiment,variant,\"a \"\"b\"\", c\",method,role,quantity,value,se,n,"
                            "missing,print,print_se,verdict\n");
  free(text);
}

static const char latex_report[] =
    "\\begin{table}\n"
    "\\centering\\scriptsize\\setlength{\\tabcolsep}{2.5pt}\n"
    "\\caption{A tiny table. 4 platforms at each of 2 points; distance is makespan over t"
    "he best of bba:tie=last, r-bsa. In parentheses, the standard error of the last digit"
    "s. In italics, the published value: $\\ast$ differs, $\\dagger$ rests on an assumpti"
    "on; 4 of 7 agree. 5 runs are missing.}\n"
    "\\begin{tabular}{@{}lllll@{}}\n"
    "\\toprule\n"
    " & \\multicolumn{2}{c}{mean of distance} & \\multicolumn{2}{c}{sd of distance} \\\\\n"
    "\\cmidrule(lr){2-3}\\cmidrule(lr){4-5}\n"
    "comm & bba & r-bsa & bba & r-bsa \\\\\n"
    "\\midrule\n"
    "hom & 1.1500(764) & 1.0000(0) & 0.1080(220) & 0.0000(0) \\\\\n"
    " & \\textit{1.15} & \\textit{1.6}$^\\ast$ & \\textit{0.9}$^\\ast$ & \\textit{0} \\\\\n"
    "c\\textless{}=w & 1.0000(0) & 1.1875(1197) & 0.0000(0) & 0.2073(411) \\\\\n"
    " & \\textit{1.125}$^\\ast$ & \\textit{1.188} & \\textit{0} &  \\\\\n"
    "\\bottomrule\n"
    "\\end{tabular}\n"
    "\n"
    "\\medskip\n"
    "Beside them, never in the best:\n"
    "\n"
    "\\smallskip\n"
    "\\begin{tabular}{@{}lll@{}}\n"
    "\\toprule\n"
    " & \\multicolumn{1}{c}{mean of distance} & \\multicolumn{1}{c}{sd of distance} \\\\\n"
    "\\cmidrule(lr){2-2}\\cmidrule(lr){3-3}\n"
    "comm & fwd & fwd \\\\\n"
    "\\midrule\n"
    "hom & 0.9167(2205) & 0.3118(636) \\\\\n"
    "c\\textless{}=w & -- & -- \\\\\n"
    "\\bottomrule\n"
    "\\end{tabular}\n"
    "\\end{table}\n"
    "\n"
    "\\begin{table}\n"
    "\\centering\\scriptsize\\setlength{\\tabcolsep}{2.5pt}\n"
    "\\caption{Over all platforms: best alone, best with others, mean and maximum of the distance "
    "over all points, where a platform is one observation, the mean of its points.}\n"
    "\\begin{tabular}{@{}llllll@{}}\n"
    "\\toprule\n"
    "method & wins & ties & mean & max & platforms \\\\\n"
    "\\midrule\n"
    "bba & 28.57 \\% & 42.86 \\% & 1.0643(332) & 1.2500 & 4 \\\\\n"
    "r-bsa & 28.57 \\% & 42.86 \\% & 1.1071(821) & 1.5000 & 4 \\\\\n"
    "fwd & 33.33 \\% & 33.33 \\% & 0.9167(2205) & 1.2500 & 3 \\\\\n"
    "\\bottomrule\n"
    "\\end{tabular}\n"
    "\\end{table}\n";

static void test_latex(void **state)
{
  (void)state;
  expect(sp_report_latex, latex_report);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_csv),
      cmocka_unit_test(test_csv_header),
      cmocka_unit_test(test_latex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
