// The canvas: one renderer, a stack of drawables, a camera. It draws when something has changed, once a screen refresh.

import "pixi.js/unsafe-eval";
import { signal } from "@preact/signals";
import { Container, WebGLRenderer } from "pixi.js";
import type { Box, Point } from "../geometry/plane.ts";
import { type Camera, fitting, type Size, toScreen, toWorld } from "./camera.ts";
import { History } from "./history.ts";
import { newView, type View } from "./shaders.ts";

const FADE_MS = 40;
/** So long after the last movement a view becomes one that can be gone back to. */
const VIEW_SETTLES_MS = 700;

/** The tools lie at the left, the run's bar and the status line below. */
const INSETS = { left: 64, right: 24, top: 22, bottom: 84 };

export class Stage {
  readonly view: View = newView();
  /** Large meshes, which move themselves by `view`. */
  readonly large = new Container();
  /** Small drawings in metres, which Pixi moves. */
  readonly small = new Container();
  readonly camera = signal<Camera>({ x: 0, y: 0, scale: 10 });
  readonly size = signal<Size>({ width: 1, height: 1 });
  readonly framesPerSecond = signal(0);
  /** Called before each drawing; for what depends on the camera or on time. Returns whether it wants another one. */
  readonly before: ((now: number) => boolean)[] = [];
  private readonly root = new Container();
  private views = new History<Camera>(this.camera.peek());
  private settle = 0;
  private wanted = false;
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

  /** Something has changed: draw at the next refresh. */
  draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      this.render(now);
    });
  }

  /** Moves the camera; the view before can be gone back to once this one has settled. */
  look(camera: Camera): void {
    if (!this.settle) this.views.put(camera);
    else this.views.amend(camera);
    clearTimeout(this.settle);
    this.settle = window.setTimeout(() => (this.settle = 0), VIEW_SETTLES_MS);
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
    // Drawn and read in one go: the drawing buffer is not kept between refreshes.
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
    let again = false;
    for (const prepare of this.before) again = prepare(now) || again;
    this.renderer.render(this.root);
    this.drawn++;
    // What fades needs no more than this; every drawing delays what people do where the processor draws.
    if (again) setTimeout(() => this.draw(), FADE_MS);
  }

  private count(): void {
    const now = performance.now();
    this.framesPerSecond.value = Math.round((this.drawn * 1000) / (now - this.countedSince));
    this.drawn = 0;
    this.countedSince = now;
  }
}
