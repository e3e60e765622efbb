// What people wish, put to the server.

import { batch } from "@preact/signals";
import { Listener, sentence } from "./listener.ts";
import { boxOf } from "./geometry/plane.ts";
import { Connection, Refusal } from "./protocol/connection.ts";
import type { Bounds, Commands, Item, NewItem, Opened, Setting, Verb, World } from "./protocol/messages.ts";
import * as state from "./state.ts";
import { endRun } from "./statistics.ts";
import { say } from "./ui/toasts.tsx";
import type { Picture } from "./view/picture.ts";
import { visibleBox } from "./view/camera.ts";

/** After being away for so long the page says so. */
const PATIENCE_MS = 1200;

export class Studio {
  readonly connection: Connection;
  readonly picture: Picture;
  private awayTimer = 0;
  private readonly listener: Listener;

  constructor(picture: Picture, page: string) {
    this.picture = picture;
    const anotherWorld = (): void => {
      if (!state.hello.value) return;
      this.subscribe();
      if (state.showDensity.value) this.heat(true);
      void this.loadSettings();
    };
    const anotherBox = (): void => {
      if (!state.hello.value) return;
      this.subscribe();
      if (state.showDensity.value) this.heat(true);
    };
    this.listener = new Listener(picture, anotherWorld, anotherBox);
    this.connection = new Connection(page, (message) => this.listener.take(message), (now) => this.reach(now));
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

  /** Says what was refused, and of which file if it was one. */
  refused(error: unknown, file?: string): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.lost && state.away.value) return;
    say(file && !error.message.includes(file) ? `${file}: ${error.message}` : sentence(error.message), "error");
    if (error.at) this.picture.overlay.markTrouble(error.at);
  }

  // --- worlds and files ---

  /** Goes on at once, or once it is said what becomes of work that is not saved. */
  private decided(): Promise<boolean> {
    if (!state.unsaved.value) return Promise.resolve(true);
    return new Promise((resolve) => {
      state.onceDecided.value = () => resolve(true);
      state.dialog.value = "unsaved";
      const stop = state.dialog.subscribe((now) => {
        if (now === "unsaved" || now === "save") return;
        queueMicrotask(() => stop());
        // Closed without an answer: nothing is done.
        if (state.onceDecided.value) {
          state.onceDecided.value = null;
          resolve(false);
        }
      });
    });
  }

  async newWorld(bounds: Bounds): Promise<boolean> {
    return (await this.decided()) && (await this.ask("new", { bounds })) !== undefined;
  }

  async open(what: { name: string } | { path: string }): Promise<void> {
    if (!(await this.decided())) return;
    const opened = await this.ask("open", what);
    if (opened) this.opened(opened);
  }

  async openFile(file: File): Promise<void> {
    const content = new Uint8Array(await file.arrayBuffer());
    if (!(await this.decided())) return;
    try {
      this.opened(await this.connection.sendFile(file.name, content));
    } catch (error) {
      this.refused(error, file.name);
    }
  }

  private opened(opened: Opened): void {
    for (const note of opened.notes ?? []) say(note, "warning");
    say(`Opened ${opened.name}.`);
    if (opened.kind === "replay") state.activity.value = "replay";
    else if (opened.kind === "scenario") state.activity.value = "run";
    else if (state.activity.value === "replay") state.activity.value = "draw";
  }

  /** Another recording beside this one, in step; or this one alone again. */
  async beside(what: string | File | null): Promise<void> {
    try {
      const opened = what instanceof File
        ? await this.connection.sendFile(`beside:${what.name}`, new Uint8Array(await what.arrayBuffer()))
        : await this.connection.request("beside", { path: what });
      state.activity.value = "replay";
      say(what === null ? `${opened.name} alone.` : `Side by side: ${opened.name.replace(" | ", " and ")}.`);
    } catch (error) {
      this.refused(error, what instanceof File ? what.name : undefined);
    }
  }

  /** The run so far as a recording, or back from there. */
  async replayRun(on: boolean): Promise<void> {
    const opened = await this.ask(on ? "replay_run" : "back_to_run", {});
    if (opened) state.activity.value = on ? "replay" : "run";
  }

  fitWorld(): void {
    const bounds = state.world.value?.bounds;
    const box = bounds ?? boxOf([...state.items.values()].flatMap((item) => item.rings.flat()));
    if (box) this.picture.stage.fit(box);
  }

  // --- edits ---

  async add(item: NewItem): Promise<number | undefined> {
    this.listener.editSentAt = performance.now();
    return (await this.ask("add", { item }))?.item;
  }

  /** Changes items as one step of undo; all that is changed in one drag is one, too. */
  async change(items: readonly Item[], drag?: number, what?: string): Promise<boolean> {
    if (items.length === 0) return false;
    this.listener.editSentAt = performance.now();
    return (await this.ask("change", { items, ...(drag === undefined ? {} : { drag }), ...(what ? { what } : {}) })) !== undefined;
  }

  /** Puts copies there and selects them. */
  async paste(items: readonly NewItem[]): Promise<void> {
    const pasted = await this.ask("paste", { items: [...items] });
    if (pasted) state.selection.value = new Set(pasted.keys);
  }

  async remove(keys: number[]): Promise<void> {
    if (keys.length === 0) return;
    this.listener.editSentAt = performance.now();
    await this.ask("remove", { keys });
  }

  async removeSelected(): Promise<void> {
    const keys = [...state.selection.value];
    state.selection.value = new Set();
    await this.remove(keys);
  }

  async undo(forward: boolean): Promise<void> {
    this.listener.editSentAt = performance.now();
    // Whether there is something is the server's to say: what it did last may not have come yet.
    try {
      const { what } = await this.connection.request(forward ? "redo" : "undo", {});
      say(`${forward ? "Done again" : "Undone"}: ${what}.`);
    } catch (error) {
      if (error instanceof Refusal && !error.lost) return say(sentence(error.message));
      this.refused(error);
    }
  }

  // --- layers and runs ---

  subscribe(): void {
    const { stage } = this.picture;
    const on = [...state.layersSeen.value];
    const box = state.world.value?.bounds ?? visibleBox(stage.camera.peek(), stage.size.peek());
    this.picture.layers.cell = state.gridCell.value;
    const pixel = 1 / stage.camera.peek().scale;
    const wanted = {
      on, pixel, box, grid: state.gridCell.value, radius: state.meshRadius.value, square: state.leastSquare.value,
      square_height: state.leastHeight.value, neighbours: state.neighbours.value, samples: state.samples.value, within: state.isochrone.value,
      ...(state.sourceOfPaths.value ? { source: state.sourceOfPaths.value } : {}),
      ...(state.layersSeen.value.has("multiplier") ? { wishes: state.wishesShown.value } : {}),
    };
    void this.ask("layers", wanted).then((answer) => {
      if (answer?.ms !== undefined) state.layersMs.value = answer.ms;
      // All of them: what a layer counted that is off now is gone.
      if (answer?.counts) state.mapCounts.value = answer.counts;
    });
  }

  async play(on: boolean): Promise<void> {
    if ((await this.ask(on ? "play" : "pause", {})) !== undefined) state.playing.value = on;
  }

  async reset(): Promise<void> {
    if ((await this.ask("reset", { seed: state.seed.value })) === undefined) return;
    endRun();
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
    this.picture.agents.dimmed(on);
    void this.ask("density", { cell: on ? heatCell(state.world.value) : null });
    if (!on) this.picture.density.hide();
  }

  follow(agent: number | null): void {
    state.followed.value = agent === null ? null : { agent };
    this.picture.overlay.follow(state.followed.value);
    void this.ask("follow", { agent });
    if (agent !== null) void this.showRoute(agent);
  }

  /** While it is paused nothing is told of the followed; so it is asked for once. */
  private async showRoute(agent: number): Promise<void> {
    const route = await this.ask("route", { agent });
    if (!route || state.followed.value?.agent !== agent) return;
    state.followed.value = { ...route, agent };
    this.picture.overlay.follow(state.followed.value);
  }

  // --- the connection ---

  private reach(now: "connecting" | "open" | "lost"): void {
    state.connection.value = now;
    if (now === "open") {
      clearTimeout(this.awayTimer);
      this.awayTimer = 0;
      if (state.away.value) say("The server is back.");
      state.away.value = false;
      void this.greet();
    } else if (!this.awayTimer) {
      state.opening.value = null;
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
}

/** Cells of half a metre, larger in large worlds: the heat is a picture, not a measurement. */
function heatCell(world: World | null): number {
  if (!world) return 2;
  const [x0, y0, x1, y1] = world.bounds;
  return Math.max(0.5, Math.ceil(Math.max(x1 - x0, y1 - y0) / 160) / 2);
}

export const nearPixels = (studio: Studio, pixels: number): number =>
  pixels / studio.picture.stage.camera.peek().scale;

