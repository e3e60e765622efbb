// Doors: gaps that lead through a wall. Found between ends that face each other, cut into walls, widened. Pure.

import type { Item, NewItem } from "../protocol/messages.ts";
import { rectangleRing } from "./outlines.ts";
import { type Box, boxOf, distance, distanceToSegment, middle, type Point } from "./plane.ts";
import { isRectangle } from "./reshape.ts";

/** A gap between two ends, each the end of a wall or a side of a rectangle. */
export interface Door {
  ends: readonly [End, End];
  /** The middles of both ends. */
  gap: readonly [Point, Point];
  width: number;
}

interface End {
  item: Item;
  at: Point;
  /** Where it faces. */
  towards: Point;
  /** How far it reaches to either side of its middle. */
  half: number;
  /** A wall's first or last corner, or a rectangle's side: −1 or 1 across, then up. */
  part: "first" | "last" | readonly [number, number];
}

/** A gap wider than this is no door. */
const WIDEST = 12;
/** The cosine of the largest angle between the gap and where its ends face. */
const STRAIGHT = 0.985;
/** A wall thicker than this, or not longer than thick, is a block. */
const THICKEST = 2;

const unit = (a: Point, b: Point): Point => {
  const size = distance(a, b);
  return size > 0 ? [(b[0] - a[0]) / size, (b[1] - a[1]) / size] : [0, 0];
};
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const along = (p: Point, towards: Point, by: number): Point => [p[0] + by * towards[0], p[1] + by * towards[1]];

function endsOf(item: Item): End[] {
  const [line] = item.rings;
  if (item.kind === "wall" && line && line.length >= 2) {
    return [
      { item, at: line[0], towards: unit(line[1], line[0]), half: 0, part: "first" },
      { item, at: line[line.length - 1], towards: unit(line[line.length - 2], line[line.length - 1]), half: 0, part: "last" },
    ];
  }
  const box = item.kind === "obstacle" && isRectangle(item) ? boxOf(item.rings[0]) : null;
  if (!box) return [];
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return [
    { item, at: [box[0], y], towards: [-1, 0], half: (box[3] - box[1]) / 2, part: [-1, 0] },
    { item, at: [box[2], y], towards: [1, 0], half: (box[3] - box[1]) / 2, part: [1, 0] },
    { item, at: [x, box[1]], towards: [0, -1], half: (box[2] - box[0]) / 2, part: [0, -1] },
    { item, at: [x, box[3]], towards: [0, 1], half: (box[2] - box[0]) / 2, part: [0, 1] },
  ];
}

/** Whether two ends face each other across a gap. */
function facing(a: End, b: End): boolean {
  if (a.item.key === b.item.key && a.part === b.part) return false;
  const ahead = dot(a.towards, [b.at[0] - a.at[0], b.at[1] - a.at[1]]);
  if (ahead <= 0 || ahead > WIDEST || dot(a.towards, b.towards) > -STRAIGHT) return false;
  const aside = Math.abs(a.towards[0] * (b.at[1] - a.at[1]) - a.towards[1] * (b.at[0] - a.at[0]));
  // Their sides overlap, or they lie on one line.
  return aside <= Math.max(Math.abs(a.half - b.half), Math.tan(Math.acos(STRAIGHT)) * ahead);
}

/** The door at a place: the narrowest gap that the place is in, or near; null where there is none. */
export function doorAt(items: Iterable<Item>, at: Point, reach: number): Door | null {
  const ends = [...items].flatMap(endsOf).filter((end) => distance(end.at, at) <= WIDEST + end.half);
  let best: Door | null = null;
  for (const [i, a] of ends.entries()) {
    for (const b of ends.slice(i + 1)) {
      if (!facing(a, b) || !facing(b, a)) continue;
      const width = dot(a.towards, [b.at[0] - a.at[0], b.at[1] - a.at[1]]);
      const near = distanceToSegment(at, a.at, b.at) <= reach + Math.min(a.half, b.half);
      if (near && (!best || width < best.width)) best = { ends: [a, b], gap: [a.at, b.at], width };
    }
  }
  return best;
}

/** The items of a door that is made so wide, about its middle; null where a side would be used up. */
export function widened(door: Door, width: number): Item[] | null {
  const by = (door.width - width) / 2;
  const changed = new Map<number, Item>();
  for (const end of door.ends) {
    const item = changed.get(end.item.key) ?? end.item;
    const moved = withEnd(item, end, by);
    if (!moved) return null;
    changed.set(item.key, moved);
  }
  return [...changed.values()];
}

function withEnd(item: Item, { part, towards }: End, by: number): Item | null {
  const [line] = item.rings;
  if (part === "first" || part === "last") {
    const [end, before] = part === "first" ? [0, 1] : [line.length - 1, line.length - 2];
    if (distance(line[end], line[before]) + by <= 0.01) return null;
    const rings = [line.map((p, i) => (i === end ? along(p, towards, by) : p))];
    return { ...item, rings };
  }
  const box = boxOf(line);
  if (!box) return null;
  const [x0, y0, x1, y1] = box;
  const sides: Box = [x0 - (part[0] < 0 ? by : 0), y0 - (part[1] < 0 ? by : 0), x1 + (part[0] > 0 ? by : 0), y1 + (part[1] > 0 ? by : 0)];
  if (sides[2] - sides[0] <= 0.01 || sides[3] - sides[1] <= 0.01) return null;
  return { ...item, rings: [rectangleRing([sides[0], sides[1]], [sides[2], sides[3]])], shape: { rectangle: [...sides] } };
}

/** Where a door would be cut: the item, and the gap along its middle. */
export interface Cut {
  item: Item;
  gap: readonly [Point, Point];
  pieces: NewItem[];
}

/** A door of a width in the wall at a place: a line, or a rectangle that is longer than thick. Null where there is no such wall. */
export function cutAt(items: Iterable<Item>, at: Point, width: number, reach: number): Cut | null {
  for (const item of items) {
    const cut = item.kind === "wall" ? cutLine(item, at, width, reach) : item.kind === "obstacle" && isRectangle(item) ? cutBlock(item, at, width, reach) : null;
    if (cut) return cut;
  }
  return null;
}

const piece = (item: Item, ring: Point[], shape: NewItem["shape"]): NewItem => ({ kind: item.kind, name: item.name, rings: [ring], shape });

function cutLine(item: Item, at: Point, width: number, reach: number): Cut | null {
  const [line] = item.rings;
  for (let i = 1; i < (line?.length ?? 0); i++) {
    const [a, b] = [line[i - 1], line[i]];
    const length = distance(a, b);
    if (distanceToSegment(at, a, b) > reach || length < width + 0.02) continue;
    const towards = unit(a, b);
    const middleAt = Math.max(width / 2 + 0.01, Math.min(length - width / 2 - 0.01, dot(towards, [at[0] - a[0], at[1] - a[1]])));
    const gap = [along(a, towards, middleAt - width / 2), along(a, towards, middleAt + width / 2)] as const;
    return { item, gap, pieces: [piece(item, [...line.slice(0, i), gap[0]], null), piece(item, [gap[1], ...line.slice(i)], null)] };
  }
  return null;
}

function cutBlock(item: Item, at: Point, width: number, reach: number): Cut | null {
  const box = boxOf(item.rings[0]);
  if (!box) return null;
  const [x0, y0, x1, y1] = box;
  const across = x1 - x0 >= y1 - y0;
  const [low, high, thick] = across ? [x0, x1, y1 - y0] : [y0, y1, x1 - x0];
  const inside = at[0] >= x0 - reach && at[0] <= x1 + reach && at[1] >= y0 - reach && at[1] <= y1 + reach;
  if (!inside || thick > THICKEST || high - low < width + 0.02 || high - low <= thick) return null;
  const centre = Math.max(low + width / 2 + 0.01, Math.min(high - width / 2 - 0.01, across ? at[0] : at[1]));
  const parts: Box[] = across
    ? [[x0, y0, centre - width / 2, y1], [centre + width / 2, y0, x1, y1]]
    : [[x0, y0, x1, centre - width / 2], [x0, centre + width / 2, x1, y1]];
  const pieces = parts.map((part) => piece(item, rectangleRing([part[0], part[1]], [part[2], part[3]]), { rectangle: [...part] }));
  const level = middle([x0, y0], [x1, y1]);
  const gap: readonly [Point, Point] = across
    ? [[centre - width / 2, level[1]], [centre + width / 2, level[1]]]
    : [[level[0], centre - width / 2], [level[0], centre + width / 2]];
  return { item, gap, pieces };
}
