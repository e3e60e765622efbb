// Doors: a click on a wall cuts one, a click on a gap selects the door there, and its width can be dragged.

import { effect, signal } from "@preact/signals";
import { type Cut, cutAt, type Door, doorAt, widened } from "../geometry/doors.ts";
import { distance, middle, type Point } from "../geometry/plane.ts";
import { activity, items, itemsVersion, selection, toolLabel } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { metres } from "../ui/controls.tsx";
import { say } from "../ui/toasts.tsx";
import type { Press, Tool } from "../view/gestures.ts";
import type { Pen } from "../view/overlay.ts";
import { tool } from "./options.ts";

/** How wide a door is cut. */
export const doorWidth = signal(1.2);
/** Where the selected door is; which items it is between is looked up, as they may change. */
const place = signal<Point | null>(null);
/** The door that is selected. */
export const door = signal<Door | null>(null);

const REACH_PIXELS = 8;
const NARROWEST = 0.1;
const STEP = 0.05;

export class DoorTool implements Tool {
  readonly cursor = "crosshair";
  private readonly studio: Studio;
  private drags = 0;
  /** The door as it was when its width was taken hold of. */
  private held: Door | null = null;

  constructor(studio: Studio) {
    this.studio = studio;
    effect(() => {
      itemsVersion.value;
      const at = place.value;
      door.value = at && tool.value === "door" && activity.value === "draw" ? doorAt(items.values(), at, 0.05) : null;
    });
    effect(() => {
      const now = door.value;
      studio.picture.overlay.set("door", now && ((pen) => drawGap(pen, now.gap, true)));
    });
  }

  hover(press: Press): void {
    const { overlay } = this.studio.picture;
    const here = this.under(press);
    const gap = here && here.gap;
    overlay.set("tool", gap && ((pen) => drawGap(pen, gap, false)));
    toolLabel.value = gap && { at: middle(...gap), text: `${here && "pieces" in here ? "cut a door of " : "door, "}${metres(distance(...gap))}`, tone: "accent" };
  }

  down(press: Press): boolean {
    const now = door.value;
    const reach = nearPixels(this.studio, 2 * REACH_PIXELS);
    if (now && now.gap.some((end) => distance(end, press.at) < reach)) {
      this.held = now;
      this.drags++;
      return true;
    }
    const here = this.under(press);
    if (!here) {
      place.value = null;
      say("Click a wall to cut a door into it, or a gap to select it.");
    } else if ("pieces" in here) void this.cut(here);
    else place.value = middle(...here.gap);
    return true;
  }

  move(press: Press): void {
    const { held } = this;
    if (!held) return;
    const centre = middle(...held.gap);
    const wish = 2 * distance(press.at, centre);
    const width = Math.max(NARROWEST, press.alt ? wish : Math.round(wish / STEP) * STEP);
    toolLabel.value = { at: press.at, text: metres(width), tone: "accent" };
    void setWidth(this.studio, held, width, this.drags);
  }

  up(): void {
    this.held = null;
    toolLabel.value = null;
  }

  cancel(): boolean {
    const had = door.value !== null;
    this.held = null;
    place.value = null;
    toolLabel.value = null;
    this.studio.picture.overlay.set("tool", null);
    return had;
  }

  private under(press: Press): Cut | Door | null {
    const reach = nearPixels(this.studio, press.touch ? 2 * REACH_PIXELS : REACH_PIXELS);
    return cutAt(items.values(), press.at, doorWidth.value, reach) ?? doorAt(items.values(), press.at, reach);
  }

  private async cut({ item, gap, pieces }: Cut): Promise<void> {
    const done = await this.studio.ask("paste", { items: pieces, replaces: [item.key], what: "cut a door" });
    if (!done) return;
    selection.value = new Set();
    place.value = middle(...gap);
    this.studio.picture.overlay.set("tool", null);
    toolLabel.value = null;
  }
}

/** Makes a door so wide, if its sides are long enough for that. */
export async function setWidth(studio: Studio, of: Door, width: number, drag?: number): Promise<void> {
  const changed = widened(of, width);
  if (!changed) return say("The walls beside this door are too short for that.", "warning");
  await studio.change(changed, drag, "widen the door of");
}

function drawGap(pen: Pen, gap: readonly [Point, Point], selected: boolean): void {
  pen.line(gap, pen.colours.accent, selected ? 4 : 2.5, selected ? 0.9 : 0.6);
  for (const end of gap) {
    pen.dot(end, selected ? 6 : 3.5, pen.colours.accent);
    if (selected) pen.dot(end, 3, "#ffffff");
  }
}
