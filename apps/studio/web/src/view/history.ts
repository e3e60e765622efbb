// Undo for what only the page knows (views, the corners of an outline being drawn); the world's own is the server's.

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private present: T;
  private readonly most: number;

  constructor(present: T, most = 100) {
    this.present = present;
    this.most = most;
  }

  get now(): T {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** A new present; what had been undone is gone. */
  put(value: T): void {
    this.past.push(this.present);
    if (this.past.length > this.most) this.past.shift();
    this.future = [];
    this.present = value;
  }

  /** A new present that is no step of its own: one long gesture is one step. */
  amend(value: T): void {
    this.present = value;
  }

  undo(): T | null {
    const earlier = this.past.pop();
    if (earlier === undefined) return null;
    this.future.push(this.present);
    return (this.present = earlier);
  }

  redo(): T | null {
    const later = this.future.pop();
    if (later === undefined) return null;
    this.past.push(this.present);
    return (this.present = later);
  }
}
