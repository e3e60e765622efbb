// Fingers, mouse and wheel on the canvas: moving the view is done here, the rest goes to the tool.

import { pointer } from "../state.ts";
import { distance, middle, type Point } from "../geometry/plane.ts";
import { panned, zoomed } from "./camera.ts";
import type { Stage } from "./stage.ts";

export interface Press {
  /** In metres, as it is. */
  at: Point;
  shift: boolean;
  /** Ctrl, or Cmd. */
  control: boolean;
  alt: boolean;
  touch: boolean;
}

/** What a pointer does in an activity. All in metres. */
export interface Tool {
  readonly cursor: string;
  /** Returns whether it takes the drag; a drag that no tool takes moves the view. */
  down?(press: Press): boolean;
  move?(press: Press): void;
  up?(press: Press): void;
  hover?(press: Press): void;
  /** A double click, or Enter. */
  finish?(): void;
  /** Escape, a second finger, another tool. Returns whether there was something to give up. */
  cancel?(): boolean;
  /** Undo inside what is being drawn. Returns whether there was something to take back. */
  back?(): boolean;
}

const WHEEL = 1.0016;

export class Gestures {
  private readonly stage: Stage;
  private readonly canvas: HTMLCanvasElement;
  private readonly fingers = new Map<number, Point>();
  private mode: "none" | "tool" | "pan" | "pinch" = "none";
  private active: Tool | null = null;
  private spaceHeld = false;

  constructor(stage: Stage) {
    this.stage = stage;
    this.canvas = stage.canvas;
    const { canvas } = this;
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.up(e));
    canvas.addEventListener("pointercancel", (e) => this.up(e));
    canvas.addEventListener("pointerleave", () => (pointer.value = null));
    canvas.addEventListener("dblclick", () => this.active?.finish?.());
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    window.addEventListener("keydown", (e) => this.space(e, true));
    window.addEventListener("keyup", (e) => this.space(e, false));
  }

  get tool(): Tool | null {
    return this.active;
  }

  set tool(tool: Tool | null) {
    if (tool === this.active) return;
    this.active?.cancel?.();
    this.active = tool;
    this.mode = "none";
    this.showCursor();
  }

  showCursor(): void {
    this.canvas.style.cursor = this.spaceHeld || this.mode === "pan" ? "grab" : (this.active?.cursor ?? "grab");
  }

  private space(event: KeyboardEvent, held: boolean): void {
    if (event.code !== "Space" || (event.target as Element | null)?.closest?.("input,select,textarea,button")) return;
    this.spaceHeld = held;
    this.showCursor();
  }

  private place(event: PointerEvent | WheelEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private press(event: PointerEvent): Press {
    return {
      at: this.stage.world(this.place(event)),
      shift: event.shiftKey,
      control: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      touch: event.pointerType === "touch",
    };
  }

  private down(event: PointerEvent): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.place(event));
    if (this.fingers.size === 2) {
      this.active?.cancel?.();
      this.mode = "pinch";
      return;
    }
    const pans = event.button !== 0 || this.spaceHeld;
    this.mode = !pans && this.active?.down?.(this.press(event)) ? "tool" : "pan";
    this.showCursor();
  }

  private move(event: PointerEvent): void {
    const press = this.press(event);
    pointer.value = press.at;
    const before = this.fingers.get(event.pointerId);
    if (!before) return this.active?.hover?.(press);
    const now = this.place(event);
    if (this.mode === "pinch") this.pinch(event.pointerId, before, now);
    this.fingers.set(event.pointerId, now);
    if (this.mode === "tool") this.active?.move?.(press);
    if (this.mode === "pan") {
      this.stage.look(panned(this.stage.camera.peek(), now[0] - before[0], now[1] - before[1]));
    }
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const factor = distance(now, other) / Math.max(distance(before, other), 1);
    const [was, is] = [middle(before, other), middle(now, other)];
    const camera = panned(this.stage.camera.peek(), is[0] - was[0], is[1] - was[1]);
    this.stage.look(zoomed(camera, this.stage.size.peek(), is, factor));
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.mode === "tool") this.active?.up?.(this.press(event));
    // After a pinch the finger that stays down does nothing until it is lifted too.
    if (this.fingers.size === 0) this.mode = "none";
    this.showCursor();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = WHEEL ** (-event.deltaY * lines * (event.ctrlKey ? 4 : 1));
    this.stage.look(zoomed(this.stage.camera.peek(), this.stage.size.peek(), this.place(event), factor));
  }
}
