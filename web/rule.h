/* Plug-ins of the page are rules in JavaScript (rule.c): these open them in place of dlopen() and
 * dlsym(). Included before method/plugin/plugin.c, which loads plug-ins. */
#pragma once

#include <dlfcn.h>

#define dlopen rule_open
#define dlsym  rule_symbol

void *rule_open(const char *file, int mode);
void *rule_symbol(void *rule, const char *symbol);
