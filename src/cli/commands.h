/* The commands of starport. argv[0] is "starport NAME"; each returns an exit code (enum sp_code).
 */
#pragma once

int cli_list(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_plan(int argc, char **argv);
int cli_bound(int argc, char **argv);
int cli_optimal(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_gantt(int argc, char **argv);
int cli_generate(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_reproduce(int argc, char **argv);
int cli_merge(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_campaign(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_artifact(int argc, char **argv);
int cli_network(int argc, char **argv);
int cli_steady(int argc, char **argv);
int cli_worst(int argc, char **argv);
