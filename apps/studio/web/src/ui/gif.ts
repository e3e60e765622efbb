// Animated GIF (89a): a palette of the colours that are seen most, LZW, and of each frame only the box that differs from the one before.

/** One colour in 15 bits: five each of red, green and blue. */
export type Colours = Uint16Array;

export interface GifFrame {
  colours: Colours;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

const MOST_COLOURS = 256;
const MOST_CODES = 4096;

/** The pixels of a canvas in 15 bits each. */
export function reduced(rgba: Uint8ClampedArray): Colours {
  const colours = new Uint16Array(rgba.length / 4);
  for (let i = 0; i < colours.length; i++) colours[i] = ((rgba[4 * i] >> 3) << 10) | ((rgba[4 * i + 1] >> 3) << 5) | (rgba[4 * i + 2] >> 3);
  return colours;
}

const parts = (colour: number): [number, number, number] => [colour >> 10, (colour >> 5) & 31, colour & 31];

/** The most frequent colours, and for each of the 32,768 which of them is nearest. */
function paletteOf(frames: readonly GifFrame[]): { palette: number[]; nearest: Uint8Array } {
  const seen = new Uint32Array(32_768);
  for (const { colours } of frames) for (const colour of colours) seen[colour]++;
  const all = [...seen.keys()].filter((colour) => seen[colour] > 0).sort((a, b) => seen[b] - seen[a] || a - b);
  const palette = all.slice(0, MOST_COLOURS);
  const nearest = new Uint8Array(32_768);
  for (const colour of all) {
    const [r, g, b] = parts(colour);
    let least = Infinity;
    palette.forEach((other, i) => {
      const [r2, g2, b2] = parts(other);
      const away = (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
      if (away < least) [least, nearest[colour]] = [away, i];
    });
  }
  return { palette, nearest };
}

/** Bytes that grow. */
class Bytes {
  private held = new Uint8Array(1 << 16);
  length = 0;

  put(...bytes: number[]): void {
    if (this.length + bytes.length > this.held.length) {
      const more = new Uint8Array(2 * this.held.length);
      more.set(this.held);
      this.held = more;
    }
    for (const byte of bytes) this.held[this.length++] = byte;
  }

  short(n: number): void {
    this.put(n & 255, n >> 8);
  }

  text(text: string): void {
    this.put(...[...text].map((letter) => letter.charCodeAt(0)));
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.held.slice(0, this.length);
  }
}

/** Indices of eight bits as LZW codes, in blocks of at most 255 bytes. */
function compress(out: Bytes, indices: Iterable<number>): void {
  const [clear, end] = [256, 257];
  let [bits, next, held, count] = [9, 258, 0, 0];
  let codes = new Map<number, number>();
  const block: number[] = [];
  const flush = (): void => {
    out.put(block.length, ...block);
    block.length = 0;
  };
  const write = (code: number): void => {
    held |= code << count;
    for (count += bits; count >= 8; count -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.put(8);
  write(clear);
  let prefix = -1;
  for (const index of indices) {
    if (prefix < 0) {
      prefix = index;
      continue;
    }
    const key = (prefix << 8) | index;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next < MOST_CODES) {
      codes.set(key, next++);
      if (next > 1 << bits && bits < 12) bits++;
    } else {
      write(clear);
      [codes, bits, next] = [new Map(), 9, 258];
    }
    prefix = index;
  }
  if (prefix >= 0) write(prefix);
  // The reader has one code more by now than the last that was made of two.
  if (next === 1 << bits && bits < 12) bits++;
  write(end);
  if (count > 0) block.push(held & 255);
  if (block.length > 0) flush();
  out.put(0);
}

/** The box in which two frames differ: x, y, width, height; one pixel if they do not. */
function differing(before: Colours | null, now: Colours, width: number, height: number): [number, number, number, number] {
  if (!before) return [0, 0, width, height];
  let [x0, y0, x1, y1] = [width, height, -1, -1];
  for (let i = 0; i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    y1 = y;
  }
  return x1 < 0 ? [0, 0, 1, 1] : [x0, y0, x1 - x0 + 1, y1 - y0 + 1];
}

/** Frames of one size as a GIF that is repeated for ever. */
export function encodeGif(width: number, height: number, frames: readonly GifFrame[]): Uint8Array<ArrayBuffer> {
  const { palette, nearest } = paletteOf(frames);
  const out = new Bytes();
  out.text("GIF89a");
  out.short(width);
  out.short(height);
  out.put(0xf7, 0, 0);
  for (let i = 0; i < MOST_COLOURS; i++) out.put(...parts(palette[i] ?? 0).map((part) => (part << 3) | (part >> 2)));
  out.put(0x21, 0xff, 11);
  out.text("NETSCAPE2.0");
  out.put(3, 1, 0, 0, 0);
  let before: Colours | null = null;
  for (const { colours, delay } of frames) {
    const [x, y, w, h] = differing(before, colours, width, height);
    before = colours;
    out.put(0x21, 0xf9, 4, 0x04);
    out.short(delay);
    out.put(0, 0, 0x2c);
    for (const n of [x, y, w, h]) out.short(n);
    out.put(0);
    const box = function* (): Generator<number> {
      for (let row = y; row < y + h; row++) for (let column = x; column < x + w; column++) yield nearest[colours[row * width + column]];
    };
    compress(out, box());
  }
  out.put(0x3b);
  return out.done();
}
