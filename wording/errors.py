"""The one exception that is meant for the user's eyes."""


class UserError(Exception):
    """Something the user can mend. The text is already in the user's language and says what to do next.

    The command prints it on the standard error stream without a traceback and ends with status 2.
    """
