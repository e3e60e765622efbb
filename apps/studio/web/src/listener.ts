// What the server says, taken into state and picture.

import { batch } from "@preact/signals";
import type { ItemsChanged, ServerEvent, VisitorsChanged, World } from "./protocol/messages.ts";
import type { Incoming } from "./protocol/wire.ts";
import { pinned } from "./activities/run_tool.ts";
import * as state from "./state.ts";
import { clearStats, note, recordStats } from "./statistics.ts";
import { say } from "./ui/toasts.tsx";
import type { Picture } from "./view/picture.ts";

export type Told = Exclude<Incoming, { type: "reply" | "refused" }>;

/** The number of edit times that are kept. */
const MOST_TIMES = 500;

export class Listener {
  /** When the edit that is under way was sent. */
  editSentAt: number | null = null;
  private readonly picture: Picture;
  private readonly onAnotherWorld: () => void;
  private readonly onAnotherBox: () => void;

  constructor(picture: Picture, onAnotherWorld: () => void, onAnotherBox: () => void) {
    this.picture = picture;
    this.onAnotherWorld = onAnotherWorld;
    this.onAnotherBox = onAnotherBox;
  }

  take(message: Told): void {
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
        this.picture.layers.take(message, state.world.value?.bounds ?? [0, 0, 1, 1]);
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
      case "visitors":
        return this.takeVisitors(event);
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
      case "opening":
        state.opening.value = event.doing === null ? null : event;
        return;
      case "layers":
        state.layersBusy.value = event.busy;
        if (event.ms !== undefined) state.layersMs.value = event.ms;
        if (event.counts) state.mapCounts.value = { ...state.mapCounts.value, ...event.counts };
        return;
      case "things":
        state.placedThings.value = new Map(event.things.map((thing) => [thing.key, thing]));
        return;
      case "followed":
        if (event.left || event.agent === null) return this.forgetAgent("The person that was followed has left.");
        if (state.followed.value) state.followed.value = event;
        return this.picture.overlay.follow(state.followed.value);
    }
  }

  private takeWorld(event: World): void {
    const before = state.world.value;
    state.world.value = event;
    // Things begin where they are drawn, in every run.
    state.placedThings.value = new Map();
    state.mapCounts.value = event.counts ?? {};
    const another = !before || before.document !== event.document;
    if (event.plays !== undefined) state.playing.value = event.plays;
    if (event.kind !== "replay" && event.agents === 0) this.picture.agents.show(null);
    if (!another) {
      if (before.bounds.join() !== event.bounds.join()) this.resized();
      return;
    }
    // The items of this one come next; those of the one before are in nobody's way meanwhile.
    state.items.clear();
    state.visitors.clear();
    this.picture.items.clear();
    this.picture.layers.clear();
    this.picture.density.hide();
    state.lastEdit.value = null;
    state.editTimes.value = { map: [], screen: [] };
    state.largestClearance.value = 0;
    state.selection.value = new Set();
    state.figures.value = null;
    state.followed.value = null;
    [state.pathWishes.value, state.wishersChosen.value] = [null, null];
    pinned.value = null;
    clearStats();
    this.picture.stage.fit(event.bounds);
    this.onAnotherWorld();
  }

  private takeVisitors({ items, removed, all, counts }: VisitorsChanged): void {
    const gone = all ? [...state.visitors.keys()] : removed;
    for (const key of gone) state.visitors.delete(key);
    for (const item of items) state.visitors.set(item.key, item);
    this.picture.items.put(items, gone);
    if (!all && state.step.value > 0) {
      if (items.length > 0) note(state.time.value, "an obstacle comes", true);
      if (removed.length > 0) note(state.time.value, "an obstacle goes", true);
    }
    state.mapCounts.value = { ...state.mapCounts.value, ...counts };
  }

  /** The same document reaches further or less far: its items stay, layers and heat are over another box. */
  private resized(): void {
    this.picture.layers.clear();
    this.picture.density.hide();
    this.onAnotherBox();
  }

  private takeItems(event: ItemsChanged): void {
    const removed = event.removed ?? [];
    if (event.all) {
      state.items.clear();
      this.picture.items.clear();
      this.picture.items.put([...state.visitors.values()], []);
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
    if (event.unsaved !== undefined) state.unsaved.value = event.unsaved;
    if (event.counts) state.mapCounts.value = { ...state.mapCounts.value, ...event.counts };
    this.picture.items.put(event.items ?? [], removed);
    if (event.edit_ms === null || event.edit_ms === undefined) return;
    if (state.step.value > 0 && state.undoable.value) note(state.time.value, state.undoable.value);
    if (event.region) this.picture.overlay.flash(event.region);
    const sentAt = this.editSentAt;
    this.editSentAt = null;
    const edit = { ms: event.edit_ms, faces: event.faces_changed ?? null, version: event.version };
    state.lastEdit.value = { ...edit, roundTrip: null };
    const { map, screen } = state.editTimes.value;
    state.editTimes.value = { map: [...map.slice(-MOST_TIMES), edit.ms], screen };
    if (sentAt === null) return;
    this.picture.stage.afterDrawing(() => {
      const roundTrip = performance.now() - sentAt;
      state.lastEdit.value = { ...edit, roundTrip };
      state.editTimes.value = { ...state.editTimes.value, screen: [...state.editTimes.value.screen.slice(-MOST_TIMES), roundTrip] };
    });
  }

  private forgetAgent(why?: string): void {
    if (!state.followed.value) return;
    state.followed.value = null;
    this.picture.overlay.follow(null);
    if (why) say(why);
  }
}

/** Messages come as the program says them; on a page they begin and end like sentences. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  // A file is called what it is called.
  const head = /^\S+\.\w+[,:]/.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return head === "" || /[.!?]$/.test(head) ? head : `${head}.`;
}
