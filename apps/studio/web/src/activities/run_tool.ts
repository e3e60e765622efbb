// What the mouse does in a running crowd: look at an agent, follow it, drop an obstacle, take one away. In a recording it looks.

import { effect, signal } from "@preact/signals";
import { itemAt } from "../draw/select_tool.ts";
import { rectangleRing } from "../geometry/outlines.ts";
import type { Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { Route } from "../protocol/messages.ts";
import { agentAt } from "../protocol/wire.ts";
import { activity, followed, step, world } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { say } from "../ui/toasts.tsx";
import type { Press, Tool } from "../view/gestures.ts";

export const HANDS = ["look", "drop", "take", "measure"] as const;
export type Hand = (typeof HANDS)[number];

export const hand = signal<Hand>("look");
/** The side of a dropped box, in metres. */
export const boxSide = signal(3);
export const keepInView = signal(false);
export const hovered = signal<{ agent: number; route: Route } | null>(null);
/** Somebody of a recording who is looked at in every frame. */
export const pinned = signal<number | null>(null);

const isLooking = (): boolean => activity.value === "replay" || (activity.value === "run" && hand.value === "look");

export class RunTool implements Tool {
  private readonly studio: Studio;
  private readonly routes: Latest<number, Route>;
  private over: number | null = null;

  constructor(studio: Studio) {
    this.studio = studio;
    this.routes = new Latest(
      (agent) => studio.connection.request("route", { agent }),
      (route, agent) => this.showRoute(agent, route),
      // An agent that has left between the frame and the question is no error worth a message.
      () => this.leave(),
    );
    effect(() => {
      // The frame that is shown, not the one that was asked for.
      step.value;
      const who = pinned.value ?? this.over;
      if (activity.value === "replay" && who !== null) this.look(who);
    });
    effect(() => {
      // Who was looked at is not in another world.
      world.value?.document;
      this.leave();
    });
    effect(() => {
      if (!isLooking()) this.leave();
      if (activity.value !== "run" || hand.value !== "drop") studio.picture.overlay.set("tool", null);
    });
    studio.picture.overlay.onFollowed = (at) => {
      if (keepInView.value) studio.picture.stage.track({ ...studio.picture.stage.camera.peek(), x: at[0], y: at[1] });
    };
  }

  get cursor(): string {
    return isLooking() ? "grab" : hand.value === "drop" ? "copy" : "not-allowed";
  }

  down(press: Press): boolean {
    if (isLooking()) {
      const agent = this.agentUnder(press);
      if (activity.value === "replay") pinned.value = agent;
      else if (agent !== null) this.studio.follow(agent);
      return agent !== null;
    }
    if (hand.value === "drop") {
      const ring = box(press.at);
      void this.studio.add({ kind: "obstacle", name: null, rings: [ring], shape: { rectangle: [...ring[0], ...ring[2]] } });
      return true;
    }
    const hit = itemAt(press.at, nearPixels(this.studio, 8));
    if (!hit || (hit.kind !== "obstacle" && hit.kind !== "wall")) {
      say("There is no obstacle here to take away.");
      return true;
    }
    void this.studio.remove([hit.key]);
    return true;
  }

  hover(press: Press): void {
    const { overlay } = this.studio.picture;
    if (!isLooking() && hand.value === "drop") {
      return overlay.set("tool", (pen) => {
        pen.fill(box(press.at), pen.colours.accent, 0.2);
        pen.line(box(press.at), pen.colours.accent, 1.5, 1, true);
      });
    }
    const agent = isLooking() ? (this.agentUnder(press) ?? (activity.value === "replay" ? pinned.value : null)) : null;
    if (agent === null) return this.leave();
    this.look(agent);
  }

  private look(agent: number): void {
    this.over = agent;
    this.routes.put(agent);
  }

  cancel(): boolean {
    this.studio.picture.overlay.set("tool", null);
    if (activity.value === "replay" && pinned.value !== null) {
      pinned.value = null;
      this.leave();
      return true;
    }
    if (!followed.value) return false;
    this.studio.follow(null);
    return true;
  }

  private agentUnder(press: Press): number | null {
    const { frame } = this.studio.picture.agents;
    return frame ? agentAt(frame, press.at, nearPixels(this.studio, press.touch ? 12 : 5)) : null;
  }

  private leave(): void {
    if (this.over === null) return;
    this.over = null;
    hovered.value = null;
    this.studio.picture.overlay.set("route", null);
  }

  private showRoute(agent: number, route: Route): void {
    if (this.over !== agent) return;
    hovered.value = { agent, route };
    this.studio.picture.overlay.set("route", (pen) => {
      if (route.past) pen.line(route.past, pen.colours.accent, 2, 0.35);
      pen.line(route.points, pen.colours.accent, 2, 0.9);
      if (route.position) pen.ring(route.position, 7 * pen.metresPerPixel, pen.colours.path, 2);
      if (route.goal) pen.dot(route.goal, 5, pen.colours.goal);
    });
  }
}

function box([x, y]: Point): Point[] {
  const half = boxSide.value / 2;
  return rectangleRing([x - half, y - half], [x + half, y + half]);
}
