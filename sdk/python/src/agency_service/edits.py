"""Edits of notes, which start again if another edit came first."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable

from .core import Core
from .errors import InvalidArgumentError
from .problems import PreconditionFailedProblem
from .runner import AsyncGroup, Group
from .steps import Invoke, Sleep, Steps
from .types import Insight

Edit = Callable[[str], "str | None"]
AsyncEdit = Callable[[str], "str | None | Awaitable[str | None]"]


class NoteEdits(Group):
    """The methods of notes that call several operations."""

    def edit(self, account_id: str, fan_id: str, edit: Edit, *, within: float = 30.0) -> Insight:
        """Reads the note on a fan, passes it to your function, and writes what that returns.

        If another edit came first, it waits, reads and edits again. None, or the same text, leaves the note unchanged.

        Args:
            account_id: Upstream account id.
            fan_id: Upstream fan id.
            edit: Makes the new text from the current one.
            within: Seconds after which it gives up with `PreconditionFailedProblem`.
        """
        return self._runner.run(_edit(self._runner.core, account_id, fan_id, edit, within))


class AsyncNoteEdits(AsyncGroup):
    """The asynchronous methods of notes that call several operations."""

    async def edit(self, account_id: str, fan_id: str, edit: AsyncEdit, *, within: float = 30.0) -> Insight:
        """Reads the note on a fan, passes it to your function, and writes what that returns.

        If another edit came first, it waits, reads and edits again. None, or the same text, leaves the note unchanged.

        Args:
            account_id: Upstream account id.
            fan_id: Upstream fan id.
            edit: Makes the new text from the current one. It may be a coroutine function.
            within: Seconds after which it gives up with `PreconditionFailedProblem`.
        """
        return await self._runner.run(_edit(self._runner.core, account_id, fan_id, edit, within))


def _edit(core: Core, account_id: str, fan_id: str, edit: AsyncEdit, within: float) -> Steps[Insight]:
    if not callable(edit):
        raise InvalidArgumentError("edit", "a function that returns the new note is required")
    place = {"account_id": account_id, "fan_id": fan_id}
    started, tries = time.monotonic(), 0
    while True:
        insight = yield from core.call("getInsight", Insight, place)
        note = yield Invoke(edit, (insight.note,))
        if note is None or note == insight.note:
            return insight
        try:
            result = yield from core.call("updateInsight", Insight, {**place, "note": note, "etag": insight.etag})
            return result
        except PreconditionFailedProblem as problem:
            tries += 1
            # Random, so that programs that edit the same note do not repeat the conflict.
            pause = random.random() * min(2.0, 0.05 * 2.0 ** min(tries, 8))
            passed = time.monotonic() - started
            if passed + pause > within:
                problem.args = (f"{problem.args[0]}. Gave up after {tries} tries in {passed:.1f} s", *problem.args[1:])
                raise
        yield Sleep(pause)
