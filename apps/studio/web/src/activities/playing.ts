// Playing steps: forwards by itself, or one at a time either way.

import { signal } from "@preact/signals";
import { activity, type Activity } from "../state.ts";

/** How many steps a second; 0: all of them in some five seconds. One setting for all players. */
export const stepSpeed = signal(0);

const TICK_MS = 16;
const TICKS = 300;

export class Playing {
  /** How many steps are shown. */
  readonly at = signal(0);
  readonly on = signal(false);
  private readonly last: () => number;
  private readonly where: Activity;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(last: () => number, where: Activity) {
    this.last = last;
    this.where = where;
  }

  /** From the first step on. */
  begin(): void {
    this.at.value = 0;
    this.play(true);
  }

  play(on: boolean): void {
    clearInterval(this.timer);
    this.on.value = on;
    if (!on) return;
    if (this.at.value >= this.last()) this.at.value = 0;
    let due = 0;
    this.timer = setInterval(() => {
      const last = this.last();
      due += stepSpeed.value > 0 ? (TICK_MS * stepSpeed.value) / 1000 : Math.max(1, last / TICKS);
      const each = Math.floor(due);
      due -= each;
      if (this.at.value >= last || activity.value !== this.where) this.play(false);
      else if (each > 0) this.at.value = Math.min(last, this.at.value + each);
    }, TICK_MS);
  }

  /** To a step, and there it stays. */
  go(to: number): void {
    this.play(false);
    this.at.value = Math.max(0, Math.min(this.last(), to));
  }
}
