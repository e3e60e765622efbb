// Run: a crowd let loose, with everything that can be changed beside it.

import * as state from "../state.ts";
import type { Studio } from "../studio.ts";
import { signal } from "@preact/signals";
import { sentence } from "../listener.ts";
import type { ExportKind, Setting, Trouble } from "../protocol/messages.ts";
import { Charts } from "../ui/charts.tsx";
import { Choice, count, Field, metres, milliseconds, NumberInput, Rows, Section, Slider, Toggle } from "../ui/controls.tsx";
import { exportRun } from "../ui/exports.ts";
import { IconButton } from "../ui/icons.tsx";
import { GifButton, savePicture, VideoButton } from "../ui/pictures.tsx";
import { spelled, STATUS } from "../ui/names.ts";
import { DENSEST } from "../view/density.ts";
import { HEAT } from "../view/palette.ts";
import { Legend } from "./colouring.tsx";
import { Measures } from "./measures.tsx";
import { Ramp } from "./mesh.tsx";
import { TeamPanel } from "./space_time.tsx";
import { RunWishes } from "./wishes.tsx";
import { boxSide, type Hand, hand, hovered, keepInView } from "./run_tool.ts";

const SPEEDS = ["0.25", "0.5", "1", "2", "4", "8", "16", "0"] as const;

const HANDS: readonly [Hand, string, "select" | "box" | "trash"][] = [
  ["look", "Look: hover for a route, click to follow", "select"],
  ["drop", "Drop an obstacle", "box"],
  ["take", "Take an obstacle away", "trash"],
];

/** The bar under the map. */
export function Transport({ studio }: { studio: Studio }) {
  const { stats } = state;
  return (
    <div class="transport" role="toolbar" aria-label="Run">
      <IconButton primary icon={state.playing.value ? "pause" : "play"} label={state.playing.value ? "Pause (Space)" : "Play (Space)"} onClick={() => void studio.play(!state.playing.value)} />
      <IconButton icon="step" label="One step (.)" onClick={() => void studio.ask("step", { count: 1 })} />
      <IconButton icon="reset" label="Reset: start again with this seed" onClick={() => void studio.reset()} />
      <label class="inline seed">seed<NumberInput label="Seed" value={state.seed.value} least={0} most={4294967295} step={1} set={(n) => (state.seed.value = Math.round(n))} /></label>
      <Speed studio={studio} />
      <span class="clock">
        <b>{clock(state.time.value)}</b> step {count(state.step.value)}
      </span>
      {stats.value && (
        <span class="clock wide-only">
          {count(stats.value.agents)} inside · {count(stats.value.arrived)} arrived · {milliseconds(stats.value.mean_ms)} a step
        </span>
      )}
      <Pace />
    </div>
  );
}

/** A run that does not keep up says how fast it is. */
function Pace() {
  const pace = state.stats.value?.real_time;
  const wanted = state.speed.value;
  if (pace === null || pace === undefined || !state.playing.value) return null;
  if (wanted > 0 && pace > 0.85 * wanted) return null;
  return <span class={`pace${wanted > 0 ? " slow" : ""}`} title="Simulated seconds a second, of late">{pace < 10 ? pace.toFixed(pace < 1 ? 2 : 1) : count(Math.round(pace))}× real time</span>;
}

export function Speed({ studio }: { studio: Studio }) {
  return (
    <label class="inline">
      speed
      <Choice
        label="Speed"
        value={String(state.speed.value) as (typeof SPEEDS)[number]}
        options={SPEEDS.map((s) => [s, s === "0" ? "fastest" : `${s}×`] as const)}
        set={(s) => {
          state.speed.value = Number(s);
          void studio.ask("speed", { factor: Number(s) });
        }}
      />
    </label>
  );
}

export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, "0")}`;
}

export function RunPanel({ studio }: { studio: Studio }) {
  return (
    <>
      {state.needsReset.value && (
        <div class="notice">
          Floors, people or settings marked ⟳ were changed; they count from the next start.
          <button onClick={() => void studio.reset()}>Reset now</button>
        </div>
      )}
      <div class="segments" role="radiogroup" aria-label="What the pointer does">
        {HANDS.map(([name, label, icon]) => (
          <IconButton key={name} icon={icon} text={spelled(name)} label={label} pressed={hand.value === name} onClick={() => (hand.value = name)} />
        ))}
      </div>
      {hand.value === "drop" && (
        <Field label="Box">
          <Slider label="Side of the box" value={boxSide.value} least={0.5} most={20} step={0.5} show={metres} set={(m) => (boxSide.value = m)} />
        </Field>
      )}
      <Agent studio={studio} />
      <Troubles studio={studio} />
      <TeamPanel />
      <RunWishes studio={studio} />
      <Section title="Picture">
        <Toggle on={state.showDensity.value} set={(on) => studio.heat(on)}>Density as heat</Toggle>
        {state.showDensity.value && <Ramp from="0" to={`${DENSEST} a m²`} colours={HEAT} />}
        <Trails />
        <Legend />
        <p class="help">A red rim: somebody has no way or is stuck.</p>
      </Section>
      {state.figures.value && <Figures />}
      <Measures studio={studio} />
      <Settings studio={studio} />
      <Section title="Charts"><Charts /></Section>
      <Section title="Replanning strategies">
        <div class="buttons"><button onClick={() => (state.dialog.value = "strategies")}>Compare on a roadmap</button></div>
        <p class="help">Searches, strategies and every parameter of runs along a roadmap, two side by side, swept and measured without the picture.</p>
      </Section>
      <Section title="Export">
        <div class="buttons">
          {(["csv", "parquet", "sqlite", "figures"] as ExportKind[]).map((what) => (
            <button key={what} onClick={() => void exportRun(studio, what)}>{what === "figures" ? "Figures" : what === "csv" ? "CSV" : spelled(what)}</button>
          ))}
          <button onClick={() => void savePicture(studio)}>PNG</button>
          <VideoButton studio={studio} />
          <GifButton studio={studio} />
          <button onClick={() => void showFigures(studio)}>Table</button>
        </div>
        <p class="help">Trajectories as CSV, Parquet or SQLite (the last two open again in Replay, with their map), the run's figures as JSON, the map as a picture with its scale, what is seen as a video (WebM) or an animated GIF.</p>
      </Section>
    </>
  );
}

export function Trails() {
  const { trailSeconds } = state;
  return (
    <Field label="Trails" title="Where everyone was in the last seconds">
      <Slider label="Length of trails in seconds" value={trailSeconds.value} least={0} most={30} step={1} show={(s) => (s === 0 ? "none" : `${s} s`)} set={(s) => (trailSeconds.value = s)} />
    </Field>
  );
}

const troubles = signal<readonly Trouble[] | null>(null);

/** Who has no way, or does not get on: how many, where, and why. */
function Troubles({ studio }: { studio: Studio }) {
  const { no_way: without = 0, stuck = 0 } = state.stats.value ?? {};
  if (without + stuck === 0) return null;
  const show = async (): Promise<void> => {
    const answer = await studio.ask("troubles", {});
    if (answer) troubles.value = answer.troubles;
  };
  const look = ({ position, at }: Trouble): void => {
    const { stage, overlay } = studio.picture;
    const [x, y] = at ?? position;
    stage.look({ x, y, scale: Math.max(stage.camera.peek().scale, 20) });
    overlay.markTrouble([x, y]);
  };
  const reasons = new Map<string, Trouble[]>();
  for (const one of troubles.value ?? []) {
    const why = one.reason ?? one.status;
    reasons.set(why, [...(reasons.get(why) ?? []), one]);
  }
  return (
    <Section title="People in trouble">
      <Rows rows={[["Without a way", count(without)], ["Stuck", count(stuck)]]} />
      <div class="buttons"><button onClick={() => void show()}>Why, and where</button></div>
      {[...reasons].map(([why, some]) => (
        <p key={why} class="help">
          {sentence(why)}{" "}
          {some.slice(0, 5).map((one) => <button key={one.agent} onClick={() => look(one)}>{`person ${one.agent ?? "?"}`}</button>)}
          {some.length > 5 && ` and ${some.length - 5} more`}
        </p>
      ))}
    </Section>
  );
}

async function showFigures(studio: Studio): Promise<void> {
  const answer = await studio.ask("figures", {});
  if (answer) state.figures.value = answer.rows;
}

function Figures() {
  return (
    <Section title="This run's figures">
      <Rows rows={(state.figures.value ?? []).map(([name, text]) => [spelled(name), text] as const)} />
    </Section>
  );
}

function Agent({ studio }: { studio: Studio }) {
  const one = state.followed.value ?? (hovered.value && { ...hovered.value.route, agent: hovered.value.agent });
  if (!one) return <p class="hint">Hover a person to see the planned route, click to follow. Drop obstacles in the way and watch them replan.</p>;
  const status = typeof one.status === "number" ? STATUS[one.status] : one.status;
  return (
    <Section title={state.followed.value ? `Following person ${one.agent}` : `Person ${one.agent}`}>
      <Rows
        rows={[
          ["Does", status ?? "–"],
          ["Speed", one.speed === undefined ? "–" : `${one.speed.toFixed(2)} m/s`],
          ["Radius", one.radius === undefined ? "–" : metres(one.radius)],
          ["Way left", one.way_left === undefined || one.way_left === null ? "–" : metres(one.way_left)],
          ["Corners left", one.points ? String(Math.max(0, one.points.length - 2)) : "–"],
        ]}
      />
      {state.followed.value && (
        <div class="buttons">
          <Toggle on={keepInView.value} set={(on) => (keepInView.value = on)}>Keep in the middle</Toggle>
          <button onClick={() => studio.follow(null)}>Let go</button>
        </div>
      )}
    </Section>
  );
}

/** `orca_horizon` belongs to ORCA: parameters of one model lie together and closed. */
const MODELS: readonly (readonly [string, string])[] = [
  ["orca_", "ORCA"], ["vision_", "Vision"], ["force_", "Social force"], ["speed_", "Collision-free speed"], ["news_", "News"], ["random_", "Random boxes"],
];

/** What a newcomer would not guess from the name. */
const SETTINGS: Record<string, string> = {
  policy: "Changes known", news: "Plan on what they believe", budget: "Planning a step", search_budget: "Planning a search", dt: "Length of a step", steps: "Ends after steps",
};

function Settings({ studio }: { studio: Studio }) {
  const all = state.settings.value.filter(({ name }) => name !== "seed");
  const modelOf = (name: string) => MODELS.find(([prefix]) => name.startsWith(prefix))?.[0];
  const list = (some: Setting[]) => some.map((setting) => <SettingField key={setting.name} studio={studio} setting={setting} />);
  return (
    <Section title="Settings" open={false} help="These count from the next step. What is marked ⟳ needs a new start: everyone is given it when they come in.">
      {state.needsReset.value && <div class="buttons"><button onClick={() => void studio.reset()}>Reset with these</button></div>}
      {list(all.filter(({ name }) => !modelOf(name)))}
      {MODELS.map(([prefix, title]) => {
        const some = all.filter(({ name }) => modelOf(name) === prefix);
        return some.length > 0 && <Section key={prefix} title={title} open={false}>{list(some)}</Section>;
      })}
    </Section>
  );
}

function SettingField({ studio, setting }: { studio: Studio; setting: Setting }) {
  const { name, value, least, most, unit, about, choices } = setting;
  const model = MODELS.find(([prefix]) => name.startsWith(prefix))?.[0] ?? "";
  const label = `${SETTINGS[name] ?? spelled(name.slice(model.length))}${setting.live === false ? " ⟳" : ""}`;
  return (
    <Field label={label} title={about ?? undefined}>
      {choices ? (
        <Choice label={label} value={String(value)} options={choices.map((c) => [c, spelled(c)] as const)} set={(v) => void studio.set(name, v)} />
      ) : typeof value === "boolean" ? (
        <input type="checkbox" checked={value} onChange={(e) => void studio.set(name, e.currentTarget.checked)} />
      ) : typeof value === "number" ? (
        <NumberInput label={label} value={value} least={least ?? undefined} most={most ?? undefined} unit={unit ?? undefined} set={(v) => void studio.set(name, setting.whole ? Math.round(v) : v)} />
      ) : (
        <span>{String(value ?? "–")}</span>
      )}
    </Field>
  );
}
