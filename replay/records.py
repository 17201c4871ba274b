"""The records that the rules look at: the table before a shot, a shot as it was written, a shot as it happened.

All fields are integers, so that Numba compiles the functions over these records and a debugger shows plain numbers.
Balls are bits (ball 8 is `1 << 8`), pockets are numbers 1 to 6 in the order of `ingest.vocabulary.POCKETS`, sets of
pockets are masks with bit 0 for pocket 1; players are 0 (A) and 1 (B).
"""

from typing import Final, NamedTuple

from ingest.vocabulary import SOLIDS as SOLID_BALLS
from ingest.vocabulary import STRIPES as STRIPED_BALLS

SOLIDS: Final = sum(1 << ball for ball in SOLID_BALLS)
STRIPES: Final = sum(1 << ball for ball in STRIPED_BALLS)
BLACK: Final = 1 << 8
GROUP_BALLS: Final = SOLIDS | STRIPES
ALL_BALLS: Final = GROUP_BALLS | BLACK
ANY_POCKET: Final = 0b111111

ANY: Final = -1
"""A part of a filling that a world did not have to decide."""

NOBODY: Final = -1
BREAK: Final = 0
START: Final = 1
LIES: Final = 2

# Why a rack was won: the bit index of a violation, or one of these.
NO_REASON: Final = -1
WON_BY_BLACK: Final = 64
WON_BY_BLACK_ON_BREAK: Final = 65
WON_BY_CONCESSION: Final = 66
WON_BY_FORFEIT: Final = 67
STALEMATE: Final = 68


class Table(NamedTuple):
    """The state of a rack between two shots."""

    on: int  # object balls on the table
    shooter: int  # who is to play
    start: int  # where the cue ball is played from: BREAK, START, LIES
    group: int  # A's group: 0 not chosen, 1 solids, 2 stripes
    fouls_a: int  # consecutive shots of A with an effective foul
    fouls_b: int
    pocket_a: int  # A's pocket for the black, 0 = none yet
    pocket_b: int
    due_a: int  # 1: A's pocket has to be chosen and nobody wrote which; `pocket_a` is what this world takes it to be
    due_b: int
    winner: int  # NOBODY while undecided
    reason: int


class Shot(NamedTuple):
    """A shot as the log has it: the decoded columns of `ingest.schema.FACTS`, in that order."""

    shooter: int
    path_state: int
    crossed: int
    early: int
    first: int
    rails: int
    cushion: int
    mouth: int
    touched: int
    view_code: int
    result_known: int
    fell: int
    fell_order: int
    pockets: int
    off: int
    cue: int
    seen_codes: int
    called_codes: int
    choices: int
    take_ball: int
    back: int
    pocket_a: int
    pocket_b: int


class Facts(NamedTuple):
    """A shot as it happened in one world: every fact that a rule may ask for is known."""

    crossed: int  # 1: the cue ball crossed the centre line
    early: int  # 1: it touched a ball or a cushion before it crossed, or without crossing
    first: int  # first object ball touched by the cue ball, 0 = none
    rails: int  # cushions before that; 3 = three or more
    cushion: int  # 1: it touched a cushion that counts for art. 13
    hit: int  # every object ball touched by the cue ball or by another ball
    in_view: int  # 1: a legal ball could be seen at least by half
    fell: int  # object balls pocketed
    off: int  # object balls that left the table
    pockets_solids: int  # the pockets in which solids fell
    pockets_stripes: int
    black_pocket: int  # the pocket in which the black fell, 0 = it did not
    cue: int  # what became of the cue ball: vocabulary.CUE_* flags
    seen: int  # codes that the scorer saw


def new_rack(breaker: int) -> Table:
    """The table before the break (art. 2, 3): everything stands, nobody has a group, no foul counts."""
    return Table(ALL_BALLS, breaker, BREAK, 0, 0, 0, 0, 0, 0, 0, NOBODY, NO_REASON)


def group_balls(group: int, player: int) -> int:
    """The balls of a player's group as a mask, where A's group is `group`; 0 while none is chosen (art. 6, 7)."""
    if group == 0:
        return 0
    return SOLIDS if (group == 1) == (player == 0) else STRIPES


def group_of(table: Table, player: int) -> int:
    """The balls of a player's group as a mask, 0 while no group is chosen."""
    return group_balls(table.group, player)


def legal_balls(table: Table) -> int:
    """The balls that the shooter may play on (art. 8, 9): group balls on the break and in free choice, later his own,
    and the black alone when none of them is left."""
    wanted = GROUP_BALLS if table.group == 0 else group_of(table, table.shooter)
    legal = table.on & wanted
    if legal == 0 and table.start != BREAK:
        return BLACK
    return legal


def black_is_legal(table: Table) -> bool:
    """Whether the black is the ball on (art. 9, 17)."""
    return legal_balls(table) == BLACK


def fouls_of(table: Table, player: int) -> int:
    """The player's consecutive fouls in this rack (art. 18.9)."""
    return table.fouls_a if player == 0 else table.fouls_b


def pocket_of(table: Table, player: int) -> int:
    """The player's pocket for the black (art. 17), 0 where he has none."""
    return table.pocket_a if player == 0 else table.pocket_b
