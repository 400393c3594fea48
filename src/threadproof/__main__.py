"""The command. Until `main` can say something, Ctrl-C ends it as it ends any program: no traceback, and no exit code of ours."""

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)

from threadproof.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
