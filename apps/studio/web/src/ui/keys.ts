// The keyboard. Every key is listed in help.tsx.

import { hand } from "../activities/run_tool.ts";
import { switchLayer } from "../activities/mesh.tsx";
import type { Player } from "../activities/replay.tsx";
import { gridSize, tool, TOOLS } from "../draw/options.ts";
import type { SelectTool } from "../draw/select_tool.ts";
import { gridStep } from "../geometry/snap.ts";
import type { Point } from "../geometry/plane.ts";
import { ACTIVITIES, activity, dialog, items, layersOn, playing, replayFrame, selection, showDensity } from "../state.ts";
import type { Studio } from "../studio.ts";
import { zoomed } from "../view/camera.ts";
import type { Gestures } from "../view/gestures.ts";
import { copySelection, duplicateSelection } from "./drop.ts";
import { LAYERS } from "./names.ts";
import { toggleTheme } from "./theme.ts";

interface Hands {
  studio: Studio;
  gestures: Gestures;
  select: SelectTool;
  player: Player;
}

const TOOL_OF: Record<string, (typeof TOOLS)[number]> = {
  v: "select", r: "rectangle", p: "polygon", w: "wall", c: "circle", f: "freehand", d: "door",
};
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Space plays when it is let go, unless the view was moved with it. */
let spaceIsDown = false;

export function listenForKeys(hands: Hands): void {
  // Who clicks goes on with the pointer and one-letter keys: a button that was clicked must not take these.
  document.addEventListener("click", ({ detail, target }) => {
    const clicked = (target as Element | null)?.closest?.("button,summary,label");
    const focused = document.activeElement;
    if (detail > 0 && clicked && focused instanceof HTMLElement && focused.matches("button,summary,input[type=checkbox],input[type=radio],input[type=range]") && !focused.closest("dialog")) focused.blur();
  });
  window.addEventListener("keyup", (event) => {
    if (event.key !== " " || !spaceIsDown) return;
    spaceIsDown = false;
    if (!hands.gestures.panned) play(hands);
  });
  window.addEventListener("keydown", (event) => {
    const target = event.target as Element | null;
    const typing = target?.closest?.("input:not([type=checkbox]):not([type=radio]),select,textarea,dialog");
    if (typing || event.defaultPrevented) return;
    // A focused button is pressed by Space and Enter itself.
    if (target?.closest?.("button,summary,a") && (event.key === " " || event.key === "Enter")) return;
    const taken = event.ctrlKey || event.metaKey ? withControl(hands, event) : plain(hands, event);
    if (taken) event.preventDefault();
  });
}

function withControl({ studio, gestures }: Hands, { key, shiftKey }: KeyboardEvent): boolean {
  const nth = ACTIVITIES[Number(key) - 1];
  if (nth) {
    activity.value = nth;
    return true;
  }
  switch (key.toLowerCase()) {
    case "z":
      if (!gestures.tool?.back?.()) void studio.undo(shiftKey);
      return true;
    case "y":
      void studio.undo(true);
      return true;
    case "o":
      dialog.value = "files";
      return true;
    case "s":
      dialog.value = "save";
      return true;
    case "c":
      copySelection();
      return selection.value.size > 0;
    case "x":
      copySelection();
      void studio.removeSelected();
      return true;
    case "d":
      void duplicateSelection(studio);
      return true;
    case "a":
      selection.value = new Set(items.keys());
      return true;
    default:
      return false;
  }
}

function plain(hands: Hands, event: KeyboardEvent): boolean {
  return anywhere(hands, event) || inActivity(hands, event);
}

function anywhere({ studio, gestures }: Hands, { key, altKey }: KeyboardEvent): boolean {
  const { stage } = studio.picture;
  const zoom = (factor: number): void => {
    const size = stage.size.peek();
    stage.look(zoomed(stage.camera.peek(), size, [size.width / 2, size.height / 2], factor));
  };
  if (altKey && (key === "ArrowLeft" || key === "ArrowRight")) stage.lookBack(key === "ArrowRight");
  else if (key === "?") dialog.value = "help";
  else if (key === "g") dialog.value = "gallery";
  else if (key === "t") toggleTheme();
  else if (key === "0") studio.fitWorld();
  else if (key === "+" || key === "=") zoom(1.25);
  else if (key === "-") zoom(0.8);
  else if (key === "Enter") gestures.tool?.finish?.();
  else if (key === "Escape") {
    gestures.dropCursor();
    gestures.tool?.cancel?.();
    selection.value = new Set();
  } else return false;
  return true;
}

function play({ studio, player }: Hands): void {
  if (activity.value === "run") void studio.play(!playing.value);
  if (activity.value === "replay") player.play(!playing.value);
}

function inActivity({ studio, select, player, gestures }: Hands, { key, shiftKey }: KeyboardEvent): boolean {
  const now = activity.value;
  const letter = key.toLowerCase();
  if (now === "draw" || now === "mesh") {
    const arrow = ARROWS[key];
    if (arrow && selection.value.size > 0 && tool.value === "select") {
      const by = (gridSize.value || gridStep(studio.picture.stage.camera.peek().scale)) * (shiftKey ? 10 : 1);
      select.nudge([arrow[0] * by, arrow[1] * by]);
    } else if (arrow && tool.value !== "select") {
      const by = (gridSize.value || gridStep(studio.picture.stage.camera.peek().scale)) * (shiftKey ? 10 : 1);
      gestures.moveCursor([arrow[0] * by, arrow[1] * by]);
    } else if (key === " " && gestures.cursor) gestures.pressCursor(shiftKey);
    else if (key === "Delete" || key === "Backspace") select.delete();
    else if (now === "draw" && TOOL_OF[letter]) tool.value = TOOL_OF[letter];
    else if (now === "mesh" && LAYERS[Number(key) - 1]) {
      const [name] = LAYERS[Number(key) - 1];
      switchLayer(name, !layersOn.value.has(name));
    } else return false;
    return true;
  }
  if (now === "run") {
    if (key === " ") spaceIsDown = true;
    else if (key === ".") void studio.ask("step", { count: 1 });
    else if (letter === "h") studio.heat(!showDensity.value);
    else if (letter === "l") hand.value = "look";
    else if (letter === "b") hand.value = "drop";
    else if (letter === "x") hand.value = "take";
    else return false;
    return true;
  }
  if (now === "replay") {
    if (key === " ") spaceIsDown = true;
    else if (key === "." || key === "ArrowRight") player.scrub(replayFrame.value + 1);
    else if (key === "ArrowLeft") player.scrub(replayFrame.value - 1);
    else return false;
    return true;
  }
  return false;
}
