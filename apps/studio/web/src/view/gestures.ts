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
  /** It draws from where the button goes down to where it comes up. */
  readonly byDrag?: boolean;
  /** Returns whether it takes the drag; a drag that no tool takes moves the view. */
  down?(press: Press): boolean;
  move?(press: Press): void;
  up?(press: Press): void;
  hover?(press: Press): void;
  /** A double click at a place, or Enter. */
  finish?(press?: Press): void;
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
  /** Whether the view was moved since Space was pressed. */
  panned = false;
  /** Where the keys are, if they draw, in metres; and whether they hold the button down. */
  private keys: { at: Point; down: boolean } | null = null;
  /** Called with where the keys are. */
  onCursor: ((at: Point | null) => void) | null = null;

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
    canvas.addEventListener("dblclick", (e) => this.active?.finish?.(this.press(e)));
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

  get cursor(): Point | null {
    return this.keys?.at ?? null;
  }

  /** Moves the place that the keys draw at; the first time it is in the middle of the view. */
  moveCursor([dx, dy]: Point): void {
    const camera = this.stage.camera.peek();
    const from = this.keys?.at ?? [camera.x, camera.y];
    this.keys = { at: [from[0] + dx, from[1] + dy], down: this.keys?.down ?? false };
    pointer.value = this.keys.at;
    const press = this.keyPress(false);
    if (this.keys.down) this.active?.move?.(press);
    else this.active?.hover?.(press);
    this.onCursor?.(this.keys.at);
  }

  /** What a click would do; for tools that draw by dragging, the first press holds and the second lets go. */
  pressCursor(shift: boolean): void {
    if (!this.keys) return;
    const press = this.keyPress(shift);
    if (this.keys.down) {
      this.keys = { ...this.keys, down: false };
      this.active?.up?.(press);
    } else if (this.active?.down?.(press)) {
      if (this.active.byDrag) this.keys = { ...this.keys, down: true };
      else this.active.up?.(press);
    }
  }

  dropCursor(): void {
    this.keys = null;
    this.onCursor?.(null);
  }

  private keyPress(shift: boolean): Press {
    return { at: this.keys?.at ?? [0, 0], shift, control: false, alt: false, touch: false };
  }

  private space(event: KeyboardEvent, held: boolean): void {
    if (event.code !== "Space" || (event.target as Element | null)?.closest?.("input,select,textarea,button")) return;
    if (held && !this.spaceHeld) this.panned = false;
    this.spaceHeld = held;
    this.showCursor();
  }

  private place(event: MouseEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private press(event: MouseEvent): Press {
    return {
      at: this.stage.world(this.place(event)),
      shift: event.shiftKey,
      control: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      touch: event instanceof PointerEvent && event.pointerType === "touch",
    };
  }

  private down(event: PointerEvent): void {
    if (this.keys) this.dropCursor();
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
      this.panned = true;
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
