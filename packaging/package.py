# starport as a Spack package: put this file into packages/starport/ of a repository of your own (`spack repo create`), then
# `spack dev-build starport@0.2.0` in a clone. Spack has no package of QSopt_ex: qsopt-ex is one of your own.
# Tried: compiled by Python. Not tried: concretized or built, since there was no Spack.
from spack.package import MakefilePackage, depends_on, license, variant, version


class Starport(MakefilePackage):
    """Simulator and laboratory of master-worker scheduling on star platforms."""

    version("0.2.0")
    license("GPL-3.0-or-later")

    variant("simgrid", default=True, description="The engine on SimGrid")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("simgrid@3.32:", when="+simgrid")
    for library in ("libxml2", "cairo+svg+pdf", "jansson", "gsl", "glpk", "qsopt-ex", "gmp", "sqlite", "nettle", "random123"):
        depends_on(library)

    @property
    def build_targets(self):
        simgrid = ["SIMGRID_PREFIX=" + self.spec["simgrid"].prefix] if "+simgrid" in self.spec else []
        return ["PREFIX=" + self.prefix, *simgrid, "all"]

    @property
    def install_targets(self):
        return [*self.build_targets[:-1], "install"]
