"""Makes a wheel, for pip, of the package that `make` has built in BUILD (build) and of libstarport."""
import base64
import glob
import hashlib
import os
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "..", os.environ.get("BUILD", "build"))


def _files():
    """Pairs of a name in the wheel and a file."""
    package = glob.glob(os.path.join(BUILD, "python/starport/*.*"))
    information = glob.glob(os.path.join(BUILD, "python/starport-*.dist-info/METADATA"))
    library = [os.path.realpath(file) for file in glob.glob(os.path.join(BUILD, "libstarport.so"))]
    if not library or not information or not any(file.endswith(".so") for file in package):
        raise SystemExit("%s has no package: run `make` first, with Python's headers" % os.path.normpath(BUILD))
    yield from ((os.path.join("starport", os.path.basename(file)), file) for file in sorted(package) + library)
    yield os.path.relpath(information[0], os.path.join(BUILD, "python")), information[0]


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """Writes the wheel into the folder; its name. Called by pip."""
    files = dict(_files())
    about = os.path.dirname(list(files)[-1])
    tag = "cp311-abi3-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    name = "%s-%s.whl" % (about[:-len(".dist-info")], tag)
    texts = {key: open(file, "rb").read() for key, file in files.items()}
    texts[about + "/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: starport\nRoot-Is-Purelib: false\n"
                               "Tag: %s\n" % tag).encode()
    record = "".join("%s,sha256=%s,%d\n" % (
        key, base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("="), len(text))
        for key, text in texts.items())
    texts[about + "/RECORD"] = (record + about + "/RECORD,,\n").encode()
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for key, text in texts.items():
            wheel.writestr(key, text)
    return name
