"""The command. Until `main` can say something, Ctrl-C ends it as it ends any program: no traceback, and no exit code of ours.

Terms, states and tables are many objects that stay and hardly ever form cycles: the collector, which looks at all of them again
and again, took up to a third of the time. So it looks seldom.
"""

import gc
import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)
gc.set_threshold(100_000, 20, 100)

from threadproof.app.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
