// Draw: what is in the world.

import { backdrop } from "../view/backdrop.ts";
import { NEW_SOURCE, drawKind, gridSize, snapToCorners, snapToGrid, tool, TOOLS, type ToolName } from "../draw/options.ts";
import type { Item, ItemKind, SourceSettings } from "../protocol/messages.ts";
import { dialog, items, itemsVersion, needsReset, redoable, selected, selection, undoable } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Choice, count, Field, NumberInput, Section, Slider, TextInput, Toggle } from "../ui/controls.tsx";
import { choosePicture } from "../ui/drop.ts";
import { IconButton } from "../ui/icons.tsx";
import { PlainName } from "../ui/names.ts";

const KINDS: readonly (readonly [Exclude<ItemKind, "wall">, string])[] = [
  ["obstacle", "Obstacles"],
  ["floor", "Floor (world outline)"],
  ["source", "Sources: where people come from"],
  ["goal", "Goals: where they go"],
  ["waiting", "Waiting places: where they stay"],
];

export const TOOL_KEYS: Record<ToolName, string> = {
  select: "V", rectangle: "R", polygon: "P", wall: "W", circle: "C", freehand: "F", scale: "",
};

const HINTS: Record<ToolName, string> = {
  select: "Click an outline to select it, drag to move it, drag the round handle to turn it. Drag over an empty place to select several.",
  rectangle: "Drag from corner to corner. Shift: a square. Alt: no snapping.",
  polygon: "Click corner by corner; click the first one again, double-click or press Enter to close.",
  wall: "Click along the wall; double-click or press Enter to end it. Shift keeps to 45°.",
  circle: "Drag from the middle outwards.",
  freehand: "Draw with the pointer held down.",
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
        <div class="row">
          <Toggle on={snapToGrid.value} set={(on) => (snapToGrid.value = on)}>Snap to grid</Toggle>
          <Toggle on={snapToCorners.value} set={(on) => (snapToCorners.value = on)}>Snap to corners</Toggle>
        </div>
        <Field label="Grid" title="0: as fine as the lines on the screen">
          <NumberInput label="Grid, metres; 0 for automatic" value={gridSize.value} least={0} most={1000} unit="m, 0 = auto" set={(m) => (gridSize.value = m)} />
        </Field>
      </Section>
      {chosen.length === 0 ? <Overview /> : chosen.length === 1 ? <Details studio={studio} item={chosen[0]} /> : <Several studio={studio} number={chosen.length} />}
      <FloorPlan studio={studio} />
      <Section title="Worlds">
        <div class="buttons">
          <IconButton icon="gallery" text="Gallery" label="Open an embedded world (G)" onClick={() => (dialog.value = "gallery")} />
          <IconButton icon="open" text="Open" label="Open a file of the folder (Ctrl+O)" onClick={() => (dialog.value = "files")} />
          <IconButton icon="save" text="Save" label="Save into the folder (Ctrl+S)" onClick={() => (dialog.value = "save")} />
          <button onClick={() => (dialog.value = "new")}>New world</button>
        </div>
        <p class="help">Or drop a file anywhere: GeoJSON, WKT, Moving AI .map, scenario .toml, a trajectory, a picture as a floor plan.</p>
      </Section>
    </>
  );
}

function Overview() {
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
            <span key={kind} class={`chip ${kind}`}>{`${count(n)} ${PlainName[kind]}${n === 1 ? "" : "s"}`}</span>
          ))}
        </p>
      )}
    </Section>
  );
}

function Several({ studio, number }: { studio: Studio; number: number }) {
  return (
    <Section title={`${count(number)} selected`} help="Drag one to move all, drag the round handle to turn them about their middle. Each is one step of undo.">
      <div class="buttons">
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
      <Field label="Name">
        <TextInput value={item.name ?? ""} placeholder="none" set={(name) => change({ name: name || null })} />
      </Field>
      {item.kind !== "wall" && (
        <Field label="Kind">
          <Choice
            value={item.kind}
            options={KINDS.map(([kind]) => [kind, PlainName[kind]] as const)}
            set={(kind) => change({ kind, source: kind === "source" ? (item.source ?? NEW_SOURCE) : undefined })}
          />
        </Field>
      )}
      {item.kind === "source" && <SourceFields source={item.source ?? NEW_SOURCE} set={(source) => change({ source })} />}
      <p class="help">
        {corners} corners{item.rings.length > 1 ? `, ${item.rings.length - 1} holes` : ""}
      </p>
      <div class="buttons">
        <IconButton icon="trash" text="Delete" label="Delete this" onClick={() => void studio.removeSelected()} />
      </div>
    </Section>
  );
}

const AVOIDANCE = [
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
        </>
      )}
    </Section>
  );
}
