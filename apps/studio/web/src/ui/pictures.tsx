// The map as a picture with its scale and legend, and what is seen as a video or an animated GIF.

import { signal } from "@preact/signals";
import { gridStep } from "../geometry/snap.ts";
import { items, stats, step, theme, time, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { COLOURS, GROUPS } from "../view/palette.ts";
import { count, metres } from "./controls.tsx";
import { download } from "./exports.ts";
import { encodeGif, type GifFrame, reduced } from "./gif.ts";
import { say } from "./toasts.tsx";

const FONT = "13px system-ui, sans-serif";
const LINE = 20;
const PADDING = 12;
const MOST_ENTRIES = 6;

/** Frames a second of a video. */
const VIDEO_FPS = 25;
const LONGEST_MS = 10 * 60 * 1000;

const nameOf = (): string => world.value?.name.replaceAll(/[^\w.-]+/g, "-") || "navigant";

/** The map as it is seen, with a strip below: name, time, people, scale, and whose colours are whose. */
export async function savePicture(studio: Studio): Promise<void> {
  const { stage } = studio.picture;
  const blob = await stage.picture();
  if (!blob) return;
  const image = await createImageBitmap(blob);
  const ratio = image.width / Math.max(1, stage.size.peek().width);
  const strip = Math.round((LINE + 2 * PADDING) * ratio);
  const canvas = new OffscreenCanvas(image.width, image.height + strip);
  const context = canvas.getContext("2d");
  if (!context) return;
  const { ground, ink } = COLOURS[theme.value];
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, image.height);
  context.font = FONT;
  context.textBaseline = "middle";
  context.fillStyle = context.strokeStyle = ink;
  const middle = PADDING + LINE / 2;
  const scale = stage.camera.peek().scale;
  const length = gridStep(scale, 60);
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(PADDING, middle - 5);
  context.lineTo(PADDING, middle + 4);
  context.lineTo(PADDING + length * scale, middle + 4);
  context.lineTo(PADDING + length * scale, middle - 5);
  context.stroke();
  let x = PADDING + length * scale + 8;
  const write = (text: string): void => {
    context.fillText(text, x, middle);
    x += context.measureText(text).width + 18;
  };
  write(length >= 1 ? `${length} m` : metres(length));
  write(world.value?.name ?? "");
  if (step.value > 0) write(`${time.value.toFixed(1)} s`);
  if (stats.value) write(`${count(stats.value.agents)} people`);
  for (const [i, { name, key }] of [...items.values()].filter(({ kind }) => kind === "source").slice(0, MOST_ENTRIES).entries()) {
    context.fillStyle = GROUPS[i];
    context.beginPath();
    context.arc(x + 5, middle, 5, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = ink;
    x += 15;
    write(name ?? `source ${key}`);
  }
  download(await canvas.convertToBlob({ type: "image/png" }), `${nameOf()}.png`);
}

/** Frames a second of a GIF, the most of them, and its width at most. */
const GIF_FPS = 10;
const GIF_FRAMES = 150;
const GIF_WIDTH = 640;

const gif = signal<{ stop(): void } | null>(null);

/** Records what is on the map as an animated GIF, until it is pressed again or is long enough. */
export function GifButton({ studio }: { studio: Studio }) {
  const now = gif.value;
  return <button aria-pressed={now !== null} onClick={() => (now ? now.stop() : recordGif(studio))}>{now ? "Stop the GIF" : "GIF"}</button>;
}

function recordGif(studio: Studio): void {
  const { canvas } = studio.picture.stage;
  const scale = Math.min(1, GIF_WIDTH / Math.max(1, canvas.width));
  const [width, height] = [canvas.width, canvas.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) return say("This browser cannot read the map's pixels.", "warning");
  const frames: GifFrame[] = [];
  const name = nameOf();
  const take = (): void => {
    context.drawImage(canvas, 0, 0, width, height);
    frames.push({ colours: reduced(context.getImageData(0, 0, width, height).data), delay: 100 / GIF_FPS });
    if (frames.length >= GIF_FRAMES) stop();
  };
  const timer = setInterval(take, 1000 / GIF_FPS);
  const stop = (): void => {
    clearInterval(timer);
    gif.value = null;
    if (frames.length > 0) download(new Blob([encodeGif(width, height, frames)], { type: "image/gif" }), `${name}.gif`);
  };
  gif.value = { stop };
  say(`What is on the map is recorded, for ${GIF_FRAMES / GIF_FPS} seconds at most.`);
}

const recorder = signal<MediaRecorder | null>(null);

/** Records what is on the map until it is pressed again. */
export function VideoButton({ studio }: { studio: Studio }) {
  const now = recorder.value;
  return <button aria-pressed={now !== null} onClick={() => (now ? now.stop() : record(studio))}>{now ? "Stop the video" : "Video"}</button>;
}

function record(studio: Studio): void {
  const type = ["video/webm;codecs=vp9", "video/webm"].find((name) => window.MediaRecorder?.isTypeSupported(name));
  if (!type) return say("This browser cannot record videos.", "warning");
  const parts: Blob[] = [];
  const name = nameOf();
  const made = new MediaRecorder(studio.picture.stage.canvas.captureStream(VIDEO_FPS), { mimeType: type });
  made.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
  made.onstop = () => {
    clearTimeout(limit);
    recorder.value = null;
    for (const track of made.stream.getTracks()) track.stop();
    const video = new Blob(parts, { type: "video/webm" });
    if (video.size > 0) download(video, `${name}.webm`);
    else say("Nothing moved while it was recorded.", "warning");
  };
  const limit = setTimeout(() => made.stop(), LONGEST_MS);
  made.start(1000);
  recorder.value = made;
  studio.picture.stage.draw();
  say("What is on the map is recorded, for ten minutes at most.");
}
