// Grips of what is selected, and what becomes of it when one is dragged. Pure.

import type { Item } from "../protocol/messages.ts";
import { boxRing, circleRing, translated } from "./outlines.ts";
import { type Box, boxOf, distanceToSegment, middle, type Point, type Ring } from "./plane.ts";

export type Grip =
  | { kind: "corner" | "edge"; at: Point; ring: number; index: number }
  /** A side or a corner of the box around everything: −1, 0 or 1 across and up. */
  | { kind: "box"; at: Point; x: -1 | 0 | 1; y: -1 | 0 | 1 };

/** Outlines with more corners than this have none to drag: one would not hit the right one. */
const MOST_CORNERS = 400;
/** Nothing is made smaller than this, in metres. */
const SMALLEST = 0.01;
const SIDES = [-1, 0, 1] as const;

const isClosed = (item: Item): boolean => item.kind !== "wall";

/** A rectangle, as far as its corners say, whatever it was drawn as. */
export function isRectangle({ rings }: Item): boolean {
  const box = boxOf(rings[0] ?? []);
  if (!box || rings.length !== 1 || rings[0].length !== 4) return false;
  const isStraight = rings[0].every(([x, y], i) => x === rings[0][(i + 1) % 4][0] || y === rings[0][(i + 1) % 4][1]);
  return isStraight && boxRing(box).every(([x, y]) => rings[0].some((p) => Math.abs(p[0] - x) < 1e-9 && Math.abs(p[1] - y) < 1e-9));
}

export const isCircle = ({ shape }: Item): boolean => shape !== null && "circle" in shape;

export function gripsOf(items: readonly Item[]): Grip[] {
  const box = boxOf(items.flatMap((item) => item.rings.flat()));
  if (!box) return [];
  const [item] = items;
  if (items.length > 1 || isRectangle(item)) return boxGrips(box, () => true);
  if (isCircle(item)) return boxGrips(box, (x, y) => x === 0 || y === 0);
  const corners = item.rings.reduce((sum, ring) => sum + ring.length, 0);
  if (corners > MOST_CORNERS || corners < 2) return [];
  return item.rings.flatMap((ring, r) => [
    ...edgesOf(item, ring).map(([a, b], index): Grip => ({ kind: "edge", at: middle(a, b), ring: r, index })),
    ...ring.map((at, index): Grip => ({ kind: "corner", at, ring: r, index })),
  ]);
}

function boxGrips(box: Box, wanted: (x: number, y: number) => boolean): Grip[] {
  const place = (low: number, high: number, side: number) => (low + high) / 2 + (side * (high - low)) / 2;
  return SIDES.flatMap((x) => SIDES.map((y) => [x, y] as const))
    .filter(([x, y]) => (x !== 0 || y !== 0) && wanted(x, y))
    .map(([x, y]) => ({ kind: "box", at: [place(box[0], box[2], x), place(box[1], box[3], y)], x, y }));
}

const edgesOf = (item: Item, ring: Ring): (readonly [Point, Point])[] =>
  ring.slice(0, isClosed(item) ? ring.length : -1).map((p, i) => [p, ring[(i + 1) % ring.length]] as const);

/** The items with a grip moved; `even`: as high as wide, in proportion. */
export function gripped(items: readonly Item[], grip: Grip, by: Point, even: boolean): Item[] {
  if (grip.kind !== "box") return items.map((item) => withMoved(item, grip, by));
  const box = boxOf(items.flatMap((item) => item.rings.flat()));
  if (!box) return [...items];
  const [{ shape }] = items;
  if (items.length === 1 && shape && "circle" in shape) return [withRadius(items[0], shape.circle[2] + grip.x * by[0] + grip.y * by[1])];
  const sides: [number, number, number, number] = [...box];
  if (grip.x !== 0) sides[1 + grip.x] += by[0];
  if (grip.y !== 0) sides[2 + grip.y] += by[1];
  return stretched(items, box, evened(box, sides, grip, even));
}

/** A box with the sides dragged, not turned inside out, and in proportion if that is asked for. */
function evened(before: Box, [x0, y0, x1, y1]: Box, grip: { x: number; y: number }, even: boolean): Box {
  let [width, height] = [Math.max(SMALLEST, x1 - x0), Math.max(SMALLEST, y1 - y0)];
  if (even && grip.x !== 0 && grip.y !== 0) {
    const factor = Math.max(width / Math.max(before[2] - before[0], SMALLEST), height / Math.max(before[3] - before[1], SMALLEST));
    [width, height] = [factor * (before[2] - before[0]), factor * (before[3] - before[1])];
  }
  const left = grip.x < 0 ? before[2] - width : before[0];
  const low = grip.y < 0 ? before[3] - height : before[1];
  return [left, low, left + width, low + height];
}

/** Items stretched from one box to another. */
export function stretched(items: readonly Item[], from: Box, to: Box): Item[] {
  const along = (k: 0 | 1, value: number): number => {
    const size = from[k + 2] - from[k];
    return size <= 0 ? value + to[k] - from[k] : to[k] + ((value - from[k]) / size) * (to[k + 2] - to[k]);
  };
  const factor = (to[2] - to[0]) / Math.max(from[2] - from[0], 1e-12);
  const isEven = Math.abs(factor - (to[3] - to[1]) / Math.max(from[3] - from[1], 1e-12)) < 1e-9;
  return items.map((item) => {
    const rings = item.rings.map((ring) => ring.map(([x, y]): Point => [along(0, x), along(1, y)]));
    const shape = item.shape && "circle" in item.shape
      ? isEven ? { circle: [along(0, item.shape.circle[0]), along(1, item.shape.circle[1]), factor * item.shape.circle[2]] as [number, number, number] } : null
      : item.shape && "rectangle" in item.shape ? { rectangle: [...(boxOf(rings.flat()) ?? from)] as [number, number, number, number] } : item.shape;
    return plain({ ...item, rings, shape });
  });
}

export function withRadius(item: Item, radius: number): Item {
  if (!item.shape || !("circle" in item.shape)) return item;
  const [x, y] = item.shape.circle;
  const within = Math.max(SMALLEST, radius);
  return plain({ ...item, rings: [circleRing([x, y], within)], shape: { circle: [x, y, within] } });
}

function withMoved(item: Item, { kind, ring, index }: { kind: "corner" | "edge"; ring: number; index: number }, by: Point): Item {
  const count = item.rings[ring]?.length ?? 0;
  const moves = (i: number): boolean => i === index || (kind === "edge" && i === (index + 1) % count);
  return withRing(item, ring, (old) => old.map((p, i): Point => (moves(i) ? [p[0] + by[0], p[1] + by[1]] : p)));
}

/** The item with one ring moved: a hole of a floor. */
export const withRingMoved = (item: Item, ring: number, by: Point): Item => withRing(item, ring, (old) => translated([old], by)[0]);

function withRing(item: Item, ring: number, change: (ring: Point[]) => Point[]): Item {
  return plain({ ...item, rings: item.rings.map((old, r) => (r === ring ? change([...old]) : old)), shape: { polygon: true } });
}

/** The triangles that the server said are those of the outline before. */
function plain(item: Item): Item {
  const { fill: _, ...rest } = item;
  return rest;
}

/** The item with a corner more, on the edge that is nearest to a place; null where none is near. */
export function withCorner(item: Item, at: Point, reach: number): Item | null {
  let best: { ring: number; index: number } | null = null;
  let least = reach;
  item.rings.forEach((ring, r) =>
    edgesOf(item, ring).forEach(([a, b], index) => {
      const away = distanceToSegment(at, a, b);
      if (away <= least) [best, least] = [{ ring: r, index }, away];
    }),
  );
  if (!best) return null;
  const { ring, index } = best as { ring: number; index: number };
  return withRing(item, ring, (old) => [...old.slice(0, index + 1), at, ...old.slice(index + 1)]);
}

/** The item without a corner; null where too few would be left. */
export function withoutCorner(item: Item, ring: number, index: number): Item | null {
  const left = (item.rings[ring]?.length ?? 0) - 1;
  if (left < (isClosed(item) ? 3 : 2)) return null;
  return withRing(item, ring, (old) => old.filter((_, i) => i !== index));
}

/** The item without a hole. */
export const withoutRing = (item: Item, ring: number): Item => plain({ ...item, rings: item.rings.filter((_, r) => r !== ring) });

export type Side = "left" | "middle" | "right" | "bottom" | "centre" | "top";

/** Items moved so that a side of each lies on that of the box around all. */
export function aligned(items: readonly Item[], side: Side): Item[] {
  const all = boxOf(items.flatMap((item) => item.rings.flat()));
  if (!all) return [...items];
  const across = side === "left" || side === "middle" || side === "right";
  const place = (box: Box): number => {
    const [low, high] = across ? [box[0], box[2]] : [box[1], box[3]];
    return side === "left" || side === "bottom" ? low : side === "right" || side === "top" ? high : (low + high) / 2;
  };
  return items.map((item) => {
    const box = boxOf(item.rings.flat());
    if (!box) return item;
    const by = place(all) - place(box);
    return movedBy(item, across ? [by, 0] : [0, by]);
  });
}

/** The item moved, with what is known of how it was drawn. */
export function movedBy(item: Item, by: Point): Item {
  const moved: Item = { ...item, rings: translated(item.rings, by), shape: movedShape(item, by) };
  if (item.fill) moved.fill = translated([item.fill], by)[0];
  // Who is on patrol takes it along.
  if (item.thing) moved.thing = { ...item.thing, patrol: translated([item.thing.patrol], by)[0] };
  return moved;
}

function movedShape({ shape }: Item, [dx, dy]: Point): Item["shape"] {
  if (shape && "circle" in shape) return { circle: [shape.circle[0] + dx, shape.circle[1] + dy, shape.circle[2]] };
  if (shape && "rectangle" in shape) {
    const [x0, y0, x1, y1] = shape.rectangle;
    return { rectangle: [x0 + dx, y0 + dy, x1 + dx, y1 + dy] };
  }
  return shape;
}
