"""Where a store lies, a folder or a bucket: bytes under a name, and the addresses that Polars and deltalake take."""

import os
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol

from wording import UserError, _

_OPTIONS: Final = (
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_REGION",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL",
    "AWS_ALLOW_HTTP",
    "AWS_CONDITIONAL_PUT",
)

# deltalake takes a folder's path for a URL and stumbles over these.
_UNUSABLE: Final = re.compile(r"[][\\^|%\x00-\x1f\x7f]")


@dataclass(frozen=True)
class Item:
    """One file of a place: its name below the root with `/` between folders, its size in bytes, when it was written."""

    name: str
    size: int
    written: datetime


class Place(Protocol):
    """A folder or a bucket. Names are relative, with `/` between folders. A missing file raises FileNotFoundError."""

    options: Mapping[str, str]

    def address(self, name: str) -> str:
        """The full path or URL of a name."""

    def write(self, name: str, data: bytes) -> None:
        """Keep bytes under a name. Whoever reads it sees all of them or no such file; an older file is replaced.

        Raises `UserError` where that is not possible: no space, no permission, no such bucket.
        """

    def read(self, name: str) -> bytes:
        """The bytes under a name."""

    def has(self, name: str) -> bool:
        """Whether a file of this name is there."""

    def items(self) -> Iterator[Item]:
        """Every file."""

    def delete(self, name: str) -> None:
        """Remove a file; one that is not there is no error."""


class Folder:
    """A folder of this machine."""

    def __init__(self, root: Path) -> None:
        self.root: Final = root.absolute()
        self.options: Mapping[str, str] = {}

    def address(self, name: str) -> str:
        """The absolute path."""
        return str(self.root / name) if name else str(self.root)

    def write(self, name: str, data: bytes) -> None:
        """Write beside the name, bring it to the disk, then rename: a kill or a power cut leaves no half file."""
        path = self.root / name
        beside = path.with_name(f".{uuid.uuid4().hex}.tmp")
        with _writing(self.root):
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)

    def read(self, name: str) -> bytes:
        """The file's bytes."""
        return (self.root / name).read_bytes()

    def has(self, name: str) -> bool:
        """Whether it is a file."""
        return (self.root / name).is_file()

    def items(self) -> Iterator[Item]:
        """Every file below the root; one that goes while we look is passed over."""
        for folder, _folders, names in os.walk(self.root):
            for name in names:
                path = Path(folder, name)
                try:
                    status = path.stat()
                except FileNotFoundError:
                    continue
                written = datetime.fromtimestamp(status.st_mtime, UTC)
                yield Item(path.relative_to(self.root).as_posix(), status.st_size, written)

    def delete(self, name: str) -> None:
        """Unlink it."""
        (self.root / name).unlink(missing_ok=True)


class Bucket:
    """A prefix of an S3 bucket. An upload is seen when it is complete."""

    def __init__(self, url: str, options: Mapping[str, str]) -> None:
        self.root: Final = url.rstrip("/")
        self.options: Mapping[str, str] = options
        self._files: Final = _s3(self.root.removeprefix("s3://"), options)

    def address(self, name: str) -> str:
        """The s3:// URL."""
        return f"{self.root}/{name}" if name else self.root

    def write(self, name: str, data: bytes) -> None:
        """Put an object."""
        # Without `compression=None` pyarrow compresses by the ending of the name.
        with _writing(self.root), self._files.open_output_stream(name, compression=None) as stream:
            stream.write(data)

    def read(self, name: str) -> bytes:
        """Get an object."""
        with self._files.open_input_stream(name, compression=None) as stream:
            return bytes(stream.readall())

    def has(self, name: str) -> bool:
        """Whether the object exists."""
        return bool(self._files.get_file_info(name).is_file)

    def items(self) -> Iterator[Item]:
        """Every object below the prefix."""
        from pyarrow.fs import FileSelector

        for found in self._files.get_file_info(FileSelector("", recursive=True, allow_not_found=True)):
            if found.is_file:
                yield Item(found.path, found.size, found.mtime.astimezone(UTC))

    def delete(self, name: str) -> None:
        """Delete an object."""
        if self.has(name):
            self._files.delete_file(name)


def place(url: str | Path, options: Mapping[str, str] | None = None) -> Place:
    """The place that a `--store` names: a folder, `file://…` or `s3://bucket/prefix`.

    `options` are those of Polars and deltalake (`AWS_REGION`, `AWS_ENDPOINT_URL` …); what is not given is taken from
    the environment. Raises `UserError` for another kind of URL.
    """
    text = str(url)
    scheme, separator, rest = text.partition("://")
    if not separator or scheme == "file":
        folder = Folder(Path(rest if separator else text).expanduser())
        if _UNUSABLE.search(folder.root.as_posix()):
            message = _("The store cannot lie in {place}: no folder on the way may have one of {signs} in its name.")
            raise UserError(message.format(place=ascii(str(folder.root)), signs=r"[ ] \ ^ | %"))
        return folder
    if scheme != "s3":
        message = _("“{url}” is no store that osmica can open. Give a folder or a URL like s3://bucket/league.")
        raise UserError(message.format(url=text))
    environment = {name: os.environ[name] for name in _OPTIONS if os.environ.get(name)}
    given = {
        name.upper() if name.lower().startswith("aws_") else name: value for name, value in (options or {}).items()
    }
    return Bucket(text, environment | given)


@contextmanager
def _writing(root: object) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = _("The store {place} cannot be written to ({reason}). Nothing of this run is in it.")
        raise UserError(message.format(place=root, reason=error.strerror or str(error).splitlines()[0])) from error


def _s3(root: str, options: Mapping[str, str]) -> Any:
    from pyarrow.fs import S3FileSystem, SubTreeFileSystem

    endpoint = options.get("AWS_ENDPOINT_URL")
    scheme, separator, host = (endpoint or "").rpartition("://")
    plain = {
        "access_key": options.get("AWS_ACCESS_KEY_ID"),
        "secret_key": options.get("AWS_SECRET_ACCESS_KEY"),
        "session_token": options.get("AWS_SESSION_TOKEN"),
        "region": options.get("AWS_REGION") or options.get("AWS_DEFAULT_REGION"),
        "endpoint_override": host or None,
        "scheme": scheme if separator else None,
    }
    return SubTreeFileSystem(root, S3FileSystem(**{name: value for name, value in plain.items() if value}))
