"""The versions on which the bytes of a picture depend: the drawing library and the packer."""

from __future__ import annotations

import zlib

import PIL

THIS_MACHINE = f"pillow {PIL.__version__}, zlib {zlib.ZLIB_RUNTIME_VERSION}"
