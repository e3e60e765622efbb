// Puts the page together: picture, server, tools, panels.

import "./style/page.css";
import "./style/panels.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { followColouring } from "./activities/colouring.tsx";
import { followPlan } from "./activities/plan_walls.tsx";
import { PathQuery } from "./activities/path_query.ts";
import { Player } from "./activities/replay.tsx";
import { hand, RunTool } from "./activities/run_tool.ts";
import { followTeam } from "./activities/space_time.tsx";
import { followMeasures, measure } from "./activities/measures.tsx";
import { followTrails } from "./activities/trails.ts";
import { CornerTool, ScaleTool } from "./draw/corner_tool.ts";
import { DoorTool } from "./draw/door_tool.ts";
import { DragTool } from "./draw/drag_tools.ts";
import { tool, type ToolName } from "./draw/options.ts";
import { followThings, setPatrol } from "./draw/things.ts";
import { SelectTool, showSelection } from "./draw/select_tool.ts";
import { activity, connection, dialog, hello, isochrone, items, itemsVersion, layersSeen, scaleEnds, selected, sourceOfPaths, wishesShown, world } from "./state.ts";
import { Studio } from "./studio.ts";
import { OverMap, Panel, TopBar } from "./ui/app.tsx";
import { listenForFiles } from "./ui/drop.ts";
import { listenForKeys } from "./ui/keys.ts";
import { startTheme } from "./ui/theme.ts";
import { Gestures, type Tool } from "./view/gestures.ts";
import { Picture } from "./view/picture.ts";

/** How often layers follow the start of a path that is dragged. */
const SOURCE_MS = 150;

function element(parent: Element, tag: string, name: string): HTMLElement {
  const child = parent.appendChild(document.createElement(tag));
  child.className = name;
  return child;
}

async function start(): Promise<void> {
  const app = document.getElementById("app");
  if (!app) return;
  const bar = element(app, "header", "top");
  const map = element(app, "main", "map");
  const canvas = element(map, "div", "canvas");
  const over = element(map, "div", "over");
  const side = element(app, "aside", "side");

  const picture = await Picture.create(canvas);
  const studio = new Studio(picture, document.baseURI);
  const gestures = new Gestures(picture.stage);
  const query = new PathQuery(studio);
  const player = new Player(studio);
  const select = new SelectTool(studio);
  const running = new RunTool(studio);
  const drawing: Record<ToolName, Tool> = {
    select,
    rectangle: new DragTool(studio, "rectangle"),
    circle: new DragTool(studio, "circle"),
    freehand: new DragTool(studio, "freehand"),
    polygon: new CornerTool(studio, "polygon"),
    wall: new CornerTool(studio, "wall"),
    door: new DoorTool(studio),
    patrol: new CornerTool(studio, "wall", (corners) => setPatrol(studio, corners)),
    scale: new ScaleTool(studio, (a, b) => {
      scaleEnds.value = [a, b];
      dialog.value = "scale";
      tool.value = "select";
    }),
  };
  const measuring = new CornerTool(studio, "wall", (corners) => measure(studio, corners));
  const pan: Tool = { cursor: "grab" };

  effect(() => {
    const now = activity.value;
    const edits = now === "draw" || now === "mesh";
    gestures.tool = edits ? drawing[tool.value] : now === "path" ? query : now === "run" && hand.value === "measure" ? measuring : now === "run" || world.value?.kind === "replay" ? running : pan;
    hand.value;
    gestures.showCursor();
    picture.grid.show(edits || now === "path");
    // Looking at the map or at a path, people would be in the way.
    picture.agents.drawable.visible = now !== "mesh" && now !== "path";
    picture.layers.show(layersSeen.value);
  });
  effect(() => {
    activity.value;
    side.scrollTo(0, 0);
  });
  effect(() => {
    itemsVersion.value;
    if (activity.value === "path" && world.value && items.size > 0) query.begin();
  });
  effect(() => {
    layersSeen.value;
    wishesShown.value;
    if (connection.value === "open" && hello.value) studio.subscribe();
  });
  let waiting = 0;
  effect(() => {
    // Layers that depend on where paths start and how far they lead: while that is dragged, a few times a second.
    const on = layersSeen.value.has("path_map") || layersSeen.value.has("isochrone");
    sourceOfPaths.value;
    isochrone.value;
    if (!on || waiting) return;
    waiting = window.setTimeout(() => {
      waiting = 0;
      if (connection.value === "open" && hello.value) studio.subscribe();
    }, SOURCE_MS);
  });
  effect(() => {
    const on = layersSeen.value.has("path_map") || layersSeen.value.has("isochrone");
    const source = sourceOfPaths.value;
    picture.overlay.set("source", !on || !source || activity.value === "path" ? null : (pen) => {
      pen.dot(source, 6, "#ffffff");
      pen.dot(source, 4.5, pen.colours.source);
    });
  });
  effect(() => {
    selected.value;
    const edits = activity.value === "draw" || activity.value === "mesh";
    if (edits && !select.isDragging) showSelection(studio, select);
    else picture.overlay.set("selection", null);
  });
  effect(() => {
    itemsVersion.value;
    // A goal that is one point has no outline to draw.
    const points = [...items.values()].filter((item) => item.rings[0]?.length === 1 && item.kind !== "thing");
    picture.overlay.set("points", points.length === 0 ? null : (pen) => {
      for (const { kind, rings } of points) pen.dot(rings[0][0], 6, kind === "waiting" ? pen.colours.waiting : pen.colours.goal);
    });
  });

  followThings(studio);
  gestures.onCursor = (at) => {
    picture.overlay.set("cursor", at && ((pen) => {
      const arm = 12 * pen.metresPerPixel;
      pen.line([[at[0] - arm, at[1]], [at[0] + arm, at[1]]], pen.colours.accent, 1.5);
      pen.line([[at[0], at[1] - arm], [at[0], at[1] + arm]], pen.colours.accent, 1.5);
    }));
  };
  followTrails(studio);
  followMeasures(studio);
  followColouring(studio);
  followPlan(studio);
  followTeam(studio);
  startTheme(picture);
  listenForKeys({ studio, gestures, select, player });
  listenForFiles(studio, app);
  const parts = { studio, query, player };
  render(<TopBar studio={studio} />, bar);
  render(<OverMap {...parts} />, over);
  render(<div class="panel"><Panel {...parts} /></div>, side);
}

start().catch((error: unknown) => {
  const said = element(document.body, "p", "fatal");
  said.textContent = `The studio could not start: ${error instanceof Error ? error.message : String(error)}. It needs WebGL 2.`;
});
