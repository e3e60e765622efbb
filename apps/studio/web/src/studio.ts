// The page's heart: takes what the server says into state and picture, and puts people's wishes to the server.

import { batch } from "@preact/signals";
import type { Point } from "./geometry/plane.ts";
import { boxOf } from "./geometry/plane.ts";
import { Connection, Refusal } from "./protocol/connection.ts";
import type { Commands, Item, ItemsChanged, NewItem, Opened, ServerEvent, Setting, Verb, World } from "./protocol/messages.ts";
import type { Incoming } from "./protocol/wire.ts";
import * as state from "./state.ts";
import { recordStats, clearStats } from "./statistics.ts";
import { say } from "./ui/toasts.tsx";
import type { Picture } from "./view/picture.ts";
import { visibleBox } from "./view/camera.ts";

/** After being away for so long the page says so. */
const PATIENCE_MS = 1200;

export class Studio {
  readonly connection: Connection;
  readonly picture: Picture;
  private awayTimer = 0;
  private editSentAt: number | null = null;

  constructor(picture: Picture, page: string) {
    this.picture = picture;
    this.connection = new Connection(page, (message) => this.take(message), (now) => this.reach(now));
    this.connection.connect();
  }

  /** Asks the server; what it refuses is said and marked, and the answer is undefined. */
  async ask<V extends Verb>(verb: V, params: Commands[V]["with"]): Promise<Commands[V]["ok"] | undefined> {
    try {
      return await this.connection.request(verb, params);
    } catch (error) {
      this.refused(error);
      return undefined;
    }
  }

  refused(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.lost && state.away.value) return;
    say(sentence(error.message), "error");
    if (error.at) this.picture.overlay.markTrouble(error.at);
  }

  // --- worlds and files ---

  async open(what: { name: string } | { path: string }): Promise<void> {
    const opened = await this.ask("open", what);
    if (opened) this.opened(opened);
  }

  async openFile(file: File): Promise<void> {
    const content = new Uint8Array(await file.arrayBuffer());
    try {
      this.opened(await this.connection.sendFile(file.name, content));
    } catch (error) {
      this.refused(error);
    }
  }

  private opened(opened: Opened): void {
    for (const note of opened.notes ?? []) say(note, "warning");
    say(`Opened ${opened.name}.`);
    if (opened.kind === "replay") state.activity.value = "replay";
    else if (opened.kind === "scenario") state.activity.value = "run";
    else if (state.activity.value === "replay") state.activity.value = "draw";
  }

  fitWorld(): void {
    const bounds = state.world.value?.bounds;
    const box = bounds ?? boxOf([...state.items.values()].flatMap((item) => item.rings.flat()));
    if (box) this.picture.stage.fit(box);
  }

  // --- edits ---

  async add(item: NewItem): Promise<number | undefined> {
    this.editSentAt = performance.now();
    return (await this.ask("add", { item }))?.item;
  }

  async change(item: Item): Promise<boolean> {
    this.editSentAt = performance.now();
    return (await this.ask("change", { item })) !== undefined;
  }

  async remove(keys: number[]): Promise<void> {
    if (keys.length === 0) return;
    this.editSentAt = performance.now();
    await this.ask("remove", { keys });
  }

  async removeSelected(): Promise<void> {
    const keys = [...state.selection.value];
    state.selection.value = new Set();
    await this.remove(keys);
  }

  async undo(forward: boolean): Promise<void> {
    const label = forward ? state.redoable.value : state.undoable.value;
    if (label === null) return say(forward ? "Nothing to redo." : "Nothing to undo.");
    this.editSentAt = performance.now();
    await this.ask(forward ? "redo" : "undo", {});
  }

  // --- layers and runs ---

  subscribe(): void {
    const { stage } = this.picture;
    const on = [...state.layersOn.value];
    const box = state.world.value?.bounds ?? visibleBox(stage.camera.peek(), stage.size.peek());
    const pixel = 1 / stage.camera.peek().scale;
    void this.ask("layers", { on, pixel, grid: state.gridCell.value, square: state.leastSquare.value, box }).then((answer) => {
      if (answer?.ms !== undefined) state.layersMs.value = answer.ms;
    });
  }

  async play(on: boolean): Promise<void> {
    if ((await this.ask(on ? "play" : "pause", {})) !== undefined) state.playing.value = on;
  }

  async reset(): Promise<void> {
    if ((await this.ask("reset", { seed: state.seed.value })) === undefined) return;
    clearStats();
    batch(() => {
      state.needsReset.value = false;
      state.figures.value = null;
      state.followed.value = null;
    });
  }

  async set(name: string, value: Setting["value"]): Promise<void> {
    this.takeSettings(await this.ask("settings", { [name]: value }));
  }

  async loadSettings(): Promise<void> {
    this.takeSettings(await this.ask("settings", {}));
  }

  private takeSettings(answer: Commands["settings"]["ok"] | undefined): void {
    if (!answer) return;
    batch(() => {
      state.settings.value = answer.settings;
      if (answer.needs_reset !== undefined) state.needsReset.value = answer.needs_reset;
      const seed = answer.settings.find(({ name }) => name === "seed")?.value;
      if (typeof seed === "number") state.seed.value = seed;
    });
  }

  heat(on: boolean): void {
    state.showDensity.value = on;
    void this.ask("density", { cell: on ? heatCell(state.world.value) : null });
    if (!on) this.picture.density.hide();
  }

  follow(agent: number | null): void {
    state.followed.value = agent === null ? null : { agent };
    void this.ask("follow", { agent });
  }

  // --- what the server says ---

  private reach(now: "connecting" | "open" | "lost"): void {
    state.connection.value = now;
    if (now === "open") {
      clearTimeout(this.awayTimer);
      this.awayTimer = 0;
      if (state.away.value) say("The server is back.");
      state.away.value = false;
      void this.greet();
    } else if (!this.awayTimer) {
      this.awayTimer = window.setTimeout(() => (state.away.value = true), PATIENCE_MS);
    }
  }

  private async greet(): Promise<void> {
    const hello = await this.ask("hello", { version: 1 });
    if (!hello) return;
    state.hello.value = hello;
    this.subscribe();
    if (state.showDensity.value) this.heat(true);
    await this.loadSettings();
  }

  private take(message: Exclude<Incoming, { type: "reply" | "refused" }>): void {
    switch (message.type) {
      case "frame":
        this.picture.agents.show(message);
        batch(() => {
          state.step.value = message.step;
          state.time.value = message.time;
          if (message.replay) state.replayFrame.value = message.step;
        });
        if (message.renumbered) this.forgetAgent();
        return this.picture.overlay.agentsMoved(message);
      case "layer":
        this.picture.layers.take(message);
        state.largestClearance.value = this.picture.layers.largestClearance;
        return;
      case "density":
        if (state.showDensity.value) this.picture.density.take(message);
        return;
      case "event":
        return batch(() => this.hear(message.event));
    }
  }

  private hear(event: ServerEvent): void {
    switch (event.event) {
      case "world":
        return this.takeWorld(event);
      case "items":
        return this.takeItems(event);
      case "stats":
        state.stats.value = event;
        if (event.plays !== undefined) state.playing.value = event.plays;
        return recordStats(event);
      case "note":
        return say(sentence(event.text), event.level);
      case "done":
        state.figures.value = event.rows;
        state.playing.value = false;
        return say("The run has ended; its figures are in the panel.");
      case "followed":
        if (event.left || event.agent === null) return this.forgetAgent("The person that was followed has left.");
        if (state.followed.value) state.followed.value = event;
        return this.picture.overlay.follow(state.followed.value);
    }
  }

  private takeWorld(event: World): void {
    const before = state.world.value;
    state.world.value = event;
    state.mapCounts.value = event.counts ?? {};
    const another = !before || before.name !== event.name || before.bounds.join() !== event.bounds.join();
    if (event.plays !== undefined) state.playing.value = event.plays;
    if (event.kind !== "replay" && event.agents === 0) this.picture.agents.show(null);
    if (!another) return;
    state.selection.value = new Set();
    state.figures.value = null;
    state.followed.value = null;
    clearStats();
    this.picture.stage.fit(event.bounds);
    if (state.hello.value) {
      this.subscribe();
      void this.loadSettings();
    }
  }

  private takeItems(event: ItemsChanged): void {
    const removed = event.removed ?? [];
    if (event.all) {
      state.items.clear();
      this.picture.items.clear();
    }
    for (const key of removed) state.items.delete(key);
    for (const item of event.items ?? []) state.items.set(item.key, item);
    state.itemsVersion.value++;
    if ([...state.selection.value].some((key) => !state.items.has(key))) {
      state.selection.value = new Set([...state.selection.value].filter((key) => state.items.has(key)));
    }
    state.undoable.value = event.undo ?? null;
    state.redoable.value = event.redo ?? null;
    if (event.needs_reset !== undefined) state.needsReset.value = event.needs_reset;
    if (event.counts) state.mapCounts.value = event.counts;
    this.picture.items.put(event.items ?? [], removed);
    this.picture.overlay.redraw();
    if (event.edit_ms === null || event.edit_ms === undefined) return;
    if (event.region) this.picture.overlay.flash(event.region);
    const sentAt = this.editSentAt;
    this.editSentAt = null;
    const edit = { ms: event.edit_ms, faces: event.faces_changed ?? null, version: event.version };
    state.lastEdit.value = { ...edit, roundTrip: null };
    if (sentAt === null) return;
    this.picture.afterDrawing(() => {
      state.lastEdit.value = { ...edit, roundTrip: performance.now() - sentAt };
    });
  }

  private forgetAgent(why?: string): void {
    if (!state.followed.value) return;
    state.followed.value = null;
    this.picture.overlay.follow(null);
    if (why) say(why);
  }
}

/** Cells of two metres, larger in large worlds: the heat is a picture, not a measurement. */
function heatCell(world: World | null): number {
  if (!world) return 2;
  const [x0, y0, x1, y1] = world.bounds;
  return Math.max(1, Math.ceil(Math.max(x1 - x0, y1 - y0) / 160));
}

/** Messages come as the program says them; on a page they begin and end like sentences. */
function sentence(text: string): string {
  const trimmed = text.trim();
  const head = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(head) ? head : `${head}.`;
}

export const nearPixels = (studio: Studio, pixels: number): number =>
  pixels / studio.picture.stage.camera.peek().scale;

export const pointText = (p: Point): string => `${p[0].toFixed(2)}, ${p[1].toFixed(2)}`;
