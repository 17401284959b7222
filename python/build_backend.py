"""What pip asks to build the module: setuptools, as it is installed here.

pip builds in an environment of its own, into which it would download setuptools. A checkout shall build without a network, so the folder
of Debian's packages is looked through as well, and nothing is asked for.
"""
import sys

DEBIAN = "/usr/lib/python3/dist-packages"

try:
    import setuptools  # noqa: F401
    import wheel  # noqa: F401
except ImportError:
    sys.path.append(DEBIAN)

try:
    from setuptools.build_meta import *  # noqa: F403
    import wheel  # noqa: F401,F811
except ImportError as missing:
    sys.exit(f"{missing.name} is needed; on Debian: apt-get install python3-setuptools python3-wheel")


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def get_requires_for_build_editable(config_settings=None):
    return []
