"""Every message of the sources is in the Slovene catalogue, translated, with the same fields."""

from string import Formatter

import pytest
from babel.messages.catalog import Message

from tools.messages import LOCALES, TEMPLATE, collect, read

Key = tuple[str | None, str, str | None]  # context, message, its plural


def in_sources() -> set[Key]:
    return {key(message) for message in collect() if message.id}


def key(message: Message) -> Key:
    if isinstance(message.id, str):
        return message.context, message.id, None
    return message.context, message.id[0], message.id[1]


@pytest.fixture(scope="module")
def slovene() -> dict[Key, Message]:
    catalogue = read(LOCALES / "sl" / "LC_MESSAGES" / "osmica.po")
    return {key(message): message for message in catalogue if message.id}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(form or "" for form in message.string or ())


def fields(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def test_the_sources_have_messages() -> None:
    assert (None, "Options", None) in in_sources()


def test_every_message_is_translated(slovene: dict[Key, Message]) -> None:
    ready = {k for k, message in slovene.items() if all(forms(message)) and not message.fuzzy}
    assert in_sources() - ready == set()


def test_no_translation_is_left_over(slovene: dict[Key, Message]) -> None:
    assert set(slovene) - in_sources() == set()


def test_the_template_is_up_to_date() -> None:
    template = {key(message) for message in read(TEMPLATE) if message.id}
    assert template == in_sources(), "run: make messages"


def test_translations_have_the_fields_of_their_message(slovene: dict[Key, Message]) -> None:
    wrong = {k: forms(m) for k, m in slovene.items() if any(fields(f) != fields(k[2] or k[1]) for f in forms(m))}
    assert wrong == {}


def test_counted_messages_have_all_four_forms(slovene: dict[Key, Message]) -> None:
    assert {k: forms(m) for k, m in slovene.items() if k[2] is not None and len(forms(m)) != 4} == {}


def test_translations_keep_spaces_and_line_ends_at_their_edges(slovene: dict[Key, Message]) -> None:
    def edges(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    assert {k: forms(m) for k, m in slovene.items() if any(edges(f) != edges(k[1]) for f in forms(m))} == {}
