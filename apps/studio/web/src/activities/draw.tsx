// Draw: what is in the world.

import { backdrop } from "../view/backdrop.ts";
import { door, doorWidth, setWidth } from "../draw/door_tool.ts";
import { NEW_SOURCE, NEW_THING, drawKind, gridSize, regionKind, snapToCorners, snapToGrid, thingName, tool, TOOLS, type ToolName } from "../draw/options.ts";
import type { Item, ItemKind, SourceSettings } from "../protocol/messages.ts";
import { dialog, hello, items, itemsVersion, needsReset, redoable, selected, selection, undoable } from "../state.ts";
import type { Studio } from "../studio.ts";
import { type Box, boxOf, lengthOf } from "../geometry/plane.ts";
import { aligned, movedBy, type Side, stretched, withRadius } from "../geometry/reshape.ts";
import { Choice, count, Field, metres, NumberInput, Section, Slider, TextInput, Toggle } from "../ui/controls.tsx";
import { choosePicture, duplicateSelection } from "../ui/drop.ts";
import { IconButton } from "../ui/icons.tsx";
import { PlainName } from "../ui/names.ts";
import { rustCode } from "../ui/rust_code.ts";
import { makeThing, SourceWishes, ThingFields } from "./thing_fields.tsx";
import { PlanWalls } from "./plan_walls.tsx";
import { say } from "../ui/toasts.tsx";

const KINDS: readonly (readonly [Exclude<ItemKind, "wall">, string])[] = [
  ["obstacle", "Obstacles"],
  ["floor", "Floor (world outline)"],
  ["source", "Sources: where people come from"],
  ["goal", "Goals: where they go"],
  ["waiting", "Waiting places: where they stay"],
  ["region", "Regions: areas of a kind, in nobody's way"],
  ["thing", "Things: what wishes name"],
];

export const TOOL_KEYS: Record<ToolName, string> = {
  select: "V", rectangle: "R", polygon: "P", wall: "W", circle: "C", freehand: "F", door: "D", scale: "", patrol: "",
};

const HINTS: Record<ToolName, string> = {
  select: "Click to select, drag to move, drag a square to reshape or resize, the round handle to turn. Double-click an edge for another corner. Drag over an empty place to select several.",
  rectangle: "Drag from corner to corner. Shift: a square. Alt: no snapping.",
  polygon: "Click corner by corner; click the first one again, double-click or press Enter to close.",
  wall: "Click along the wall; double-click or press Enter to end it. Shift keeps to 45°.",
  circle: "Drag from the middle outwards.",
  freehand: "Draw with the pointer held down.",
  door: "Click a wall to cut a door into it, or a gap between two walls to select it; then drag an end to widen it.",
  patrol: "Click between which places it goes to and fro; double-click or press Enter to end.",
  scale: "Click two places of the floor plan whose distance you know.",
};

export function ToolStrip({ studio }: { studio: Studio }) {
  return (
    <div class="strip" role="toolbar" aria-label="Drawing tools">
      {TOOLS.map((name) => (
        <IconButton
          key={name}
          icon={name}
          label={`${PlainName[name]} (${TOOL_KEYS[name]})`}
          pressed={tool.value === name}
          onClick={() => (tool.value = name)}
        />
      ))}
      <hr />
      <IconButton icon="undo" label={`Undo${undoable.value ? `: ${undoable.value}` : ""} (Ctrl+Z)`} disabled={!undoable.value} onClick={() => void studio.undo(false)} />
      <IconButton icon="redo" label={`Redo${redoable.value ? `: ${redoable.value}` : ""} (Ctrl+Y)`} disabled={!redoable.value} onClick={() => void studio.undo(true)} />
      <IconButton icon="trash" label="Delete what is selected (Delete)" disabled={selection.value.size === 0} onClick={() => void studio.removeSelected()} />
    </div>
  );
}

export function DrawPanel({ studio }: { studio: Studio }) {
  const chosen = selected.value;
  return (
    <>
      <p class="hint">{HINTS[tool.value]}</p>
      {needsReset.value && (
        <div class="notice">
          Floors and people are read when a run starts.
          <button onClick={() => void studio.reset()}>Reset the run now</button>
        </div>
      )}
      <Section title="What the tools draw">
        <Choice label="What the tools draw" value={drawKind.value} options={KINDS} set={(kind) => (drawKind.value = kind)} />
        {drawKind.value === "region" && (
          <Field label="Region" title="What it is: grass, road, water, or any other name">
            <TextInput label="Kind of region" value={regionKind.value} placeholder="grass" set={(kind) => (regionKind.value = kind)} />
          </Field>
        )}
        {drawKind.value === "thing" && (
          <Field label="Name" title="By which wishes call it">
            <TextInput label="Name of the next thing" value={thingName.value} placeholder="house" set={(name) => (thingName.value = name)} />
          </Field>
        )}
        <div class="row">
          <Toggle on={snapToGrid.value} set={(on) => (snapToGrid.value = on)}>Snap to grid</Toggle>
          <Toggle on={snapToCorners.value} set={(on) => (snapToCorners.value = on)}>Snap to corners</Toggle>
        </div>
        <Field label="Grid" title="0: as fine as the lines on the screen">
          <NumberInput label="Grid, metres; 0 for automatic" value={gridSize.value} least={0} most={1000} unit="m, 0 = auto" set={(m) => (gridSize.value = m)} />
        </Field>
      </Section>
      {tool.value === "door" && <Doors studio={studio} />}
      {hello.value?.unsaved_work && <UnsavedWork studio={studio} />}
      {chosen.length === 0 ? <Overview studio={studio} /> : chosen.length === 1 ? <Details studio={studio} item={chosen[0]} /> : <Several studio={studio} number={chosen.length} />}
      <FloorPlan studio={studio} />
      <Section title="Worlds">
        <div class="buttons">
          <IconButton icon="gallery" text="Gallery" label="Open an embedded world (G)" onClick={() => (dialog.value = "gallery")} />
          <IconButton icon="open" text="Open" label="Open a file of the folder (Ctrl+O)" onClick={() => (dialog.value = "files")} />
          <IconButton icon="save" text="Save" label="Save into the folder (Ctrl+S)" onClick={() => (dialog.value = "save")} />
          <button onClick={() => (dialog.value = "new")}>New world</button>
          <button title="The map as Rust code, for a program of yours" onClick={() => void copyRust()}>Copy as Rust</button>
        </div>
        <p class="help">Or drop a file anywhere: GeoJSON, WKT, DXF, Moving AI .map, scenario .toml, a trajectory, a picture as a floor plan.</p>
      </Section>
    </>
  );
}

/** The door that is selected, or how wide the next one is cut. */
function Doors({ studio }: { studio: Studio }) {
  const now = door.value;
  return now ? (
    <Section title="Selected: door">
      <Field label="Width, m"><NumberInput label="Width of the door" value={round(now.width)} least={0.1} most={12} step={0.1} set={(width) => void setWidth(studio, now, width)} /></Field>
      <p class="help">A disc of radius {metres(now.width / 2)} just gets through.</p>
    </Section>
  ) : (
    <Section title="Doors">
      <Field label="Cut, m wide"><NumberInput label="Width of new doors" value={doorWidth.value} least={0.1} most={12} step={0.1} set={(width) => (doorWidth.value = width)} /></Field>
    </Section>
  );
}

/** Work that was not saved when the program last ended. */
function UnsavedWork({ studio }: { studio: Studio }) {
  const work = hello.value?.unsaved_work;
  if (!work) return null;
  const forget = (): void => {
    if (hello.value) hello.value = { ...hello.value, unsaved_work: null };
  };
  const minutes = Math.round(work.seconds / 60);
  return (
    <div class="notice">
      Work that was not saved was kept {minutes < 2 ? "a moment" : minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`} ago.
      <button
        onClick={() => {
          forget();
          void studio.open({ path: work.path });
        }}
      >
        Open it
      </button>
      <button onClick={forget}>Not now</button>
    </div>
  );
}

async function copyRust(): Promise<void> {
  try {
    await navigator.clipboard.writeText(rustCode(items.values()));
    say("Floors and obstacles are in the clipboard, as Rust.");
  } catch {
    say("This browser does not let the page write to the clipboard.", "warning");
  }
}

function Overview({ studio }: { studio: Studio }) {
  itemsVersion.value;
  const tally = new Map<ItemKind, number>();
  for (const { kind } of items.values()) tally.set(kind, (tally.get(kind) ?? 0) + 1);
  return (
    <Section title="In this world">
      {tally.size === 0 ? (
        <p class="help">Nothing yet. Draw a floor, then obstacles on it; a source and a goal bring people.</p>
      ) : (
        <p class="tally">
          {[...tally].map(([kind, n]) => (
            <button key={kind} class={`chip ${kind}`} title="Select and show them" onClick={() => showKind(studio, kind)}>{`${count(n)} ${PlainName[kind]}${n === 1 ? "" : "s"}`}</button>
          ))}
        </p>
      )}
    </Section>
  );
}

function showKind(studio: Studio, kind: ItemKind): void {
  const some = [...items.values()].filter((item) => item.kind === kind);
  const box = boxOf(some.flatMap((item) => item.rings.flat()));
  tool.value = "select";
  selection.value = new Set(some.map(({ key }) => key));
  if (box) studio.picture.stage.fit(widened(box));
}

/** Some room around, so that one sees where it is. */
const widened = ([x0, y0, x1, y1]: Box): Box => {
  const by = 0.25 * Math.max(x1 - x0, y1 - y0, 1);
  return [x0 - by, y0 - by, x1 + by, y1 + by];
};

const SIDES: readonly (readonly [Side, string])[] = [
  ["left", "Left"], ["middle", "Middle"], ["right", "Right"], ["top", "Top"], ["centre", "Centre"], ["bottom", "Bottom"],
];

/** Where the selection is and how large, in numbers. */
function Measures({ studio, chosen }: { studio: Studio; chosen: readonly Item[] }) {
  const box = boxOf(chosen.flatMap((item) => item.rings.flat()));
  if (!box) return null;
  const [x0, y0, x1, y1] = box;
  const move = (by: [number, number]) => void studio.change(chosen.map((item) => movedBy(item, by)), undefined, "move");
  const resize = (to: Box) => void studio.change(stretched(chosen, box, to), undefined, "resize");
  const [item] = chosen;
  const circle = chosen.length === 1 && item.shape && "circle" in item.shape ? item.shape.circle : null;
  return (
    <>
      <Field label="Left, lower">
        <span class="pair">
          <NumberInput label="Left" value={round(x0)} step={0.1} set={(x) => move([x - x0, 0])} />
          <NumberInput label="Lower" value={round(y0)} step={0.1} set={(y) => move([0, y - y0])} />
        </span>
      </Field>
      {circle ? (
        <Field label="Radius, m">
          <NumberInput label="Radius" value={round(circle[2])} least={0.01} step={0.1} set={(r) => void studio.change([withRadius(item, r)], undefined, "resize")} />
        </Field>
      ) : (
        <Field label="Width, height">
          <span class="pair">
            <NumberInput label="Width" value={round(x1 - x0)} least={0} step={0.1} set={(w) => x1 > x0 && w > 0 && resize([x0, y0, x0 + w, y1])} />
            <NumberInput label="Height" value={round(y1 - y0)} least={0} step={0.1} set={(h) => y1 > y0 && h > 0 && resize([x0, y0, x1, y0 + h])} />
          </span>
        </Field>
      )}
    </>
  );
}

function Several({ studio, number }: { studio: Studio; number: number }) {
  return (
    <Section title={`${count(number)} selected`} help="Drag one to move all, a square to resize, the round handle to turn them about their middle. Each is one step of undo.">
      <Measures studio={studio} chosen={selected.value} />
      <p class="help">Align</p>
      <div class="buttons align">
        {SIDES.map(([side, text]) => (
          <button key={side} onClick={() => void studio.change(aligned(selected.value, side), undefined, "align")}>{text}</button>
        ))}
      </div>
      <div class="buttons">
        <button onClick={() => void duplicateSelection(studio)}>Duplicate</button>
        <IconButton icon="trash" text="Delete" label="Delete what is selected" onClick={() => void studio.removeSelected()} />
      </div>
    </Section>
  );
}

function Details({ studio, item }: { studio: Studio; item: Item }) {
  const corners = item.rings.reduce((sum, ring) => sum + ring.length, 0);
  const change = (part: Partial<Item>) => void studio.change([{ ...item, ...part }]);
  return (
    <Section title={`Selected: ${PlainName[item.kind]}`}>
      <Field label={item.kind === "region" ? "Region" : "Name"}>
        <TextInput value={item.name ?? ""} placeholder="none" set={(name) => change({ name: name || null })} />
      </Field>
      {item.kind !== "wall" && (
        <Field label="Kind">
          <Choice
            value={item.kind}
            options={KINDS.map(([kind]) => [kind, PlainName[kind]] as const)}
            set={(kind) => change({
              kind, source: kind === "source" ? (item.source ?? NEW_SOURCE) : undefined, thing: kind === "thing" ? (item.thing ?? NEW_THING) : undefined,
              name: kind === "thing" ? (item.name ?? `${PlainName[kind]}${item.key}`) : item.name,
            })}
          />
        </Field>
      )}
      {item.kind === "source" && <SourceFields source={item.source ?? NEW_SOURCE} set={(source) => change({ source })} />}
      {item.kind === "source" && <SourceWishes studio={studio} item={item} />}
      {item.kind === "thing" && <ThingFields item={item} set={(thing) => change({ thing })} />}
      {(item.kind === "obstacle" || item.kind === "region") && item.rings.length === 1 && (
        <div class="buttons"><button title="A thing of the same outline, for wishes to name" onClick={() => void makeThing(studio, item)}>Make a thing of it</button></div>
      )}
      <Measures studio={studio} chosen={[item]} />
      <p class="help">
        {corners} corners{item.rings.length > 1 ? `, ${item.rings.length - 1} holes` : ""}
        {item.kind === "wall" && item.rings[0] ? `, ${metres(lengthOf(item.rings[0]))} long` : ""}
      </p>
      <div class="buttons">
        <button onClick={() => void duplicateSelection(studio)}>Duplicate</button>
        <IconButton icon="trash" text="Delete" label="Delete this" onClick={() => void studio.removeSelected()} />
      </div>
    </Section>
  );
}

export const AVOIDANCE = [
  ["orca", "ORCA"], ["vision", "Vision"], ["social_force", "Social force"],
  ["collision_free_speed", "Collision-free speed"], ["nothing", "None"],
] as const;

function SourceFields({ source, set }: { source: SourceSettings; set(source: SourceSettings): void }) {
  const put = (part: Partial<SourceSettings>) => set({ ...source, ...part });
  const goals = [...items.values()].filter(({ kind }) => kind === "goal" || kind === "waiting");
  const pair = (name: "radius" | "speed", least: number, most: number) =>
    ([0, 1] as const).map((end) => (
      <NumberInput
        key={end}
        label={`${end === 0 ? "least" : "largest"} ${name}`}
        value={source[name][end]}
        least={least}
        most={most}
        step={0.05}
        set={(value) => {
          const both: [number, number] = [...source[name]];
          both[end] = value;
          if (both[0] > both[1]) both[1 - end] = value;
          put({ [name]: both });
        }}
      />
    ));
  return (
    <>
      <Field label="People">
        <NumberInput value={source.count} least={1} most={200000} step={1} set={(n) => put({ count: Math.round(n) })} />
      </Field>
      <Field label="Come">
        <Choice
          value={source.per_second === null ? "once" : "flow"}
          options={[["once", "all at once"], ["flow", "one after the other"]] as const}
          set={(how) => put({ per_second: how === "flow" ? 5 : null })}
        />
      </Field>
      {source.per_second !== null && (
        <Field label="Rate">
          <NumberInput value={source.per_second} least={0.01} most={1000} unit="a second" set={(n) => put({ per_second: n })} />
        </Field>
      )}
      <Field label="Radius, m"><span class="pair">{pair("radius", 0.05, 5)}</span></Field>
      <Field label="Speed, m/s"><span class="pair">{pair("speed", 0.1, 10)}</span></Field>
      <Field label="Go to">
        <Choice
          value={source.goal === null ? "" : String(source.goal)}
          options={[["", "places far away"], ...goals.map((g) => [String(g.key), g.name ?? `${PlainName[g.kind]} ${g.key}`] as const)]}
          set={(key) => put({ goal: key === "" ? null : Number(key) })}
        />
      </Field>
      <Field label="There they">
        <Choice value={source.arrival} options={[["leave", "leave"], ["stay", "stay"], ["wander", "go on elsewhere"]] as const} set={(arrival) => put({ arrival })} />
      </Field>
      <Field label="Avoidance">
        <Choice value={source.avoidance} options={AVOIDANCE} set={(avoidance) => put({ avoidance })} />
      </Field>
    </>
  );
}

const round = (metres: number): number => Math.round(metres * 100) / 100;

function FloorPlan({ studio }: { studio: Studio }) {
  const now = backdrop.value;
  return (
    <Section title="Floor plan" open={now !== null}>
      {now === null ? (
        <>
          <p class="help">A picture behind the drawing, to trace. Drop one on the map, or</p>
          <button onClick={() => choosePicture(studio)}>Choose a picture…</button>
        </>
      ) : (
        <>
          <p class="help">{now.name}: {(now.width * now.scale).toFixed(1)} × {(now.height * now.scale).toFixed(1)} m</p>
          <Field label="Opacity">
            <Slider label="Opacity" value={now.opacity} least={0.1} most={1} step={0.05} show={(v) => `${Math.round(v * 100)} %`} set={(opacity) => (backdrop.value = { ...now, opacity })} />
          </Field>
          <Field label="Left, lower">
            <span class="pair">
              <NumberInput label="Left end" value={round(now.corner[0])} set={(x) => (backdrop.value = { ...now, corner: [x, now.corner[1]] })} />
              <NumberInput label="Lower end" value={round(now.corner[1])} set={(y) => (backdrop.value = { ...now, corner: [now.corner[0], y] })} />
            </span>
          </Field>
          <div class="buttons">
            <IconButton icon="scale" text="Set scale" label="Two clicks and a length in metres" pressed={tool.value === "scale"} onClick={() => (tool.value = "scale")} />
            <button onClick={() => (backdrop.value = null)}>Remove</button>
          </div>
          <PlanWalls studio={studio} />
        </>
      )}
    </Section>
  );
}
