// What the drawing tools are set to.

import { signal } from "@preact/signals";
import { firstCrossing } from "../geometry/outlines.ts";
import type { Point } from "../geometry/plane.ts";
import { gridStep, snapped } from "../geometry/snap.ts";
import type { ItemKind, NewItem, Shape, SourceSettings, ThingSettings } from "../protocol/messages.ts";
import { items, selection } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { say } from "../ui/toasts.tsx";

export const TOOLS = ["select", "rectangle", "polygon", "wall", "circle", "freehand", "door"] as const;
export type ToolName = (typeof TOOLS)[number] | "scale" | "patrol";

export const tool = signal<ToolName>("select");
export const drawKind = signal<Exclude<ItemKind, "wall">>("obstacle");
/** What kind of region is drawn. */
export const regionKind = signal("grass");
export const snapToGrid = signal(true);
export const snapToCorners = signal(true);
/** Metres; 0: whatever the grid on the screen shows. */
export const gridSize = signal(0);

const CORNER_PIXELS = 9;
/** So long it is shown where a press went. */
const SNAP_MS = 700;
/** The number of corners beyond which looking at each at every movement would be felt. */
const MOST_CORNERS = 60_000;

/** Where a press goes, by the snapping that is on; Alt turns it off. */
export function snap(studio: Studio, at: Point, off: boolean, except: ReadonlySet<number> = new Set()): Point {
  if (off) {
    showSnap(studio, null);
    return at;
  }
  const scale = studio.picture.stage.camera.peek().scale;
  const to = snapped(at, {
    grid: snapToGrid.value ? gridSize.value || gridStep(scale) : 0,
    reach: nearPixels(studio, CORNER_PIXELS),
    corners: snapToCorners.value ? corners(except) : [],
  });
  showSnap(studio, to);
  return to;
}

let fading = 0;

/** Shows for a moment where a press goes: a ring around the place that drew it there. */
function showSnap(studio: Studio, to: Point | null): void {
  const { overlay } = studio.picture;
  clearTimeout(fading);
  overlay.set("snap", to && ((pen) => pen.ring(to, 5 * pen.metresPerPixel, pen.colours.accent, 1.5, 0.8)));
  if (to) fading = window.setTimeout(() => overlay.set("snap", null), SNAP_MS);
}

function* corners(except: ReadonlySet<number>): Generator<Point> {
  let left = MOST_CORNERS;
  for (const item of items.values()) {
    if (except.has(item.key)) continue;
    for (const ring of item.rings) {
      if ((left -= ring.length) < 0) return;
      yield* ring;
    }
  }
}

export const NEW_THING: ThingSettings = { radius: 0.25, facing: -90, reach: null, view: null, patrol: [], speed: 1 };
/** What the next thing is called. */
export const thingName = signal("house");

export const NEW_SOURCE: SourceSettings = {
  count: 50,
  per_second: null,
  radius: [0.2, 0.3],
  speed: [1.1, 1.5],
  goal: null,
  avoidance: "orca",
  arrival: "leave",
};

/** What was drawn, on its way to the server; a source walks to the first goal there is. */
export async function finishItem(studio: Studio, kind: ItemKind, ring: Point[], shape: Shape | null): Promise<number | undefined> {
  const crossing = firstCrossing(ring, kind !== "wall");
  if (crossing && kind !== "wall") {
    say("This outline crosses itself. It is kept: what it winds around is filled.", "warning");
    studio.picture.overlay.markTrouble(crossing);
  }
  const item: NewItem = { kind, name: kind === "region" ? regionKind.value || null : kind === "thing" ? thingName.value || null : null, rings: [ring], shape };
  if (kind === "thing") item.thing = NEW_THING;
  if (kind === "source") {
    const goal = [...items.values()].find((other) => other.kind === "goal")?.key ?? null;
    item.source = { ...NEW_SOURCE, goal };
  }
  const key = await studio.add(item);
  if (key !== undefined) selection.value = new Set([key]);
  return key;
}
