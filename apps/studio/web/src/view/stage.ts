// The canvas: one renderer, a stack of drawables, a camera. It draws when something has changed, once a screen refresh, and
// only the part of the picture that has: where the processor computes pixels, all of it takes a tenth of a second.

import "pixi.js/unsafe-eval";
import { signal } from "@preact/signals";
import { Container, WebGLRenderer } from "pixi.js";
import { type Box, joined, type Point } from "../geometry/plane.ts";
import { type Camera, fitting, type Size, toScreen, toWorld } from "./camera.ts";
import { History } from "./history.ts";
import { newView, type View } from "./shaders.ts";

/** So often people are drawn on their way; what fades needs less, and every drawing delays what people do where the
 * processor draws. */
const WALK_MS = 40;
const FADE_MS = 100;
/** Pixels that lines and dots reach beyond the places they are drawn at. */
const MARGIN_PIXELS = 8;
/** One is being computed, the next is known. */
const MOST_ON_THEIR_WAY = 2;
/** Pixels that are not there after so long are not waited for. */
const PIXELS_MS = 5000;
/** So long after the last movement a view becomes one that can be gone back to. */
const VIEW_RESTS_AFTER_MS = 700;

/** The tools lie at the left, the run's bar and the status line below. */
const INSETS = { left: 64, right: 24, top: 22, bottom: 84 };

/** What is to be drawn again: a box of the world, or everything. */
export type Part = Box | "all";

const both = (a: Part | null, b: Part): Part => (a === null ? b : a === "all" || b === "all" ? "all" : joined(a, b));

export class Stage {
  readonly view: View = newView();
  /** Large meshes, which move themselves by `view`. */
  readonly large = new Container();
  /** Small drawings in metres, which Pixi moves. */
  readonly small = new Container();
  readonly camera = signal<Camera>({ x: 0, y: 0, scale: 10 });
  readonly size = signal<Size>({ width: 1, height: 1 });
  readonly framesPerSecond = signal(0);
  /** Called before each drawing; for what depends on the camera or on time. Returns what of it is to be drawn once more. */
  readonly before: ((now: number) => Part | null)[] = [];
  /** Told which part is drawn: what lies elsewhere should not be. */
  readonly cull: ((part: Part) => void)[] = [];
  private readonly root = new Container();
  private views = new History<Camera>(this.camera.peek());
  private restTimer = 0;
  private wanted = false;
  /** The number of pictures that were asked for and whose pixels are not all there yet. */
  private computing = 0;
  private dirty: Part | null = null;
  private waiting: (() => void)[] = [];
  private drawn = 0;
  private countedSince = performance.now();
  private readonly renderer: WebGLRenderer;
  private readonly element: HTMLElement;

  private constructor(renderer: WebGLRenderer, element: HTMLElement) {
    this.renderer = renderer;
    this.element = element;
    this.root.addChild(this.large, this.small);
    element.append(renderer.canvas);
    renderer.canvas.addEventListener("webglcontextrestored", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
    setInterval(() => this.count(), 1000);
  }

  static async create(element: HTMLElement): Promise<Stage> {
    const renderer = new WebGLRenderer();
    await renderer.init({
      antialias: false,
      // What is not drawn again must still be there.
      preserveDrawingBuffer: true,
      resolution: Math.min(window.devicePixelRatio || 1, 2),
      autoDensity: true,
      backgroundAlpha: 1,
      eventMode: "none",
      powerPreference: "high-performance",
    });
    return new Stage(renderer, element);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.canvas as HTMLCanvasElement;
  }

  get resolution(): number {
    return this.renderer.resolution;
  }

  background(colour: string): void {
    this.renderer.background.color = colour;
    this.draw();
  }

  /** Something has changed, here or everywhere: draw at the next refresh. */
  draw(part: Part = "all"): void {
    this.dirty = both(this.dirty, part);
    // With several on their way to the screen, each would be older than what is known by now.
    if (this.wanted || this.computing >= MOST_ON_THEIR_WAY) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      try {
        this.render(now);
      } finally {
        this.wanted = false;
      }
    });
  }

  /** Calls when all that has changed up to now is in the picture: drawn, and its pixels computed. */
  afterDrawing(call: () => void): void {
    this.waiting.push(call);
    this.draw(this.dirty ?? [0, 0, 0, 0]);
  }

  /** Moves the camera; the view before can be gone back to once this one has come to rest. */
  look(camera: Camera): void {
    if (!this.restTimer) this.views.put(camera);
    else this.views.amend(camera);
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => (this.restTimer = 0), VIEW_RESTS_AFTER_MS);
    this.camera.value = camera;
    this.draw();
  }

  /** Moves the camera as part of something that moves by itself; not a view to go back to. */
  track(camera: Camera): void {
    this.views.amend(camera);
    this.camera.value = camera;
    this.draw();
  }

  /** The view before this one, or after it. */
  lookBack(forward: boolean): void {
    const camera = forward ? this.views.redo() : this.views.undo();
    if (!camera) return;
    this.camera.value = camera;
    this.draw();
  }

  fit(box: Box): void {
    this.look(fitting(box, this.size.peek(), INSETS));
  }

  world(screen: Point): Point {
    return toWorld(this.camera.peek(), this.size.peek(), screen);
  }

  screen(world: Point): Point {
    return toScreen(this.camera.peek(), this.size.peek(), world);
  }

  /** The picture as it is now, as a PNG. */
  picture(): Promise<Blob | null> {
    this.dirty = "all";
    this.render(performance.now());
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width < 1 || height < 1) return;
    this.renderer.resize(width, height);
    this.size.value = { width, height };
    this.draw();
  }

  private render(now: number): void {
    const { x, y, scale } = this.camera.peek();
    const { width, height } = this.size.peek();
    const { uniforms } = this.view;
    uniforms.uView.set([x, y, (2 * scale) / width, (2 * scale) / height]);
    uniforms.uScale = scale * this.resolution;
    uniforms.uTexel.set([2 / (width * this.resolution), 2 / (height * this.resolution)]);
    this.view.update();
    this.small.position.set(width / 2 - x * scale, height / 2 + y * scale);
    this.small.scale.set(scale, -scale);
    let again: Part | null = null;
    for (const prepare of this.before) {
      const part = prepare(now);
      if (part) again = both(again, part);
    }
    const part = this.dirty;
    this.dirty = null;
    if (part) this.renderPart(part);
    this.drawn++;
    const due = this.waiting.splice(0);
    const start = performance.now();
    this.computing++;
    this.whenComputed(() => {
      this.computing--;
      due.forEach((call) => call());
      const wait = again === "all" ? WALK_MS : FADE_MS;
      if (again) setTimeout((part: Part) => this.draw(part), wait + start - performance.now(), again);
      if (this.dirty) this.draw(this.dirty);
    });
  }

  private renderPart(part: Part): void {
    const { gl } = this.renderer;
    if (part !== "all") {
      const margin = MARGIN_PIXELS / this.camera.peek().scale;
      const [x0, y0, x1, y1] = [part[0] - margin, part[1] - margin, part[2] + margin, part[3] + margin];
      // What begins a little beyond may still reach into it.
      part = [x0 - margin, y0 - margin, x1 + margin, y1 + margin];
      const [left, bottom] = this.screen([x0, y0]);
      const [right, top] = this.screen([x1, y1]);
      const { width, height } = this.size.peek();
      const pixel = (at: number, most: number) => Math.round(Math.max(0, Math.min(most, at)) * this.resolution);
      const [x, y] = [pixel(left, width), pixel(height - bottom, height)];
      const [across, up] = [pixel(right, width) - x, pixel(height - top, height) - y];
      if (across < 1 || up < 1) return;
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(x, y, across, up);
    }
    for (const cull of this.cull) cull(part);
    this.renderer.render(this.root);
    gl.disable(gl.SCISSOR_TEST);
  }

  /** Drawing only asks for pixels; they are there when the card says so. */
  private whenComputed(call: () => void): void {
    const { gl } = this.renderer;
    const fence: WebGLSync | null = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const until = performance.now() + PIXELS_MS;
    const look = () => {
      if (fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && performance.now() < until) {
        setTimeout(look, 1);
        return;
      }
      gl.deleteSync(fence);
      call();
    };
    setTimeout(look);
  }

  private count(): void {
    const now = performance.now();
    this.framesPerSecond.value = Math.round((this.drawn * 1000) / (now - this.countedSince));
    this.drawn = 0;
    this.countedSince = now;
  }
}
