// The open and the closed list of a traced search, after any number of its steps. Pure.

import type { Trace } from "../protocol/messages.ts";

export interface Lists {
  /** Nodes that wait. */
  open: number[];
  /** Nodes that were expanded, in that order, and do not wait again. */
  closed: number[];
  /** Nodes that a repair expanded, in which costs rise and fall. */
  again: number[];
}

export function listsAt({ steps, opened, edit }: Trace, shown: number): Lists {
  const [open, closed, again] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const count = Math.min(shown, steps.length);
  for (let i = 0; i < count; i++) {
    const [node, , g] = steps[i];
    // What a search from scratch after the edit expands has lists of its own.
    if (edit && i === edit.after && g !== null) {
      open.clear();
      closed.clear();
    }
    if (g === null) again.add(node);
    else {
      open.delete(node);
      closed.add(node);
    }
    for (const other of opened[i] ?? []) {
      closed.delete(other);
      open.add(other);
    }
  }
  // A repair keeps what was found before it; its open list is its own affair.
  if (again.size > 0) open.clear();
  for (const node of again) closed.delete(node);
  return { open: [...open], closed: [...closed], again: [...again] };
}
