"""Source files as the store keeps them: each once, compressed with Zstandard, named by the SHA-256 of its bytes."""

from typing import Final

SOURCES_FOLDER: Final = "sources"


def source_name(key: str) -> str:
    """The name below the store's root; `zstd -d` unpacks it."""
    return f"{SOURCES_FOLDER}/{key}.zst"


def pack(data: bytes) -> bytes:
    """Compress."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return bytes(sink.getvalue())


def unpack(data: bytes) -> bytes:
    """Decompress. Raises OSError for bytes that are no such file."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
        return bytes(stream.read())
