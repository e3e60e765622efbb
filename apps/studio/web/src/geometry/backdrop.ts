// Where a floor plan lies and how large it is.

import { distance, type Point } from "./plane.ts";

export interface Backdrop {
  name: string;
  width: number;
  height: number;
  /** The lower left corner. */
  corner: Point;
  /** Metres a pixel of the picture. */
  scale: number;
  opacity: number;
}

/** The backdrop scaled about `a` so that `a` and `b` lie the given metres apart; null where that says nothing. */
export function scaledTo(now: Backdrop, a: Point, b: Point, metres: number): Backdrop | null {
  const apart = distance(a, b);
  if (!(apart > 0) || !(metres > 0)) return null;
  const factor = metres / apart;
  return {
    ...now,
    scale: now.scale * factor,
    corner: [a[0] + (now.corner[0] - a[0]) * factor, a[1] + (now.corner[1] - a[1]) * factor],
  };
}
