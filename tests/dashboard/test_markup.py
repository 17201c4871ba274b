"""HTML made from values: escaped where it must be, and only once."""

from dashboard.markup import Column, Html, Row, anchor, join, lines, plain, table, tag


def test_strings_are_escaped_and_html_is_not() -> None:
    assert tag("b", "<&>", Html("<i>x</i>"), title='"') == '<b title="&quot;">&lt;&amp;&gt;<i>x</i></b>'
    assert anchor("tekma?match=a&lang=en", "A & B") == '<a href="tekma?match=a&amp;lang=en">A &amp; B</a>'


def test_what_is_empty_is_left_out() -> None:
    assert join(("a", None, "", "b"), ", ") == "a, b"
    assert lines(("a", None)) == "<div>a</div>"
    assert tag("td", None, class_=None, data_label="x") == '<td data-label="x"></td>'


def test_a_table_labels_its_cells_for_a_narrow_screen() -> None:
    made = table("All", (Column("Shot", "o-num"), Column("Ruled")), [Row(("1", None), id="shot-1-1")])
    assert "<caption>All</caption>" in made
    assert '<th scope="col" class="o-num">Shot</th>' in made
    assert '<tr id="shot-1-1"><td class="o-num" data-label="Shot"><div>1</div></td><td data-label="Ruled"></td>' in made


def test_markdown_shows_exactly_the_text() -> None:
    assert plain("1. liga *x* [y](z) $1$") == r"1\. liga \*x\* \[y\]\(z\) \$1\$"
