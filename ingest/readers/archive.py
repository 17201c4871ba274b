"""Zip archives of log files, read in memory; nothing is ever unpacked to disk."""

import io
import posixpath
import zipfile

from ingest.problems import visible
from ingest.readers.cells import Fault
from ingest.readers.limits import CANNOT_UNPACK, too_much
from wording import _


def members(data: bytes) -> tuple[dict[str, bytes], list[Fault]]:
    """The files of an archive by name, in path order, and the faults of those (or of the whole) that cannot be read."""
    found: dict[str, bytes] = {}
    faults: list[Fault] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if why := too_much(archive):
                return {}, [Fault(None, "too-large", "", why)]
            for member in sorted(archive.infolist(), key=lambda member: member.filename.split("/")):
                if member.is_dir():
                    continue
                name = posixpath.normpath(member.filename.replace("\\", "/"))
                if name.startswith(("/", "..")) or name in found:
                    expected = _("files inside the archive, each name once")
                    faults.append(Fault(None, "member-name", visible(member.filename), expected))
                    continue
                try:
                    found[name] = archive.read(member)
                except CANNOT_UNPACK as error:
                    expected = _("a file that can be unpacked without a password")
                    shown = visible(f"{member.filename}: {error}")
                    faults.append(Fault(None, "member", shown, expected, hint=_("Make the archive again.")))
    except CANNOT_UNPACK as error:
        hint = _("The file may have been cut off while it was copied; copy it again.")
        return {}, [Fault(None, "unreadable", visible(str(error)), _("a whole zip archive"), hint=hint)]
    return found, faults
