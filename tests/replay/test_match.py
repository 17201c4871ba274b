"""The rules of a match: the order of the breaks (art. 4, 19), score, claims and verdicts."""

import pytest

from replay.match import (
    A_WINS,
    B_WINS,
    NO_WINNER,
    Header,
    RackEnd,
    judge,
    rack_verdict,
    without_shots,
)
from replay.worlds import CONCESSION, FORFEIT, NO_CLAIM, PLAIN, REPLAY, Ending

WINNERS = {"A": A_WINS, "B": B_WINS, "?": A_WINS | B_WINS, "-": NO_WINNER}


def racks(text: str) -> list[RackEnd]:
    """`A>B` = A broke, B won; `?` open, `-` nobody, `=` a stalemate. The claim is the winner where there is one."""
    found = []
    for word in text.split():
        breaker, won = "AB".index(word[0]), word[2]
        if won == "=":
            found.append(RackEnd(breaker, Ending(REPLAY, -1), NO_WINNER, stalemate=True))
            continue
        ending = Ending(PLAIN, "AB".index(won)) if won in "AB" else Ending(NO_CLAIM, -1)
        found.append(RackEnd(breaker, ending, WINNERS[won], stalemate=False))
    return found


def header(race: int, rule: str = "loser", status: str = "played", score: str = "", winner: str = "") -> Header:
    claimed = (int(score[0]), int(score[2])) if score else None
    return Header(race, rule, status, claimed, "AB".index(winner) if winner else None)


@pytest.mark.parametrize(
    ("rule", "played", "wrong"),
    [
        ("loser", "A>A B>A B>B A>A", ()),  # the loser of the rack before breaks
        ("loser", "A>A A>A", (1,)),
        ("winner", "A>A A>B B>B", ()),
        ("winner", "A>B A>A", (1,)),
        ("alternate", "A>A B>A A>A", ()),
        ("alternate", "A>B A>B", (1,)),
        ("trailing", "A>A B>A B>B B>B A>A", ()),  # 2-2 after four: level, so the loser of the fourth
        ("trailing", "A>A A>A", (1,)),
        ("loser", "A>= A>A B>A", ()),  # a stalemate is broken again by the same player
        ("loser", "A>= B>A", (1,)),
        ("alternate", "A>A B>= B>A A>A", ()),  # and is no turn
        ("alternate", "A>A B>= A>A", (2,)),
        ("loser", "A>? A>A", ()),  # nobody can say who lost the first
        ("alternate", "A>? A>A", (1,)),  # the rule does not ask who won
        ("trailing", "A>A B>A B>? B>A", ()),  # 2-1 or 3-0 before the last: B trails either way
        ("trailing", "A>A B>A B>? A>A", (3,)),
    ],
)
def test_order_of_the_breaks(rule: str, played: str, wrong: tuple[int, ...]) -> None:
    assert judge(header(9, rule), racks(played)).wrong_breakers == wrong


@pytest.mark.parametrize(
    ("head", "played", "score", "winner", "verdict", "codes"),
    [
        (header(2, score="2-1", winner="A"), "A>A B>B A>A", (2, 1), 0, "confirmed", ()),
        (header(2, score="2-0", winner="A"), "A>A B>B A>A", (2, 1), 0, "contradicted", ("score-mismatch",)),
        (header(2, winner="B"), "A>A B>A", (2, 0), 0, "contradicted", ("match-winner-mismatch",)),
        (header(2), "A>A B>A", (2, 0), 0, "unclaimed", ()),
        # The second rack is open: 2-0, or 1-1 and not yet over, in which 2-1 may still come; but no world ends with it.
        (header(2, score="2-1", winner="A"), "A>A B>?", None, None, "undetermined", ("score-mismatch",)),
        # 2-0 or 1-1: in no world 0-2, and neither can become it.
        (
            header(2, score="0-2", winner="B"),
            "A>A B>?",
            None,
            None,
            "contradicted",
            ("score-mismatch",),
        ),
        # Nobody reached two: the log is short, the claim may still be true.
        (
            header(2, score="2-0", winner="A"),
            "A>A",
            (1, 0),
            None,
            "undetermined",
            ("score-mismatch", "match-unfinished"),
        ),
        (header(2, score="1-0", status="abandoned"), "A>A", (1, 0), None, "confirmed", ()),
        (header(2, winner="B", status="forfeit"), "A>A", (1, 0), 1, "unclaimed", ()),
        (header(2, winner="B", status="forfeit"), "", (0, 0), 1, "unclaimed", ()),
        # A stalemate scores for nobody.
        (header(1, score="1-0", winner="A"), "A>= A>A", (1, 0), 0, "confirmed", ()),
    ],
)
def test_claims(
    head: Header, played: str, score: tuple[int, int] | None, winner: int | None, verdict: str, codes: tuple[str, ...]
) -> None:
    found = judge(head, racks(played))
    assert (found.score, found.winner, found.verdict, found.mismatches) == (score, winner, verdict, codes)


def test_racks_after_the_end_do_not_score_for_the_breaks_either() -> None:
    # Race to two, 2-0 after two racks. B trails by two for good, so A may not break rack 5 though B won racks 3 and 4.
    assert judge(header(2, "trailing"), racks("A>A B>A B>B B>B A>A")).wrong_breakers == (4,)


def test_racks_after_the_end_do_not_score() -> None:
    found = judge(header(2, score="2-0", winner="A"), racks("A>A B>A B>B A>B"))
    assert (found.score, found.after_end, found.scores) == ((2, 0), 2, (True, True, False, False))


@pytest.mark.parametrize(
    ("winners", "claimed", "verdict"),
    [
        (A_WINS, 0, "confirmed"),
        (B_WINS, 0, "contradicted"),
        (A_WINS | B_WINS, 0, "undetermined"),
        (NO_WINNER, 0, "undetermined"),
        (B_WINS | NO_WINNER, 0, "undetermined"),
        (A_WINS, None, "unclaimed"),
    ],
)
def test_verdict_of_a_rack(winners: int, claimed: int | None, verdict: str) -> None:
    assert rack_verdict(winners, claimed) == verdict


@pytest.mark.parametrize(
    ("ending", "winners"),
    [
        (Ending(PLAIN, 0), A_WINS | B_WINS),  # the rack ended, nobody knows how
        (Ending(NO_CLAIM, -1), A_WINS | B_WINS | NO_WINNER),
        (Ending(CONCESSION, 1), B_WINS),
        (Ending(FORFEIT, 0), A_WINS),
        (Ending(REPLAY, -1), NO_WINNER),
    ],
)
def test_a_rack_whose_shots_were_lost(ending: Ending, winners: int) -> None:
    assert without_shots(ending) == winners
