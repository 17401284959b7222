"""Builds the compiled part with CMake; pyproject.toml has the rest.

The build folder is build/python, so that a second installation compiles only what has changed; $ZERMELO_BUILD names another one, which
may be built already.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class Built(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(os.environ.get("ZERMELO_BUILD", ROOT / "build" / "python")).resolve()
        if not list(build.glob("python/zermelo/_core*.so")) or "ZERMELO_BUILD" not in os.environ:
            for tool in ("cmake", "ninja"):
                if shutil.which(tool) is None:
                    sys.exit(f"{tool} is needed; docs/python.md has the list of packages: './dev build' installs them on Debian")
            options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DZERMELO_PYTHON=ON", "-DZERMELO_TESTS=OFF", "-DZERMELO_CLI=OFF",
                       "-DZERMELO_CUDA=OFF", f"-DPython3_EXECUTABLE={sys.executable}"]
            subprocess.run(["cmake", "-S", ROOT, "-B", build, *options], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "zermelo_python"], check=True)
        made = list(build.glob("python/zermelo/_core*.so"))
        if not made:
            sys.exit(f"{build} holds no compiled module")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made[0], target)


version = re.search(r"project\(zermelo VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("zermelo._core", sources=[])], cmdclass={"build_ext": Built})
