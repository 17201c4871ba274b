"""How much an archive or a workbook may unpack to, so that a small hostile file cannot fill the memory."""

import lzma
import struct
import zipfile
import zlib
from typing import Final

from wording import _

LARGEST_MEMBER: Final = 512 * 2**20  # bytes, unpacked
LARGEST_TOTAL: Final = 2**30
MOST_MEMBERS: Final = 10_000
MOST_CELLS: Final = 50_000_000  # of a sheet, from its first column to its last and down to its last row
CANNOT_UNPACK: Final = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError, RuntimeError, OSError,
    ValueError,
)  # fmt: skip
"""What `zipfile` and the compression behind it raise over what is damaged, locked or no archive."""
_HARMLESS: Final = 32 * 2**20  # below this no ratio is a danger
_HIGHEST_RATIO: Final = 100


def too_much(archive: zipfile.ZipFile) -> str | None:
    """Why the archive must not be unpacked, in the user's language, or None."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        return _("an archive of at most {number} files").format(number=MOST_MEMBERS)
    if sum(member.file_size for member in members) > LARGEST_TOTAL:
        return _("an archive that unpacks to at most {number} MB").format(number=LARGEST_TOTAL // 2**20)
    for member in members:
        if member.file_size > LARGEST_MEMBER:
            return _("files of at most {number} MB").format(number=LARGEST_MEMBER // 2**20)
        if member.file_size > _HARMLESS and member.file_size > _HIGHEST_RATIO * max(member.compress_size, 1):
            return _("files that unpack to at most {number} times their size").format(number=_HIGHEST_RATIO)
    return None
