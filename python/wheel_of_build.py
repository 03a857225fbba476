"""Makes a wheel, for pip, of what `make install` installs from BUILD (build) and of the Python package in it: the program,
its modules and its data stand in an environment as under a prefix. Called by pip, or
    python3 wheel_of_build.py FOLDER"""
import base64
import glob
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))


def _package():
    """Pairs of a name in the wheel and a file: the package with the library, then its METADATA."""
    package = glob.glob(os.path.join(BUILD, "python/starport/*.*"))
    information = glob.glob(os.path.join(BUILD, "python/starport-*.dist-info/METADATA"))
    library = [os.path.realpath(file) for file in glob.glob(os.path.join(BUILD, "libstarport.so"))]
    if not library or not information or not any(file.endswith(".so") for file in package):
        raise SystemExit("%s has no package: run `make` first, with Python's headers" % os.path.normpath(BUILD))
    yield from ((os.path.join("starport", os.path.basename(file)), file) for file in sorted(package) + library)
    yield os.path.relpath(information[0], os.path.join(BUILD, "python")), information[0]


def _installed(prefix):
    """Pairs of a name below `data/`, or `scripts/` for the program, and a file, of what is installed under the prefix."""
    environment = {key: x for key, x in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "DESTDIR")}
    done = subprocess.run(["make", "-s", "-C", ROOT, "BUILD=" + BUILD, "PREFIX=" + prefix, "LIBDIR=" + prefix + "/lib",
                           "install"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        raise SystemExit(done.stdout + "`make install` failed")
    yield "scripts/starport", os.path.join(prefix, "bin/starport")
    for module in sorted(glob.glob(os.path.join(BUILD, "starport-*.so"))):
        yield "data/lib/starport/" + os.path.basename(module), module
    for part in ("include", "share"):
        for folder, _, names in sorted(os.walk(os.path.join(prefix, part))):
            for name in sorted(names):
                file = os.path.join(folder, name)
                yield "data/" + os.path.relpath(file, prefix), file


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """Writes the wheel into the folder, the same bytes for the same build; its name. Called by pip."""
    files = list(_package())
    about = os.path.dirname(files[-1][0])
    stem = about[:-len(".dist-info")]
    with tempfile.TemporaryDirectory() as prefix:
        files += [("%s.data/%s" % (stem, key), file) for key, file in _installed(prefix)]
        texts = {key: open(file, "rb").read() for key, file in files}
    tag = "cp311-abi3-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    texts[about + "/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: starport\nRoot-Is-Purelib: false\n"
                               "Tag: %s\n" % tag).encode()
    record = "".join("%s,sha256=%s,%d\n" % (
        key, base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("="), len(text))
        for key, text in texts.items())
    texts[about + "/RECORD"] = (record + about + "/RECORD,,\n").encode()
    name = "%s-%s.whl" % (stem, tag)
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for key, text in texts.items():
            entry = zipfile.ZipInfo(key)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in key else 0o100644) << 16
            wheel.writestr(entry, text)
    return name


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
