;; starport as a Guix package: `guix build -f packaging/guix.scm`.
;; Tried: read by Guile's reader. Not tried: evaluated or built, since there was no Guix.
;; qsopt-ex is libqsopt_ex built with GMP, a package of your own.
(use-modules (guix packages) (guix gexp) (guix build-system gnu)
             ((guix licenses) #:prefix license:)
             (gnu packages))

(package
  (name "starport")
  (version "0.2.0")
  (source (local-file ".." "starport" #:recursive? #t))
  (build-system gnu-build-system)
  (arguments
   (list #:make-flags (gexp (list "CC=gcc" "SHELL=bash" (string-append "PREFIX=" (ungexp output))))
         #:tests? #f                    ;they need cmocka, pajeng, jq and gnuplot
         #:phases (gexp (modify-phases %standard-phases (delete 'configure)))))
  (native-inputs (list (specification->package "pkg-config")))
  (inputs
   (map specification->package
        '("simgrid" "libxml2" "cairo" "jansson" "gsl" "glpk" "qsopt-ex" "gmp" "sqlite" "nettle" "random123")))
  (home-page #f)
  (synopsis "Simulator and laboratory of scheduling on star platforms")
  (description "starport simulates master-worker scheduling on star platforms,
reproduces the simulations of five papers, compares heuristics and draws Gantt
charts.")
  (license license:gpl3+))
