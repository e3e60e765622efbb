// The keyboard. Every key is listed in help.tsx.

import { hand } from "../activities/run_tool.ts";
import { switchLayer } from "../activities/mesh.tsx";
import type { Player } from "../activities/replay.tsx";
import { gridSize, tool, TOOLS } from "../draw/options.ts";
import type { SelectTool } from "../draw/select_tool.ts";
import { gridStep } from "../geometry/snap.ts";
import type { Point } from "../geometry/plane.ts";
import { ACTIVITIES, activity, dialog, layersOn, playing, replayFrame, selection, showDensity } from "../state.ts";
import type { Studio } from "../studio.ts";
import { zoomed } from "../view/camera.ts";
import type { Gestures } from "../view/gestures.ts";
import { copySelection } from "./drop.ts";
import { LAYERS } from "./names.ts";
import { toggleTheme } from "./theme.ts";

interface Hands {
  studio: Studio;
  gestures: Gestures;
  select: SelectTool;
  player: Player;
}

const TOOL_OF: Record<string, (typeof TOOLS)[number]> = {
  v: "select", r: "rectangle", p: "polygon", w: "wall", c: "circle", f: "freehand",
};
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function listenForKeys(hands: Hands): void {
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
    gestures.tool?.cancel?.();
    selection.value = new Set();
  } else return false;
  return true;
}

function inActivity({ studio, select, player }: Hands, { key, shiftKey }: KeyboardEvent): boolean {
  const now = activity.value;
  const letter = key.toLowerCase();
  if (now === "draw" || now === "mesh") {
    const arrow = ARROWS[key];
    if (arrow && selection.value.size > 0) {
      const by = (gridSize.value || gridStep(studio.picture.stage.camera.peek().scale)) * (shiftKey ? 10 : 1);
      select.nudge([arrow[0] * by, arrow[1] * by]);
    } else if (key === "Delete" || key === "Backspace") void studio.removeSelected();
    else if (now === "draw" && TOOL_OF[letter]) tool.value = TOOL_OF[letter];
    else if (now === "mesh" && LAYERS[Number(key) - 1]) {
      const [name] = LAYERS[Number(key) - 1];
      switchLayer(name, !layersOn.value.has(name));
    } else return false;
    return true;
  }
  if (now === "run") {
    if (key === " ") void studio.play(!playing.value);
    else if (key === ".") void studio.ask("step", { count: 1 });
    else if (letter === "h") studio.heat(!showDensity.value);
    else if (letter === "l") hand.value = "look";
    else if (letter === "b") hand.value = "drop";
    else if (letter === "x") hand.value = "take";
    else return false;
    return true;
  }
  if (now === "replay") {
    if (key === " ") player.play(!playing.value);
    else if (key === "." || key === "ArrowRight") player.scrub(replayFrame.value + 1);
    else if (key === "ArrowLeft") player.scrub(replayFrame.value - 1);
    else return false;
    return true;
  }
  return false;
}
