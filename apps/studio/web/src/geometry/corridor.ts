// The neighbourhood of a line as strips that do not overlap, so that a colour that is half transparent is the same all over it. Pure.

import type { Point } from "./plane.ts";

/** A strip: from left to right, and from below to above. */
export type Strip = readonly [number, number, number, number];

/** Where a horizontal line at y is within a distance of a segment, if it is anywhere: the neighbourhood is convex, so it is one interval. */
function interval([ax, ay]: Point, [bx, by]: Point, width: number, y: number): [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  const take = (x: number): void => {
    low = Math.min(low, x);
    high = Math.max(high, x);
  };
  for (const [cx, cy] of [[ax, ay], [bx, by]]) {
    const square = width * width - (y - cy) * (y - cy);
    if (square < 0) continue;
    take(cx - Math.sqrt(square));
    take(cx + Math.sqrt(square));
  }
  const length = Math.hypot(bx - ax, by - ay);
  if (length > 0) {
    const [nx, ny] = [(-(by - ay) / length) * width, ((bx - ax) / length) * width];
    const corners = [[ax + nx, ay + ny], [bx + nx, by + ny], [bx - nx, by - ny], [ax - nx, ay - ny]];
    corners.forEach(([x0, y0], i) => {
      const [x1, y1] = corners[(i + 1) % 4];
      if ((y0 - y) * (y1 - y) <= 0 && y0 !== y1) take(x0 + ((x1 - x0) * (y - y0)) / (y1 - y0));
    });
  }
  return low <= high ? [low, high] : null;
}

/** All places within a distance of a line, in strips no lower than told, and no more rows of them than 300. */
export function corridor(line: readonly Point[], width: number, height: number): Strip[] {
  if (line.length === 0 || !(width > 0)) return [];
  const ys = line.map(([, y]) => y);
  const [bottom, top] = [Math.min(...ys) - width, Math.max(...ys) + width];
  const step = Math.max(height, (top - bottom) / 300);
  const ends = line.length > 1 ? line : [line[0], line[0]];
  const strips: Strip[] = [];
  for (let y = bottom; y < top; y += step) {
    const parts: [number, number][] = [];
    for (let i = 1; i < ends.length; i++) {
      const part = interval(ends[i - 1], ends[i], width, y + step / 2);
      if (part) parts.push(part);
    }
    parts.sort((a, b) => a[0] - b[0]);
    let open: [number, number] | null = null;
    for (const [low, high] of parts) {
      if (open && low <= open[1]) open[1] = Math.max(open[1], high);
      else {
        if (open) strips.push([open[0], open[1], y, y + step]);
        open = [low, high];
      }
    }
    if (open) strips.push([open[0], open[1], y, y + step]);
  }
  return strips;
}
