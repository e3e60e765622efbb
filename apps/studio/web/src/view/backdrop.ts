// A floor plan behind the drawing: a picture, where its lower left corner lies, and metres a pixel of it.

import { signal } from "@preact/signals";
import { Sprite, Texture } from "pixi.js";
import type { Backdrop } from "../geometry/backdrop.ts";
import type { Box } from "../geometry/plane.ts";
import type { Plan } from "../geometry/vectorise.ts";
import type { Stage } from "./stage.ts";

const LARGEST_FILE = 64 * 1024 * 1024;
/** What every graphics card takes as a texture. */
const LARGEST_SIDE = 4096;

export const backdrop = signal<Backdrop | null>(null);

export class BackdropView {
  readonly drawable = new Sprite(Texture.EMPTY);
  private readonly stage: Stage;
  private image: ImageBitmap | null = null;

  constructor(stage: Stage) {
    this.stage = stage;
    this.drawable.visible = false;
    backdrop.subscribe((now) => this.place(now));
  }

  /** Shows a picture over a box; throws what a person should read when it cannot. */
  async open(file: File, over: Box): Promise<void> {
    if (file.size > LARGEST_FILE) {
      throw new Error(`${file.name} has ${(file.size / 1048576).toFixed(0)} MB; floor plans of up to 64 MB are shown`);
    }
    let image: ImageBitmap;
    try {
      image = await createImageBitmap(file);
    } catch {
      throw new Error(`${file.name} is not a picture this browser can read (PNG, JPEG, WebP), or too large for it`);
    }
    const shrink = Math.min(1, LARGEST_SIDE / Math.max(image.width, image.height));
    if (shrink < 1) {
      const [resizeWidth, resizeHeight] = [image.width * shrink, image.height * shrink].map(Math.round);
      const smaller = await createImageBitmap(image, { resizeWidth, resizeHeight });
      image.close();
      image = smaller;
    }
    this.image = image;
    this.drawable.texture = Texture.from(image, true);
    const scale = Math.min((over[2] - over[0]) / image.width, (over[3] - over[1]) / image.height);
    const { width, height } = image;
    backdrop.value = { name: file.name, width, height, corner: [over[0], over[1]], scale, opacity: 0.6 };
  }

  /** The picture in grey, for what looks at its pixels. */
  plan(): Plan | null {
    const now = backdrop.peek();
    if (!now || !this.image) return null;
    const context = new OffscreenCanvas(now.width, now.height).getContext("2d", { willReadFrequently: true });
    if (!context) return null;
    // What is transparent is paper.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, now.width, now.height);
    context.drawImage(this.image, 0, 0);
    const { data } = context.getImageData(0, 0, now.width, now.height);
    const grey = new Uint8Array(now.width * now.height);
    for (let i = 0; i < grey.length; i++) grey[i] = (299 * data[4 * i] + 587 * data[4 * i + 1] + 114 * data[4 * i + 2]) / 1000;
    return { width: now.width, height: now.height, grey };
  }

  private place(now: Backdrop | null): void {
    this.drawable.visible = now !== null;
    if (!now) this.image = null;
    if (now) {
      // The world's y goes up, a picture's down.
      this.drawable.position.set(now.corner[0], now.corner[1] + now.height * now.scale);
      this.drawable.scale.set(now.scale, -now.scale);
      this.drawable.alpha = now.opacity;
    }
    this.stage.draw();
  }
}
