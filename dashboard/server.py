"""Streamlit, in this process, with everything set that keeps it to this machine."""

import os
import socket
import threading
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Final

from ingest.store.default import default_url
from wording import UserError, _

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8501
_TRIED: Final = 50
APP: Final = Path(__file__).parent / "app.py"

SHARED: Final = ("pandas", "altair", "dashboard.player_rates", "dashboard.match_shots")
"""Imported before anybody is served: Altair fails on a pandas that another person's run has only half imported."""

OPTIONS: Final[dict[str, object]] = {
    "server_address": HOST,
    "server_headless": True,  # Streamlit asks nobody for an e-mail address and opens no browser; we do
    "server_fileWatcherType": "none",
    "server_enableStaticServing": False,
    "browser_gatherUsageStats": False,
    "browser_serverAddress": HOST,
    "client_toolbarMode": "minimal",
    "client_showErrorDetails": "none",  # no traceback reaches a user; it stands in the terminal
    "client_showErrorLinks": False,  # and no link to search engines beside it
    # One for each, or a theme of our own would do away with the dark one.
    "theme_light_primaryColor": "#2f6fbf",
    "theme_dark_primaryColor": "#6aa5f0",
    "logger_hideWelcomeMessage": True,
    "logger_level": "warning",
}
"""Streamlit's settings, written as its command line takes them; they go before any `config.toml`."""


def serve(store: str | None, port: int | None, *, browser: bool) -> None:
    """Serve the pages until Ctrl-C (or SIGTERM). The address is printed once the server answers.

    Raises:
        UserError: the port is not free.
    """
    chosen = free_port(port)
    os.environ["OSMICA_STORE"] = store or default_url()
    address = f"http://{HOST}:{chosen}"
    threading.Thread(target=_announce, args=(address, chosen, browser), daemon=True).start()

    from streamlit.web import bootstrap

    for module in SHARED:
        import_module(module)
    options = {**OPTIONS, "server_port": chosen}
    bootstrap.load_config_options(options)
    bootstrap.run(str(APP), False, [], options)
    print(_("The dashboard has ended."))


def free_port(asked: int | None) -> int:
    """The port asked for, else the first free one from 8501.

    Raises:
        UserError: the one asked for is taken, or none of the tried is free.
    """
    for port in [asked] if asked else range(FIRST_PORT, FIRST_PORT + _TRIED):
        if _is_free(port):
            return port
    message = _("Port {port} is taken by another program. Choose another: osmica dashboard --port {other}")
    taken = asked or FIRST_PORT
    raise UserError(message.format(port=taken, other=taken + 1))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As the server itself does it: a port whose last connections are still closing is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def _announce(address: str, port: int, browser: bool) -> None:
    """Wait until the server listens, then say where (and open a browser)."""
    while True:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex((HOST, port)) == 0:
                break
        threading.Event().wait(0.05)
    print(
        _("The dashboard is at {address} (only on this machine). Stop it with Ctrl-C.").format(address=address),
        flush=True,
    )
    if browser:
        webbrowser.open(address)
