"""Why a program fails, as typed records: found out once, from a replay, and rendered as text, as JSON and on the page."""
