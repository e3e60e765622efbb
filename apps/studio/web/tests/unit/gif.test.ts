import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeGif, type GifFrame, reduced } from "../../src/ui/gif.ts";

/** A reader of its own: the frames of a GIF as 24-bit colours, each drawn over the one before. */
function decode(bytes: Uint8Array): { width: number; height: number; frames: number[][]; delays: number[] } {
  const short = (at: number) => bytes[at] | (bytes[at + 1] << 8);
  const [width, height] = [short(6), short(8)];
  const colour = (i: number) => (bytes[13 + 3 * i] << 16) | (bytes[14 + 3 * i] << 8) | bytes[15 + 3 * i];
  let at = 13 + 768;
  const [frames, delays]: [number[][], number[]] = [[], []];
  const canvas: number[] = new Array(width * height).fill(-1);
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delays.push(short(at + 4));
      for (at += 2; bytes[at] !== 0; at += bytes[at] + 1);
      at++;
      continue;
    }
    assert.equal(bytes[at], 0x2c);
    const [x, y, w, h] = [1, 3, 5, 7].map((k) => short(at + k));
    assert.equal(bytes[at + 10], 8);
    const data: number[] = [];
    for (at += 11; bytes[at] !== 0; at += bytes[at] + 1) data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
    at++;
    unpack(data).forEach((index, i) => (canvas[(y + Math.floor(i / w)) * width + x + (i % w)] = colour(index)));
    assert.equal(unpack(data).length, w * h);
    frames.push([...canvas]);
  }
  return { width, height, frames, delays };
}

function unpack(data: number[]): number[] {
  const out: number[] = [];
  let table: number[][] = [];
  let [bits, at, last]: [number, number, number[] | null] = [9, 0, null];
  const clear = () => {
    table = Array.from({ length: 258 }, (_, i) => [i]);
    [bits, last] = [9, null];
  };
  clear();
  for (;;) {
    let code = 0;
    for (let i = 0; i < bits; i++, at++) code |= ((data[at >> 3] >> (at & 7)) & 1) << i;
    if (code === 257) return out;
    if (code === 256) {
      clear();
      continue;
    }
    const known: number[] = table[code] ?? [...(last ?? []), (last ?? [])[0]];
    out.push(...known);
    if (last && table.length < 4096) table.push([...last, known[0]]);
    if (table.length === 1 << bits && bits < 12) bits++;
    last = known;
  }
}

const wide = (colour: number) => [colour >> 10, (colour >> 5) & 31, colour & 31].reduce((all, part) => (all << 8) | (part << 3) | (part >> 2), 0);

test("a GIF is read back as the frames that were put in", () => {
  let seed = 7;
  const random = (n: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
  for (const [width, height, kinds] of [[1, 1, 1], [7, 5, 3], [64, 48, 200], [200, 150, 256]]) {
    const some = Array.from({ length: kinds }, () => random(32_768));
    const frames: GifFrame[] = [];
    for (let f = 0; f < 3; f++) {
      const colours = frames[f - 1]?.colours.slice() ?? new Uint16Array(width * height).fill(some[0]);
      for (let i = 0; i < (f === 2 ? 0 : width * height); i++) if (random(3) === 0) colours[i] = some[random(kinds)];
      frames.push({ colours, delay: 10 * (f + 1) });
    }
    const read = decode(encodeGif(width, height, frames));
    assert.deepEqual([read.width, read.height, read.delays], [width, height, [10, 20, 30]]);
    read.frames.forEach((pixels, f) => assert.deepEqual(pixels, [...frames[f].colours].map(wide)));
  }
});

test("what has more colours than a palette gets the nearest", () => {
  const colours = Uint16Array.from({ length: 4096 }, (_, i) => 8 * i);
  const { frames } = decode(encodeGif(64, 64, [{ colours, delay: 5 }]));
  assert.equal(new Set(frames[0]).size, 256);
});

test("pixels are reduced to five bits a part", () => {
  assert.deepEqual([...reduced(Uint8ClampedArray.from([255, 0, 8, 255, 0, 255, 7, 255]))], [(31 << 10) | 1, 31 << 5]);
});
