"""What an ingest did, counted so that nothing can be lost: read = new + unchanged + revised + quarantined."""

from dataclasses import dataclass, field

from ingest.problems import Problem, Warning_


@dataclass
class FileCount:
    """Matches of one source file and what became of them. `superseded` of the unchanged were revised since.

    `problems` counts entries for the quarantine, several a match perhaps, and those of the file as a whole.
    """

    file: str
    sha256: str
    read: int = 0
    new: int = 0
    unchanged: int = 0
    revised: int = 0
    quarantined: int = 0
    superseded: int = 0
    problems: int = 0
    unreadable: bool = False

    def check(self) -> None:
        """Raise RuntimeError if a match was lost or counted twice: an error of the program, never of the input."""
        if self.read != self.new + self.unchanged + self.revised + self.quarantined:
            raise RuntimeError(f"the accounting does not add up: {self}")


@dataclass(frozen=True)
class IngestReport:
    """One run: its files in the order read, every problem and warning, and the store's version before and after."""

    files: tuple[FileCount, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Warning_, ...]
    before: int
    version: int
    total: FileCount = field(init=False)

    def __post_init__(self) -> None:
        total = FileCount("", "")
        for file in self.files:
            file.check()
            for name in ("read", "new", "unchanged", "revised", "quarantined", "superseded", "problems"):
                setattr(total, name, getattr(total, name) + getattr(file, name))
        total.check()
        object.__setattr__(self, "total", total)

    @property
    def changed(self) -> bool:
        """Whether the run made a new version."""
        return self.version != self.before

    @property
    def unreadable(self) -> int:
        """Files of which nothing could be read."""
        return sum(file.unreadable for file in self.files)

    @property
    def status(self) -> int:
        """The exit code: 0 all went in or was there; 1 something was kept out; 2 no file could be read."""
        if self.files and self.unreadable == len(self.files):
            return 2
        return 1 if self.problems else 0
