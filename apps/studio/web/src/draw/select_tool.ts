// Selecting, moving and turning what was drawn.

import { boxRing, rectangleRing, rotated, translated } from "../geometry/outlines.ts";
import { type Box, boxOf, distance, distanceToRings, inBox, inRings, type Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { Item } from "../protocol/messages.ts";
import { items, selection, selected } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import type { Press, Tool } from "../view/gestures.ts";
import { snap } from "./options.ts";

type Drag =
  | { kind: "move"; from: Point; anchor: Point; by: Point }
  | { kind: "turn"; centre: Point; from: number; angle: number }
  | { kind: "frame"; from: Point; to: Point; add: boolean };

/** Items as they shall be, and the drag that this is a part of. */
interface Wish {
  items: readonly Item[];
  drag: number;
}

const REACH_PIXELS = 6;
const HANDLE_PIXELS = 26;
const TURN_STEP = Math.PI / 12;
/** With more corners than this the map does not follow the hand, only the picture does. */
const MOST_LIVE = 400;

/** The item under a point: the smallest of those that contain it, edges first; floors only by their edge. */
export function itemAt(at: Point, reach: number): Item | null {
  let best: Item | null = null;
  let least = Infinity;
  for (const item of items.values()) {
    const box = boxOf(item.rings.flat());
    if (!box || !inBox(box, at, reach)) continue;
    const onEdge = distanceToRings(item.rings, at, item.kind !== "wall") <= reach;
    const inside = item.kind !== "wall" && item.kind !== "floor" && inRings(item.rings, at);
    const size = (box[2] - box[0]) * (box[3] - box[1]);
    if ((onEdge || inside) && size < least) [best, least] = [item, size];
  }
  return best;
}

export class SelectTool implements Tool {
  readonly cursor = "default";
  private drag: Drag | null = null;
  /** What is dragged, as it was. */
  private held: readonly Item[] = [];
  private drags = 0;
  private readonly studio: Studio;
  private readonly live: Latest<Wish, boolean>;

  constructor(studio: Studio) {
    this.studio = studio;
    const back = (done: boolean, { items: wished }: Wish) => {
      // What was refused is shown where it still is.
      if (!done) studio.picture.items.put(wished.flatMap(({ key }) => items.get(key) ?? []), []);
    };
    this.live = new Latest((wish: Wish) => studio.change(wish.items, wish.drag), back, () => undefined);
  }

  down(press: Press): boolean {
    const handle = this.handle();
    if (handle && distance(handle.at, press.at) < nearPixels(this.studio, 9)) {
      const from = Math.atan2(press.at[1] - handle.centre[1], press.at[0] - handle.centre[0]);
      this.begin({ kind: "turn", centre: handle.centre, from, angle: 0 });
      return true;
    }
    const hit = itemAt(press.at, nearPixels(this.studio, press.touch ? 2 * REACH_PIXELS : REACH_PIXELS));
    if (!hit) {
      // On an empty place one finger moves the view, a mouse draws a frame.
      if (press.touch) {
        selection.value = new Set();
        return false;
      }
      this.begin({ kind: "frame", from: press.at, to: press.at, add: press.shift });
      return true;
    }
    const now = new Set(selection.value);
    if (press.shift && now.has(hit.key)) now.delete(hit.key);
    else if (press.shift || !now.has(hit.key)) {
      if (!press.shift) now.clear();
      now.add(hit.key);
    }
    selection.value = now;
    this.begin({ kind: "move", from: press.at, anchor: nearestCorner(hit, press.at), by: [0, 0] });
    return true;
  }

  private begin(drag: Drag): void {
    this.drag = drag;
    this.held = drag.kind === "frame" ? [] : selected.value;
    this.drags++;
  }

  move(press: Press): void {
    const { drag } = this;
    if (!drag) return;
    if (drag.kind === "frame") drag.to = press.at;
    else if (drag.kind === "turn") {
      const angle = Math.atan2(press.at[1] - drag.centre[1], press.at[0] - drag.centre[0]) - drag.from;
      drag.angle = press.alt ? angle : Math.round(angle / TURN_STEP) * TURN_STEP;
    } else {
      // The corner that was grabbed snaps, not the pointer.
      const raw: Point = [drag.anchor[0] + press.at[0] - drag.from[0], drag.anchor[1] + press.at[1] - drag.from[1]];
      const to = snap(this.studio, raw, press.alt, selection.value);
      if (distance(press.at, drag.from) > nearPixels(this.studio, 3)) {
        drag.by = [to[0] - drag.anchor[0], to[1] - drag.anchor[1]];
      }
    }
    this.preview(drag);
  }

  up(press: Press): void {
    const { drag, held } = this;
    this.end();
    if (!drag) return;
    if (drag.kind === "frame") return this.frame(drag.from, press.at, drag.add);
    if (hasMoved(drag)) this.live.put({ items: held.map((item) => moved(item, drag)), drag: this.drags });
  }

  /** Everything goes back to where it was taken from. */
  cancel(): boolean {
    const { drag, held } = this;
    const had = drag !== null || selection.value.size > 0;
    this.end();
    if (drag && drag.kind !== "frame" && hasMoved(drag)) {
      this.studio.picture.items.put(held, []);
      if (isLive(held)) this.live.put({ items: held, drag: this.drags });
    }
    return had;
  }

  private end(): void {
    const had = this.drag !== null;
    this.drag = null;
    this.held = [];
    this.studio.picture.overlay.set("tool", null);
    if (had) showSelection(this.studio, this);
  }

  /** Where the handle that turns the selection is. */
  handle(): { at: Point; centre: Point } | null {
    const box = selectionBox();
    if (!box) return null;
    const centre: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    return { at: [centre[0], box[3] + nearPixels(this.studio, HANDLE_PIXELS)], centre };
  }

  /** Arrow keys. */
  nudge(by: Point): void {
    void this.studio.change(selected.value.map((item) => moved(item, { kind: "move", from: [0, 0], anchor: [0, 0], by })));
  }

  private frame(from: Point, to: Point, add: boolean): void {
    const [a, , b] = rectangleRing(from, to);
    const frame: Box = [a[0], a[1], b[0], b[1]];
    const inside = [...items.values()].filter((item) => item.rings.flat().every((p) => inBox(frame, p)));
    const keys = inside.map((item) => item.key);
    selection.value = new Set(add ? [...selection.value, ...keys] : keys);
  }

  /** What is dragged follows the hand: in the picture at once, in the map as fast as the server takes it. */
  private preview(drag: Drag): void {
    const { overlay, items: picture } = this.studio.picture;
    if (drag.kind === "frame") {
      const ring = rectangleRing(drag.from, drag.to);
      return overlay.set("tool", (pen) => {
        pen.fill(ring, pen.colours.accent, 0.08);
        pen.line(ring, pen.colours.accent, 1, 1, true);
      });
    }
    const now = this.held.map((item) => moved(item, drag));
    overlay.set("selection", null);
    overlay.set("tool", (pen) => {
      for (const item of now) {
        for (const ring of item.rings) pen.line(ring, pen.colours.accent, 2.5, 1, item.kind !== "wall");
      }
    });
    picture.put(now, []);
    if (hasMoved(drag) && isLive(now)) this.live.put({ items: now, drag: this.drags });
  }

  /** While it is dragged, where it is shown is up to the hand and not to what the server last heard. */
  get isDragging(): boolean {
    return this.drag !== null && this.held.length > 0;
  }
}

const hasMoved = (drag: Exclude<Drag, { kind: "frame" }>): boolean =>
  drag.kind === "turn" ? drag.angle !== 0 : drag.by[0] !== 0 || drag.by[1] !== 0;

/** Obstacles and walls stand in the running map and can be moved in it; the rest is read when a run starts. */
const isLive = (items: readonly Item[]): boolean =>
  items.every(({ kind }) => kind === "obstacle" || kind === "wall") &&
  items.reduce((sum, { rings }) => sum + rings.reduce((n, ring) => n + ring.length, 0), 0) <= MOST_LIVE;

function nearestCorner(item: Item, at: Point): Point {
  const corners = item.rings.flat();
  return corners.reduce((best, corner) => (distance(corner, at) < distance(best, at) ? corner : best), corners[0] ?? at);
}

function moved(item: Item, drag: Exclude<Drag, { kind: "frame" }>): Item {
  const rings = drag.kind === "move" ? translated(item.rings, drag.by) : rotated(item.rings, drag.centre, drag.angle);
  return { ...item, rings, shape: drag.kind === "move" ? movedShape(item, drag.by) : null };
}

function movedShape({ shape }: Item, [dx, dy]: Point): Item["shape"] {
  if (shape && "circle" in shape) return { circle: [shape.circle[0] + dx, shape.circle[1] + dy, shape.circle[2]] };
  if (shape && "rectangle" in shape) {
    const [x0, y0, x1, y1] = shape.rectangle;
    return { rectangle: [x0 + dx, y0 + dy, x1 + dx, y1 + dy] };
  }
  return shape;
}

export function selectionBox(): Box | null {
  return boxOf(selected.value.flatMap((item) => item.rings.flat()));
}

/** The outline of what is selected, with the handle that turns it. */
export function showSelection(studio: Studio, tool: SelectTool): void {
  const chosen = selected.value;
  if (chosen.length === 0) return studio.picture.overlay.set("selection", null);
  studio.picture.overlay.set("selection", (pen) => {
    for (const item of chosen) {
      for (const ring of item.rings) pen.line(ring, pen.colours.accent, 2.5, 1, item.kind !== "wall");
    }
    const box = selectionBox();
    const handle = tool.handle();
    if (!box || !handle) return;
    if (chosen.length > 1) pen.dashed([...boxRing(box), [box[0], box[1]]], pen.colours.accent, 1);
    pen.line([[handle.centre[0], box[3]], handle.at], pen.colours.accent, 1);
    pen.dot(handle.at, 6, pen.colours.accent);
    pen.dot(handle.at, 3, "#ffffff");
  });
}
