# starport: verbs, which `make help` lists. `make test` and `make reproduce` also install what is missing.
# BUILD=dir keeps another build apart; CC=clang, V=1, SANITIZE=address,undefined (or one of them), OPT=-O3 work too.
VERSION  := $(shell sed -n 's/^.define STARPORT_VERSION_[MP][A-Z]* //p' include/starport/api.h | paste -sd.)
ABI      := $(shell sed -n 's/^.define SP_ABI //p' include/starport/api.h)
BUILD    ?= build
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
CC       ?= cc
OPT      ?= -O2
SANITIZE ?=
WERROR   ?=
JOBS     ?= $(shell nproc)
Q        := $(if $(V),,@)
say       = $(if $(V),,@printf '  %-7s %s\n' $(1) $(2))

SHELL := /bin/bash
PKGS  := libxml-2.0 cairo cairo-svg cairo-pdf jansson gsl sqlite3 nettle
pkg    = $(shell pkg-config $(1) $(2) 2>/dev/null)
ifneq ($(findstring address,$(SANITIZE)),)
SANFLAGS := -fsanitize=address -fno-omit-frame-pointer
endif
ifneq ($(findstring undefined,$(SANITIZE)),)
SANFLAGS += -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all
endif
WARN     := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS   ?= $(OPT) -g
ALLFLAGS  = -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -I$(BUILD) \
            $(WARN) $(WERROR) -ffp-contract=off -fPIC -fno-semantic-interposition \
            $(CPPFLAGS) $(CFLAGS) $(SANFLAGS)
PKGFLAGS := $(patsubst -I%,-isystem %,$(call pkg,--cflags,$(PKGS)))
# `make` and the first `make install` say in one line what is missing: packages, and headers of which pkg-config does not know.
BUILT := $(wildcard $(BUILD)/starport)
ifeq ($(filter-out all $(if $(BUILT),,install),$(MAKECMDGOALS)),)
MISSING := $(if $(PKGFLAGS),,$(shell for p in $(PKGS); do pkg-config --exists $$p 2>/dev/null || echo $$p; done)) \
           $(if $(BUILT),,$(shell for h in glpk gmp qsopt_ex/QSopt_ex; do \
             $(CC) $(CPPFLAGS) -include $$h.h -E -x c /dev/null >/dev/null 2>&1 || echo $$h.h; done))
$(if $(strip $(MISSING)),$(error missing, or not found by pkg-config and $(CC): $(strip $(MISSING)); `scripts/install-deps` installs the packages, or names them))
endif
# What libstarport needs (tests/bench/compilers reads this line).
LIB_LIBS := -lglpk -lqsopt_ex -lgmp -lgsl -lgslcblas -lm
LIBS     := $(call pkg,--libs,$(PKGS)) $(LIB_LIBS) -ldl

# The simgrid engine is a module, built where SimGrid is installed, also in SIMGRID_PREFIX.
SIMGRID_PREFIX ?=
SIMGRID_FLAGS := $(SIMGRID_PREFIX:%=-isystem %/include)
SIMGRID_LIBS := $(SIMGRID_PREFIX:%=-L%/lib -Wl,-rpath,%/lib) -lsimgrid
MODULE := $(if $(shell echo '#include <simgrid/version.h>' | $(CC) $(SIMGRID_FLAGS) -E - >/dev/null 2>&1 && echo yes),$(BUILD)/starport-simgrid.so)

# The Python package is built where Python's headers are; its module serves every Python from 3.11.
PYTHON_INCLUDE ?= $(patsubst %/Python.h,%,$(firstword $(wildcard /usr/include/python3.*/Python.h)))
PYTHON_SO := $(if $(SANITIZE),,$(PYTHON_INCLUDE:%=$(BUILD)/python/starport/_starport.abi3.so))
PYTHON_PLUGIN := $(PYTHON_SO:%=$(BUILD)/starport-python.so)
PYTHON_FILES := $(patsubst %,$(BUILD)/%,$(wildcard python/starport/*.py python/starport/*.pyi) python/starport/py.typed)
PYTHON_ABOUT := $(BUILD)/python/starport-$(VERSION).dist-info/METADATA

HEURISTICS := $(filter-out heuristics/template.c,$(sort $(wildcard heuristics/*.c)))
PUBLIC  := $(wildcard include/starport/*.h)
LIB_SRC := $(sort $(wildcard src/base/*.c src/draw/*.c src/model/*.c src/method/*.c src/validate/*.c src/io/text/*.c src/solve/*/*.c \
           src/engine/*.c src/engine/native/*.c)) $(HEURISTICS)
SIMGRID_SRC := $(sort $(wildcard src/engine/simgrid/*.c))
APP_SRC := $(filter-out $(LIB_SRC) $(SIMGRID_SRC) src/cli/main.c,$(sort $(wildcard src/*/*.c src/*/*/*.c)))
SIMGRID_OBJ := $(SIMGRID_SRC:%.c=$(BUILD)/%.o)
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/registry.o
APP_OBJ := $(APP_SRC:%.c=$(BUILD)/%.o) $(BUILD)/digests.o $(BUILD)/heads.o
SIMGRID_TESTS := $(wildcard tests/unit/engine/test_simgrid*.c)
UNIT    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(filter-out $(if $(MODULE),,$(SIMGRID_TESTS)), \
           $(sort $(wildcard tests/unit/*/*.c tests/laws/*.c))))

.PHONY: all help deps test check golden-update reproduce bench coverage sanitized lint format fuzz long endless cluster \
  browser site install uninstall clean python install-python

all: ## what `make` alone does: builds the program, the library and the Python package
all: $(BUILD)/starport $(BUILD)/libstarport.so $(MODULE) $(if $(PYTHON_SO),python)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## /\1 /p' Makefile web/explorer.mk | \
	  while read -r verb does; do printf '%-14s  %s\n' $$verb "$$does"; done

deps: ## installs the packages that are missing, or names them
	$(Q)scripts/install-deps
.PHONY: deps-test
deps-test:
	$(Q)scripts/install-deps test

# ---- the two commands of the README
test: deps-test ## builds, runs all tests and the commands of the documents
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all tests-built
	$(Q)$(MAKE) --no-print-directory check

reproduce: deps ## builds, computes the experiments of the papers, compares with the published values
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all
	$(Q)$(BUILD)/starport reproduce -j$(JOBS)
	$(Q)scripts/items --check

# ---- building
$(BUILD)/starport: $(BUILD)/src/cli/main.o $(APP_OBJ) $(LIB_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -rdynamic -Wl,-z,now -o $@ $^ $(LIBS)

$(BUILD)/src/engine/simgrid/%.o: PKGFLAGS += $(SIMGRID_FLAGS)
$(BUILD)/starport-simgrid.so: $(SIMGRID_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -shared -o $@ $^ $(SIMGRID_LIBS)

# The shared library: its soname has the number of the interface, the link is for the linker.
SONAME := libstarport.so.$(ABI)
$(BUILD)/$(SONAME): $(LIB_OBJ) $(BUILD)/libstarport.map
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) \
	  -Wl,--version-script=$(BUILD)/libstarport.map -o $@ $(LIB_OBJ) $(LIB_LIBS)
$(BUILD)/libstarport.so: $(BUILD)/$(SONAME)
	$(Q)ln -sf $(SONAME) $@

$(BUILD)/libstarport.map: scripts/exports $(PUBLIC)
	@mkdir -p $(@D)
	$(Q)scripts/exports include/starport/*.h > $@.tmp && mv $@.tmp $@

python: ## the Python package
python: $(or $(PYTHON_SO),python-headers) $(PYTHON_PLUGIN) $(PYTHON_FILES) $(PYTHON_ABOUT)
python-headers:
	@echo "no Python.h: install python3-dev, or name its folder by PYTHON_INCLUDE"; exit 1
# Functions that newer headers call deprecated are those of the interface of Python 3.11.
$(BUILD)/python/%.o: PKGFLAGS += -isystem $(PYTHON_INCLUDE) -Wno-deprecated-declarations
$(BUILD)/python/starport/_starport.abi3.so: $(addprefix $(BUILD)/python/,module.o heuristic.o star.o call.o columns.o) | $(BUILD)/libstarport.so
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ -L$(BUILD) -lstarport -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../..:$$ORIGIN/../../..'
$(BUILD)/starport-python.so: $(BUILD)/python/plugin.o
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ -l$(notdir $(PYTHON_INCLUDE))
$(PYTHON_ABOUT): python/METADATA.in include/starport/api.h
	$(Q)rm -rf $(BUILD)/python/*.dist-info
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(VERSION)/' $< > $@
$(PYTHON_FILES): $(BUILD)/%: %
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/%.o: %.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) $(PKGFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/registry.o: $(BUILD)/registry.c
	$(Q)$(CC) $(ALLFLAGS) -c -o $@ $<

# The list of heuristics is the content of the folder.
$(BUILD)/registry.c: scripts/registry $(HEURISTICS) $(BUILD)/sources.list
	@mkdir -p $(@D)
	$(Q)scripts/registry $(HEURISTICS) > $@.tmp && mv $@.tmp $@

# Digests of the heuristics' files and of the numeric sources: part of every run's key.
NUMERIC := $(wildcard $(addsuffix /*.[ch],src/base src/model src/method src/validate src/solve/* src/engine \
           src/engine/*) $(filter-out %/api.h,$(PUBLIC)))
$(BUILD)/digests.c: scripts/digests $(HEURISTICS) $(NUMERIC) $(BUILD)/sources.list
	@mkdir -p $(@D)
	$(Q)scripts/digests $(HEURISTICS) > $@.tmp && mv $@.tmp $@
# Their names, written anew when a file comes or goes.
LISTED := $(sort $(HEURISTICS) $(NUMERIC))
ifneq ($(file <$(BUILD)/sources.list),$(LISTED))
.PHONY: $(BUILD)/sources.list
endif
$(BUILD)/sources.list:
	@mkdir -p $(@D)
	$(Q)echo $(LISTED) > $@
$(BUILD)/digests.o: $(BUILD)/digests.c
	$(Q)$(CC) $(ALLFLAGS) -c -o $@ $<

# The heads of the heuristics' files, which `starport list NAME` prints.
$(BUILD)/heads.c: scripts/heads $(HEURISTICS) $(BUILD)/sources.list
	@mkdir -p $(@D)
	$(Q)scripts/heads $(HEURISTICS) > $@.tmp && mv $@.tmp $@
$(BUILD)/heads.o: $(BUILD)/heads.c
	$(Q)$(CC) $(ALLFLAGS) -c -o $@ $<

# The skeleton that `starport new heuristic` writes is heuristics/template.c itself.
$(BUILD)/template.h: heuristics/template.c
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(BUILD)/src/cli/new.o: $(BUILD)/template.h

# Style and script of the HTML page, as C strings.
$(BUILD)/page_css.h: src/campaign/page/page.css
$(BUILD)/page_js.h: src/campaign/page/chart.js src/campaign/page/page.js
$(BUILD)/page_css.h $(BUILD)/page_js.h:
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $^ > $@
$(BUILD)/src/campaign/page/page.o: $(BUILD)/page_css.h $(BUILD)/page_js.h

# A heuristic as a shared object: `make build/mine.so` from heuristics/mine.c or tests/data/mine.c.
$(BUILD)/%.so: heuristics/%.c $(PUBLIC)
	$(Q)$(CC) $(ALLFLAGS) -shared -o $@ $<
$(BUILD)/%.so: tests/data/%.c $(PUBLIC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) -shared -o $@ $<

# ---- testing
.PHONY: tests-built
tests-built: all $(UNIT) $(BUILD)/template.so $(BUILD)/crash.so $(BUILD)/endless.so $(BUILD)/greedy.so $(BUILD)/faulty.so

# Tests link all objects as one shared library, so that a change of one object relinks the library
# and no test program.
$(BUILD)/libtested.so: $(APP_OBJ) $(LIB_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -shared -Wl,-Bsymbolic-functions -o $@ $^ $(LIBS)

$(BUILD)/tests/%.o: ALLFLAGS += -Itests/helpers
.PRECIOUS: $(BUILD)/%.o
$(BUILD)/tests/%: $(BUILD)/tests/%.o | $(BUILD)/libtested.so
	$(call say,TEST,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) -rdynamic -o $@ $< $(LDFLAGS) -L$(BUILD) -ltested \
	  -Wl,-rpath,$(abspath $(BUILD)) $(LIBS) $(TEST_LIBS) -lcmocka

$(SIMGRID_TESTS:%.c=$(BUILD)/%) $(BUILD)/tests/bench/bare_loop: TEST_LIBS := $(SIMGRID_LIBS)
$(SIMGRID_TESTS:%.c=$(BUILD)/%.o) $(BUILD)/tests/bench/bare_loop.o: PKGFLAGS += $(SIMGRID_FLAGS)

check: tests-built ## the tests, without looking for packages
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) tests/run

# Writes the expected texts of reports, tests/data/report, anew.
golden-update: tests-built ## writes the expected texts of reports anew
	$(Q)for name in formats claims overall values; do \
	  UPDATE=1 $(BUILD)/tests/unit/report/test_report_$$name || exit; done

# AddressSanitizer and UndefinedBehaviorSanitizer run the same tests in one build, with fewer random instances: they
# look for bugs, not for evidence.
SANITIZED := BUILD=$(BUILD)/sanitized SANITIZE=address,undefined OPT=-O1
sanitized: deps-test ## the tests with AddressSanitizer and UndefinedBehaviorSanitizer
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(SANITIZED) tests-built
	$(Q)ASAN_OPTIONS=detect_stack_use_after_return=0 \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 TEST_SHARE=20 LAWS_COUNT=8 \
	  ENGINES_COUNT=200 OPTIMA_COUNT=50 BOUNDS_COUNT=100 ROUNDING_COUNT=400 ARRIVALS_COUNT=100 RETURNS_COUNT=60 \
	  TREES_COUNT=40 MEMORY_COUNT=100 ONE_ROUND_COUNT=80 RESULTS_COUNT=250 CHANGING_COUNT=500 \
	  $(MAKE) --no-print-directory $(SANITIZED) check

# The lines and branches that `make test` runs, by room, and the branches that are left (tests/coverage/table), in one
# build. A test that fails, as some limits of memory do there, counts all the same.
COVERAGE := BUILD=$(BUILD)/coverage OPT="-O0 --coverage" LDFLAGS=$(BUILD)/coverage/exit.o
coverage: deps-test ## lines and branches that make test covers, by room
	@mkdir -p $(BUILD)/coverage
	$(Q)$(CC) $(ALLFLAGS) -c -o $(BUILD)/coverage/exit.o tests/coverage/exit.c
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) $(COVERAGE) tests-built
	$(Q)find $(BUILD)/coverage -name '*.gcda' -delete
	-$(Q)GCOV_ERROR_FILE=/dev/null TEST_SECONDS=3600 $(MAKE) --no-print-directory $(COVERAGE) check
	$(Q)BUILD=$(BUILD)/coverage tests/coverage/table

# A million instances through both engines, a million against proven optima and bounds, stars that change
# against all plans, two thousand through every law, a hundred thousand draws of each distribution, and the README's two commands in bare roots of both Debian releases.
long: deps-test ## the long tier: the laws on a million instances, the packages in bare roots
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) tests-built
	LAWS_COUNT=2000 $(BUILD)/tests/laws/laws
	ENGINES_COUNT=1000000 $(BUILD)/tests/laws/engines
	OPTIMA_COUNT=1000000 $(BUILD)/tests/laws/optima
	FASTER_COUNT=1000000 $(BUILD)/tests/laws/faster_senders
	CHANGING_COUNT=100000 $(BUILD)/tests/laws/changing
	MEMORY_COUNT=10000 $(BUILD)/tests/laws/memory
	ONE_ROUND_COUNT=12000 $(BUILD)/tests/laws/one_round
	RETURNS_COUNT=10000 $(BUILD)/tests/laws/returns
	ROUNDING_COUNT=100000 $(BUILD)/tests/laws/rounding
	TREES_COUNT=10000 $(BUILD)/tests/laws/trees
	OPTIMAL_COUNT=10000 $(BUILD)/tests/unit/optimum/test_optimal
	BOUNDS_COUNT=20000 $(BUILD)/tests/unit/bounds/test_bounds
	KS_COUNT=100000 $(BUILD)/tests/unit/campaign/test_laws
	KS_COUNT=100000 $(BUILD)/tests/unit/campaign/test_changes
	PYTHON_COUNT=2000 BUILD=$(BUILD) tests/python/run
	BUILD=$(BUILD) tests/faults/kill 50
	$(Q)$(MAKE) --no-print-directory dist-check
	$(Q)scripts/install-deps roots
	RELEASE=bookworm scripts/bare-root
	RELEASE=trixie scripts/bare-root

endless: deps-test ## random tests with new cases until Ctrl-C; totals and failures in build/endless
	$(Q)scripts/install-deps fuzz
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) tests-built
	$(Q)BUILD=$(BUILD) tests/endless/run

FUZZ_SECONDS ?= 120
fuzz: ## fuzzes the readers for FUZZ_SECONDS
	$(Q)scripts/install-deps fuzz
	$(Q)BUILD=$(BUILD) tests/fuzz/run $(FUZZ_SECONDS)

# A campaign on a real Slurm and with GNU parallel; the report's page in a headless Chromium.
cluster: deps ## campaigns with Slurm and GNU parallel
	$(Q)scripts/install-deps cluster
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all
	$(Q)BUILD=$(BUILD) tests/cluster/parallel
	$(Q)BUILD=$(BUILD) tests/cluster/slurm

browser: deps ## the pages in a headless Chromium
	$(Q)scripts/install-deps browser
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all
	$(Q)BUILD=$(BUILD) tests/html/run

include web/explorer.mk

site: all ## the site, a static folder, build/site (with the explorer, if `make explorer` has made it)
	$(Q)scripts/install-deps site
	$(Q)BUILD=$(BUILD) site/generate.py

bench: deps-test ## the benchmarks
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all bench-built
	$(Q)BUILD=$(BUILD) tests/bench/run

.PHONY: bench-built
BENCH := $(patsubst tests/%.c,$(BUILD)/tests/%,$(filter-out $(if $(MODULE),,tests/bench/bare_loop.c), \
         $(sort $(wildcard tests/bench/*.c))))
bench-built: $(BENCH)

# ---- housekeeping
lint: ## formatting, warnings and the rules of the code
	$(Q)scripts/install-deps test lint
	$(Q)$(MAKE) --no-print-directory -j$(JOBS) all $(BUILD)/template.so
	$(Q)BUILD=$(BUILD) VERSION=$(VERSION) scripts/lint

format: ## formats the code
	clang-format-14 -i $$(git ls-files '*.c' '*.h')

# The source as a tarball, always the same bytes for a commit.
TARBALL := $(BUILD)/dist/starport-$(VERSION).tar.xz
.PHONY: dist dist-check
dist: ## the source as a tarball
	@mkdir -p $(dir $(TARBALL))
	set -o pipefail; git -c tar.umask=0022 archive --format=tar --prefix=starport-$(VERSION)/ HEAD \
	  | xz -9 -T1 > $(TARBALL)
dist-check: dist ## builds and tests the tarball
	$(Q)tests/dist/run $(TARBALL)

.PHONY: release
release: dist site ## source, site, explorer and wheel in one archive, with their digests
	$(Q)BUILD=$(BUILD) scripts/release $(VERSION) $(TARBALL)

# The Debian packages, in build/deb/DEB_RELEASE, built in a bare root; deb-check checks them.
DEB_RELEASE ?= bookworm
.PHONY: deb deb-check
deb: dist ## the Debian packages, for DEB_RELEASE
	$(Q)scripts/deb build $(DEB_RELEASE) $(TARBALL)
deb-check: ## checks the Debian packages
	$(Q)scripts/deb check $(DEB_RELEASE) $(TARBALL)

# What neither the shell, between quotes, nor sed nor pkg-config takes as it is.
ODD := $(strip $(foreach c,' " ` \ & | ; $$,$(findstring $(c),$(DESTDIR)$(PREFIX)$(LIBDIR))))
ifneq ($(if $(ODD),$(filter install install-python uninstall,$(MAKECMDGOALS))),)
$(error $(ODD) in PREFIX, LIBDIR or DESTDIR, expected a path without it)
endif
TO := "$(DESTDIR)$(PREFIX)"
TO_LIB := "$(DESTDIR)$(LIBDIR)"
install: all ## installs under PREFIX (default /usr/local)
	install -d $(TO)/bin $(TO_LIB)/pkgconfig $(TO)/include/starport $(TO)/share/man/man1 \
	  $(TO)/share/bash-completion/completions $(TO)/share/starport/results
	install -m 755 $(BUILD)/starport $(TO)/bin/
	$(if $(MODULE),install -D -m 644 -t $(TO)/lib/starport $(MODULE))
	install -m 644 $(BUILD)/$(SONAME) $(TO_LIB)/
	ln -sf $(SONAME) $(TO_LIB)/libstarport.so
	install -m 644 include/starport/*.h $(TO)/include/starport/
	install -m 644 docs/starport.1 $(TO)/share/man/man1/
	install -m 644 scripts/starport.bash-completion $(TO)/share/bash-completion/completions/starport
	cp -r platforms deploy experiments R CITATION.cff LICENSE $(TO)/share/starport/
	install -m 644 results/*.csv $(TO)/share/starport/results/
	$(if $(wildcard $(BUILD)/explorer.html),install -m 644 $(BUILD)/explorer.html $(TO)/share/starport/)
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' scripts/starport.pc.in \
	  > $(TO_LIB)/pkgconfig/starport.pc

# In lib/starport, with a link from the folder in which Python looks.
PYTHON_SITE ?= $(if $(filter /usr,$(PREFIX)),python3/dist,$(notdir $(PYTHON_INCLUDE))/$(if $(filter /usr/local,$(PREFIX)),dist,site))-packages
install-python: python ## installs the Python package under PREFIX
	install -d $(TO)/lib/starport/python/starport $(TO)/lib/$(PYTHON_SITE)
	install -m 644 $(PYTHON_FILES) $(PYTHON_SO) $(TO)/lib/starport/python/starport/
	install -m 644 $(PYTHON_PLUGIN) $(TO)/lib/starport/
	ln -sfn ../../starport/python/starport $(TO)/lib/$(PYTHON_SITE)/starport
	install -D -m 644 -t $(TO)/lib/$(PYTHON_SITE)/$(notdir $(PYTHON_ABOUT:/METADATA=)) $(PYTHON_ABOUT)

.PHONY: wheel
wheel: all python ## the program and the Python package as a wheel for pip, in build/dist
	$(Q)BUILD=$(BUILD) python3 python/wheel_of_build.py $(BUILD)/dist

uninstall: ## removes both
	rm -rf $(TO)/lib/$(PYTHON_SITE)/starport $(TO)/lib/$(PYTHON_SITE)/starport-*.dist-info
	rm -rf $(TO)/share/starport $(TO)/include/starport $(TO)/lib/starport
	rm -f $(TO)/bin/starport $(TO_LIB)/libstarport.so* $(TO_LIB)/pkgconfig/starport.pc \
	  $(TO)/share/man/man1/starport.1 $(TO)/share/bash-completion/completions/starport

clean: ## removes what was built
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -path $(BUILD)/deb -prune -o -name '*.d' -print 2>/dev/null)
