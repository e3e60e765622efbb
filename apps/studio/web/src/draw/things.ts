// Things that wishes name, on the map: where they face, what they see, where they go to and fro, and what they are called.

import { effect } from "@preact/signals";
import { boxOf, type Point } from "../geometry/plane.ts";
import type { Item } from "../protocol/messages.ts";
import { activity, items, itemsVersion, placedThings, selected, thingLabels } from "../state.ts";
import type { Studio } from "../studio.ts";
import type { Pen } from "../view/overlay.ts";
import { NEW_THING, tool } from "./options.ts";

/** So far the arrow of where a thing faces reaches, in pixels beyond its outline. */
const ARROW_PIXELS = 22;

const middleOf = (item: Item): Point => {
  const box = boxOf(item.rings.flat());
  return box ? [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] : [0, 0];
};

const isPlain = ({ kind }: Item): boolean => kind === "thing";

/** Draws the things, and lets their drawing follow them. */
export function followThings(studio: Studio): void {
  effect(() => {
    itemsVersion.value;
    const placed = placedThings.value;
    const here = activity.value !== "replay";
    const things = here ? [...items.values()].filter(isPlain) : [];
    const at = (item: Item): Point => placed.get(item.key)?.at ?? middleOf(item);
    studio.picture.overlay.set("things", things.length === 0 ? null : (pen) => {
      for (const item of things) draw(pen, item, at(item), placed.has(item.key));
    });
    thingLabels.value = things.map((item) => ({ at: at(item), text: item.name ?? "thing", tone: "plain" }));
  });
}

function draw(pen: Pen, item: Item, at: Point, isAway: boolean): void {
  const { facing, radius, view, patrol } = item.thing ?? NEW_THING;
  const colour = pen.colours.thing;
  const home = middleOf(item);
  const box = boxOf(item.rings.flat());
  const isDisc = item.rings[0]?.length === 1;
  const half = isDisc || !box ? radius : Math.max(box[2] - box[0], box[3] - box[1]) / 2;
  const towards = (degrees: number, length: number): Point => [at[0] + length * Math.cos((degrees * Math.PI) / 180), at[1] + length * Math.sin((degrees * Math.PI) / 180)];
  if (patrol.length > 1) {
    pen.dashed(patrol, colour);
    for (const stop of patrol) pen.dot(stop, 3, colour);
  }
  if (view && view[0] < 360) {
    for (const side of [-0.5, 0.5]) pen.line([at, towards(facing + side * view[0], view[1])], colour, 1, 0.7);
    const arc = Array.from({ length: 25 }, (_, i) => towards(facing + (i / 24 - 0.5) * view[0], view[1]));
    pen.line(arc, colour, 1, 0.7);
  }
  if (isDisc) {
    pen.dot(at, Math.max(5, radius / pen.metresPerPixel), colour);
  } else if (isAway) {
    for (const ring of item.rings) pen.line(ring.map(([x, y]): Point => [x + at[0] - home[0], y + at[1] - home[1]]), colour, 2, 1, true);
  }
  const tip = towards(facing, half + ARROW_PIXELS * pen.metresPerPixel);
  const wing = 6 * pen.metresPerPixel;
  const barb = (turn: number): Point => [tip[0] + wing * Math.cos(((facing + turn) * Math.PI) / 180), tip[1] + wing * Math.sin(((facing + turn) * Math.PI) / 180)];
  pen.line([towards(facing, isDisc ? radius : half), tip], colour, 2);
  pen.line([barb(150), tip, barb(-150)], colour, 2);
}

/** Lets the selected thing go to and fro between corners that were drawn. */
export function setPatrol(studio: Studio, corners: Point[]): void {
  tool.value = "select";
  const [item] = selected.value;
  if (!item || item.kind !== "thing") return;
  void studio.change([{ ...item, thing: { ...(item.thing ?? NEW_THING), patrol: corners } }], undefined, "change the patrol of");
}
