// Asks for the trails of everyone as frames come, one answer at a time.

import { effect } from "@preact/signals";
import type { Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import { activity, step, trailSeconds, world } from "../state.ts";
import type { Studio } from "../studio.ts";

export function followTrails(studio: Studio): void {
  const { trails } = studio.picture;
  const asked = new Latest<number, { lines: Point[][] }>(
    (seconds) => studio.connection.request("trails", { seconds }),
    ({ lines }) => trails.show(isShown() ? lines : []),
    () => trails.show([]),
  );
  const isShown = (): boolean => trailSeconds.peek() > 0 && (activity.peek() === "run" || activity.peek() === "replay");
  effect(() => {
    step.value;
    world.value;
    activity.value;
    trailSeconds.value;
    if (isShown()) asked.put(trailSeconds.value);
    else trails.show([]);
  });
}
