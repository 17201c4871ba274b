"""The views that every query starts from. Which matches, racks and shots may count is decided here, once.

- `match_facts`: one row a match, with names and, where it was replayed as it now stands, its verdict.
- `rack_facts`: one row a rack that may count, with its break.
- `shot_facts`: one row a judged shot of those racks.
- `codes(mask)`: the codes of a mask, in the order of the table of violations.

A verdict made from an earlier log of a match says nothing of the present one: such a match is `pending` and counts in
no statistic. Neither do forfeits, stalemates, and racks after the end of a match (`scores` is false, or unknown).
"""

from typing import Final

from analytics.filters import PENDING
from ingest.vocabulary import CUE_POCKETED
from ingest.vocabulary import VIOLATIONS as CODES
from replay.violations import FOULS

VIEWS: Final = f"""
CREATE MACRO codes(mask) AS list_filter({list(CODES)}, lambda code, place: (mask >> (place - 1)) & 1 = 1);

CREATE VIEW match_facts AS
SELECT m.* EXCLUDE (racks, shots), m.racks AS rack_count, m.shots AS shot_count,
       a.name AS a_name, b.name AS b_name, r.name AS referee_name,
       v.winner, v.score_a, v.score_b, v.engine,
       coalesce(v.verdict, '{PENDING}') AS verdict,
       v.match IS NOT NULL AS replayed
FROM matches m
LEFT JOIN persons a ON a.person = m.a
LEFT JOIN persons b ON b.person = m.b
LEFT JOIN persons r ON r.person = m.referee
LEFT JOIN verdict_matches v ON v.match = m.match AND v.content = m.content;

CREATE VIEW counted_racks AS
SELECT m.match, m.season, m.competition, m.a, m.b, m.verdict, m.calls_recorded,
       v.rack, v.breaker, v.winner
FROM match_facts m
JOIN verdict_racks v ON v.match = m.match
WHERE m.replayed AND m.status <> 'forfeit' AND v.scores
  AND coalesce(v.reason, '') NOT IN ('stalemate', 'forfeit');

CREATE VIEW rack_facts AS
SELECT c.*,
       CASE c.breaker WHEN 'A' THEN c.a WHEN 'B' THEN c.b END AS person,
       c.winner = c.breaker AS won,
       f.player = c.breaker AS broke,
       f.effective AS ruled,
       s.result_known = 1 AS result_known,
       s.cue & {CUE_POCKETED} <> 0 AS scratch,
       s.fell <> 0 AS ball_fell
FROM counted_racks c
LEFT JOIN verdict_shots f ON f.match = c.match AND f.rack = c.rack AND f.shot = 1
LEFT JOIN shots s ON s.match = c.match AND s.rack = c.rack AND s.shot = 1;

CREATE VIEW shot_facts AS
SELECT c.*, f.shot,
       CASE f.player WHEN 'A' THEN c.a WHEN 'B' THEN c.b END AS person,
       f.observed AS seen, f.effective AS ruled,
       f.effective & {FOULS} <> 0 AS foul,
       bool_and(f.observed IS NOT NULL) OVER rack AS all_seen,
       bool_and(f.effective IS NOT NULL) OVER rack AS all_ruled
FROM counted_racks c
JOIN verdict_shots f ON f.match = c.match AND f.rack = c.rack
WHERE f.judged
WINDOW rack AS (PARTITION BY c.match, c.rack);
"""
