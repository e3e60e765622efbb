// Selecting, moving, turning and reshaping what was drawn.

import { signal } from "@preact/signals";
import { boxRing, rectangleRing, rotated } from "../geometry/outlines.ts";
import { type Grip, gripped, gripsOf, movedBy, withCorner, withoutCorner, withoutRing, withRingMoved } from "../geometry/reshape.ts";
import { type Box, boxOf, distance, distanceToRings, inBox, inRings, type Point, type Ring } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { Item } from "../protocol/messages.ts";
import { items, type Label, selected, selection, toolLabel } from "../state.ts";
import { metres } from "../ui/controls.tsx";
import { nearPixels, type Studio } from "../studio.ts";
import type { Press, Tool } from "../view/gestures.ts";
import { snap } from "./options.ts";

type Drag =
  | { kind: "move"; from: Point; anchor: Point; by: Point }
  /** A hole of a floor. */
  | { kind: "ring"; ring: number; from: Point; anchor: Point; by: Point }
  | { kind: "grip"; grip: Grip; from: Point; by: Point; even: boolean }
  | { kind: "turn"; centre: Point; from: number; angle: number }
  | { kind: "frame"; from: Point; to: Point; add: boolean };

/** Items as they shall be, the drag that this is a part of, and what it does. */
interface Wish {
  items: readonly Item[];
  drag: number;
  what: string;
}

/** The corner that Delete deletes; without an index, the hole. */
export const activeCorner = signal<{ key: number; ring: number; index: number | null } | null>(null);

const NAMES = { move: "move", turn: "turn", ring: "move a hole of", corner: "move a corner of", edge: "move an edge of", box: "resize" } as const;
const GRIP_PIXELS = 9;

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
    this.live = new Latest((wish: Wish) => studio.change(wish.items, wish.drag, wish.what), back, () => undefined);
  }

  down(press: Press): boolean {
    const handle = this.handle();
    if (handle && distance(handle.at, press.at) < nearPixels(this.studio, 9)) {
      const from = Math.atan2(press.at[1] - handle.centre[1], press.at[0] - handle.centre[0]);
      this.begin({ kind: "turn", centre: handle.centre, from, angle: 0 });
      return true;
    }
    const grip = this.gripAt(press);
    if (grip) {
      const [item] = selected.value;
      activeCorner.value = grip.kind === "corner" && item ? { key: item.key, ring: grip.ring, index: grip.index } : null;
      this.begin({ kind: "grip", grip, from: press.at, by: [0, 0], even: press.shift });
      return true;
    }
    activeCorner.value = null;
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
    const ring = holeAt(hit, press.at, nearPixels(this.studio, REACH_PIXELS));
    if (ring > 0 && now.size === 1) {
      activeCorner.value = { key: hit.key, ring, index: null };
      this.begin({ kind: "ring", ring, from: press.at, anchor: nearestOf(hit.rings[ring], press.at), by: [0, 0] });
      return true;
    }
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
    } else if (drag.kind === "grip") {
      const { at } = drag.grip;
      const to = snap(this.studio, [at[0] + press.at[0] - drag.from[0], at[1] + press.at[1] - drag.from[1]], press.alt, selection.value);
      if (distance(press.at, drag.from) > nearPixels(this.studio, 3)) drag.by = [to[0] - at[0], to[1] - at[1]];
      drag.even = press.shift;
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
    if (hasMoved(drag)) this.live.put({ items: moved(held, drag), drag: this.drags, what: nameOf(drag) });
  }

  /** A double click on an edge of what is selected: a corner more. */
  finish(press?: Press): void {
    const [item, other] = selected.value;
    if (!press || !item || other || item.kind === "source" && item.rings.length === 0) return;
    const at = snap(this.studio, press.at, press.alt, selection.value);
    const reach = nearPixels(this.studio, 2 * REACH_PIXELS);
    const more = withCorner(item, distance(at, press.at) < reach ? at : press.at, reach);
    if (more) void this.studio.change([more], undefined, "add a corner to");
  }

  /** Delete: the corner or the hole that was clicked last, else everything that is selected. */
  delete(): void {
    const active = activeCorner.value;
    const item = active && items.get(active.key);
    activeCorner.value = null;
    if (!active || !item || selection.value.size !== 1 || !selection.value.has(active.key)) return void this.studio.removeSelected();
    const left = active.index === null ? withoutRing(item, active.ring) : withoutCorner(item, active.ring, active.index);
    if (left) void this.studio.change([left], undefined, active.index === null ? "delete a hole of" : "delete a corner of");
    else void this.studio.removeSelected();
  }

  private gripAt(press: Press): Grip | null {
    const reach = nearPixels(this.studio, press.touch ? 2 * GRIP_PIXELS : GRIP_PIXELS);
    let [best, least]: [Grip | null, number] = [null, reach];
    for (const grip of gripsOf(selected.value)) {
      // Corners lie on ends of edges: they are meant first.
      const away = distance(grip.at, press.at) * (grip.kind === "edge" ? 1.5 : 1);
      if (away <= least) [best, least] = [grip, away];
    }
    return best;
  }

  /** Everything goes back to where it was taken from. */
  cancel(): boolean {
    const { drag, held } = this;
    const had = drag !== null || selection.value.size > 0;
    this.end();
    if (drag && drag.kind !== "frame" && hasMoved(drag)) {
      this.studio.picture.items.put(held, []);
      if (isLive(held)) this.live.put({ items: held, drag: this.drags, what: nameOf(drag) });
    }
    return had;
  }

  private end(): void {
    const had = this.drag !== null;
    this.drag = null;
    this.held = [];
    toolLabel.value = null;
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
    void this.studio.change(selected.value.map((item) => movedBy(item, by)), undefined, "move");
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
    const now = moved(this.held, drag);
    toolLabel.value = measure(now, drag);
    overlay.set("selection", null);
    overlay.set("tool", (pen) => {
      for (const item of now) {
        for (const ring of item.rings) pen.line(ring, pen.colours.accent, 2.5, 1, item.kind !== "wall");
      }
    });
    picture.put(now, []);
    if (hasMoved(drag) && isLive(now)) this.live.put({ items: now, drag: this.drags, what: nameOf(drag) });
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

const nearestCorner = (item: Item, at: Point): Point => nearestOf(item.rings.flat(), at);

const nearestOf = (corners: readonly Point[], at: Point): Point =>
  corners.reduce((best, corner) => (distance(corner, at) < distance(best, at) ? corner : best), corners[0] ?? at);

/** The hole of an item that a place is at; 0 for none. */
function holeAt(item: Item, at: Point, reach: number): number {
  const hole = item.rings.findIndex((ring, r) => r > 0 && distanceToRings([ring], at, true) <= reach);
  return Math.max(0, hole);
}

function moved(held: readonly Item[], drag: Exclude<Drag, { kind: "frame" }>): Item[] {
  switch (drag.kind) {
    case "grip": return gripped(held, drag.grip, drag.by, drag.even);
    case "ring": return held.map((item) => withRingMoved(item, drag.ring, drag.by));
    case "move": return held.map((item) => movedBy(item, drag.by));
    case "turn": return held.map((item) => turned(item, drag));
  }
}

function turned(item: Item, { centre, angle }: { centre: Point; angle: number }): Item {
  const place = (rings: readonly Ring[]) => rotated(rings, centre, angle);
  const now: Item = { ...item, rings: place(item.rings), shape: null };
  if (item.fill) now.fill = place([item.fill])[0];
  return now;
}

const nameOf = (drag: Exclude<Drag, { kind: "frame" }>): string => NAMES[drag.kind === "grip" ? drag.grip.kind : drag.kind];

/** What a drag measures, said at the hand. */
function measure(now: readonly Item[], drag: Exclude<Drag, { kind: "frame" }>): Label | null {
  const box = boxOf(now.flatMap((item) => item.rings.flat()));
  if (!box) return null;
  const at: Point = [box[2], box[3]];
  const [across, up] = [box[2] - box[0], box[3] - box[1]];
  if (drag.kind === "turn") return { at, text: `${Math.round((drag.angle * 180) / Math.PI)}°`, tone: "accent" };
  if (drag.kind === "grip") return { at, text: `${metres(across)} × ${metres(up)}`, tone: "accent" };
  return { at, text: `${metres(drag.by[0])}, ${metres(drag.by[1])}`, tone: "accent" };
}

export function selectionBox(): Box | null {
  return boxOf(selected.value.flatMap((item) => item.rings.flat()));
}

/** The outline of what is selected, with the handle that turns it. */
export function showSelection(studio: Studio, tool: SelectTool): void {
  const [chosen, active] = [selected.value, activeCorner.value];
  if (chosen.length === 0) return studio.picture.overlay.set("selection", null);
  studio.picture.overlay.set("selection", (pen) => {
    for (const item of chosen) {
      for (const ring of item.rings) pen.line(ring, pen.colours.accent, 2.5, 1, item.kind !== "wall");
    }
    const box = selectionBox();
    const handle = tool.handle();
    if (!box || !handle) return;
    if (chosen.length > 1) pen.dashed([...boxRing(box), [box[0], box[1]]], pen.colours.accent, 1);
    for (const grip of gripsOf(chosen)) {
      const isActive = grip.kind === "corner" && active?.key === chosen[0].key && active.ring === grip.ring && active.index === grip.index;
      if (grip.kind === "edge") {
        pen.dot(grip.at, 3, pen.colours.accent);
        continue;
      }
      pen.square(grip.at, 4.5, pen.colours.accent);
      pen.square(grip.at, isActive ? 1.5 : 3, isActive ? pen.colours.danger : "#ffffff");
    }
    pen.line([[handle.centre[0], box[3]], handle.at], pen.colours.accent, 1);
    pen.dot(handle.at, 6, pen.colours.accent);
    pen.dot(handle.at, 3, "#ffffff");
  });
}
