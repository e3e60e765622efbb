// Between two frames: where everyone is on the way from one to the next. Frames come as often as the simulation steps, which
// is too seldom to look like walking.

import { type Frame, NOBODY } from "../protocol/wire.ts";

/** Further than this in one frame nobody walks; it is a jump, and shown as one. */
const FURTHEST = 3;
/** Frames further apart than this, in milliseconds, are looked at one by one. */
const LONGEST = 400;

/** Do these two follow each other, so that agents can be shown on their way? */
export function follows(before: Frame, now: Frame, milliseconds: number): boolean {
  const steps = now.step - before.step;
  const most = now.replay ? 1 : 32;
  return !now.renumbered && before.replay === now.replay && steps >= 1 && steps <= most && milliseconds < LONGEST
    && before.box.every((side, i) => side === now.box[i]);
}

/** Writes the agents of `now` as they are at a share `t` of the way from `before`. */
export function between(before: Frame, now: Frame, t: number, into: Uint32Array): void {
  const most = [0, 1].map((k) => (FURTHEST / Math.max(now.box[k + 2] - now.box[k], 1e-9)) * 65535);
  const share = Math.round(t * 256);
  for (let i = 0; i < now.count; i++) {
    const [to, rest] = [now.words[2 * i], now.words[2 * i + 1]];
    into[2 * i] = to;
    into[2 * i + 1] = rest;
    if (i >= before.count || ((before.words[2 * i + 1] >>> 8) & 0x07) === NOBODY) continue;
    const from = before.words[2 * i];
    const dx = (to & 0xffff) - (from & 0xffff);
    const dy = (to >>> 16) - (from >>> 16);
    if (Math.abs(dx) > most[0] || Math.abs(dy) > most[1]) continue;
    const x = (from & 0xffff) + ((dx * share) >> 8);
    const y = (from >>> 16) + ((dy * share) >> 8);
    into[2 * i] = ((y << 16) | x) >>> 0;
  }
}
