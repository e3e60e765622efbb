// Snapping: where a click goes when it is near a corner or the grid.

import { distance, type Point } from "./plane.ts";

export interface Snapping {
  /** Metres between grid lines; 0 for none. */
  grid: number;
  /** Metres within which corners draw the pointer to them, before the grid does. */
  reach: number;
  corners: Iterable<Point>;
}

export function snapped(point: Point, { grid, reach, corners }: Snapping): Point {
  let best: Point | null = null;
  let least = reach;
  for (const corner of corners) {
    const away = distance(point, corner);
    if (away <= least) [best, least] = [corner, away];
  }
  if (best) return best;
  return grid > 0 ? [Math.round(point[0] / grid) * grid, Math.round(point[1] / grid) * grid] : point;
}

/** The distance of grid lines that looks right at a scale: 1, 2 or 5 times a power of ten, at least `pixels` apart. */
export function gridStep(scale: number, pixels = 14): number {
  const least = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= least) ?? 10 * power;
}
