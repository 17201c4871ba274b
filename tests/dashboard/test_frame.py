"""What stands around every page."""

from tests.dashboard.conftest import APP


def test_no_folder_named_pages_stands_beside_the_main_file() -> None:
    """Streamlit would serve the first visitor after a start from it, without our frame and in no language."""
    assert not (APP.parent / "pages").exists()
