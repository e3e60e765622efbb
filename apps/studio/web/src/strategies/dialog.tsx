// Replanning strategies against each other: runs along a roadmap of this world, two of them side by side, all in a table.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../geometry/plane.ts";
import { Ramp } from "../activities/mesh.tsx";
import { items, theme, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Choice, count, Field, NumberInput, Section, Slider, TextInput } from "../ui/controls.tsx";
import { download, downloadTable } from "../ui/exports.ts";
import { IconButton } from "../ui/icons.tsx";
import { say } from "../ui/toasts.tsx";
import { DENSE, FULL, paint, scaleOf } from "./picture.ts";
import { SweepPlot } from "./plot.tsx";
import { asColumns, asCsv, COLUMNS, results, shown } from "./results.ts";
import { busy, cell, mesh, people, place, runAll, runBoth, runSweep, sides, stop, swept, threads, tripsNow } from "./runner.ts";
import { MESHES, MODS, NUMBERS, SEARCHES, type Side, STRATEGIES } from "./settings.ts";

const WIDTH = 520;
/** How long it takes to show a run, in seconds. */
const SHOWN_S = 12;

export function Strategies({ studio }: { studio: Studio }) {
  const step = useSignal(0);
  const plays = useSignal(false);
  /** The trip whose start, then goal, the next clicks place. */
  const placing = useSignal<{ trip: number; start: Point | null } | null>(null);
  const last = useComputed(() => Math.max(0, ...shown.value.map((result) => result?.run.frames.at(-1)?.step ?? 0)));
  useEffect(() => {
    if (!plays.value) return undefined;
    const timer = window.setInterval(() => {
      if (step.value >= last.value) plays.value = false;
      else step.value = Math.min(last.value, step.value + last.value / (SHOWN_S * 20));
    }, 50);
    return () => clearInterval(timer);
  }, [plays.value]);
  const show = async (): Promise<void> => {
    [step.value, plays.value] = [0, false];
    await runBoth(studio);
    // Shown where most are under way.
    step.value = Math.round(last.value / 2);
  };
  const choose = (at: Point): void => {
    const now = placing.value;
    if (!now) return;
    if (!now.start) {
      placing.value = { ...now, start: at };
      return;
    }
    const pair = [now.start, at] as const;
    place([...tripsNow().slice(0, now.trip), pair, ...tripsNow().slice(now.trip + 1)]);
    placing.value = null;
  };
  const trips = tripsNow();
  return (
    <div class="strategies">
      <p class="help">
        Agents walk along a roadmap of this world, one more on each trip in every step, slowed down by the density of the region they are in,
        and replan by a strategy. No avoidance: the experimentation system of “Multi-agent pathfinding in crowded environments”.
      </p>
      <div class="two-runs">
        {([0, 1] as const).map((at) => <OneSide key={at} at={at} step={step.value} trips={trips} choose={placing.value ? choose : null} />)}
      </div>
      <div class="run-bar">
        <IconButton icon={plays.value ? "pause" : "play"} label={plays.value ? "Pause both" : "Play both"} onClick={() => {
          if (!plays.value && step.value >= last.value) step.value = 0;
          plays.value = !plays.value;
        }} />
        <Slider label="Step of both runs" value={step.value} least={0} most={Math.max(1, last.value)} step={1} show={(n) => `step ${count(Math.round(n))}`} set={(n) => (step.value = n)} />
        <Ramp from="density 0" to={`${FULL} and more`} colours={DENSE} />
      </div>
      <div class="buttons">
        <button class="primary" disabled={busy.value !== null} onClick={() => void show()}>Run both</button>
        <button disabled={busy.value !== null} onClick={() => void runAll(studio)}>All {SEARCHES.length * STRATEGIES.length} combinations</button>
        {busy.value && <button onClick={stop}>Stop after this one</button>}
        {busy.value && <span class="help" role="status">Running {busy.value.what}: {busy.value.done + 1} of {busy.value.of}…</span>}
      </div>
      <Section title="Trips, mesh and parameters" open={false}>
        <div class="parameters">
          <Field label="Agents"><NumberInput label="Agents" value={people.value} least={1} most={20_000} step={1} set={(n) => (people.value = Math.round(n))} /></Field>
          <Field label="Regions"><Choice label="Regions" value={mesh.value} options={MESHES} set={(m) => (mesh.value = m)} /></Field>
          {mesh.value === "grid" && <Field label="Cell"><NumberInput label="Cell" value={cell.value} least={0.1} most={1000} unit="m" set={(m) => (cell.value = m)} /></Field>}
          <Field label="Threads that search"><NumberInput label="Threads that search" value={threads.value} least={1} most={16} step={1} set={(n) => (threads.value = Math.round(n))} /></Field>
        </div>
        <p class="help">
          Trips, from the ring to the dot:{" "}
          {trips.map((_, i) => (
            <button key={i} aria-pressed={placing.value?.trip === i} onClick={() => (placing.value = { trip: i, start: null })}>place trip {i + 1}</button>
          ))}{" "}
          <button onClick={() => (placing.value = { trip: trips.length, start: null })}>one more</button>{" "}
          {trips.length > 1 && <button onClick={() => place(trips.slice(0, -1))}>one less</button>}{" "}
          {placing.value && <b>Click the {placing.value.start ? "goal" : "start"} of trip {placing.value.trip + 1} in either picture.</b>}
        </p>
        <Parameters />
      </Section>
      <Sweep studio={studio} />
      <Table studio={studio} />
    </div>
  );
}

function OneSide({ at, step, trips, choose }: { at: 0 | 1; step: number; trips: readonly (readonly [Point, Point])[]; choose: ((at: Point) => void) | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = sides.value[at];
  const result = shown.value[at];
  const bounds = world.value?.bounds ?? [0, 0, 1, 1];
  const height = Math.round(Math.min(420, Math.max(120, (WIDTH * (bounds[3] - bounds[1])) / Math.max(1e-9, bounds[2] - bounds[0]))));
  useEffect(() => {
    if (canvas.current) paint(canvas.current, { bounds, items: items.values(), trips, run: result?.run ?? null, step, theme: theme.value });
  });
  const change = (some: Partial<Side>): void => {
    const changed = { ...side, ...some };
    sides.value = at === 0 ? [changed, sides.value[1]] : [sides.value[0], changed];
  };
  const name = at === 0 ? "left" : "right";
  const clicked = (e: MouseEvent): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || !choose) return;
    const [x, y] = [((e.clientX - box.left) / box.width) * WIDTH, ((e.clientY - box.top) / box.height) * height];
    choose(scaleOf(bounds, WIDTH, height).from(x, y));
  };
  const run = result?.run;
  return (
    <figure>
      <div class="side-choices">
        <Choice label={`Search, ${name}`} value={side.search} options={SEARCHES} set={(search) => change({ search })} />
        <Choice label={`Strategy, ${name}`} value={side.strategy} options={STRATEGIES} set={(strategy) => change({ strategy })} />
        <Choice label={`Also, ${name}`} value={side.also} options={STRATEGIES.map(([key, said]) => [key, key === "none" ? "and no other" : `and ${said}`] as const)} set={(also) => change({ also })} />
        <Choice label={`DensityMod, ${name}`} value={side.DensityMod} options={MODS} set={(DensityMod) => change({ DensityMod })} />
      </div>
      <canvas ref={canvas} width={WIDTH} height={height} class={choose ? "placing" : ""} role="img" aria-label={`The run on the ${name}`} onClick={clicked} />
      <figcaption class="help">
        {run && result
          ? `${result.name}: ${COLUMNS.slice(0, 4).map(([title, , of, digits]) => `${title} ${of(run)?.toFixed(digits) ?? "–"}`).join(" · ")} · ${count(run.region_count)} regions`
          : "not run yet"}
      </figcaption>
    </figure>
  );
}

/** Every number of either side. */
function Parameters() {
  const set = (at: 0 | 1, key: string, value: number): void => {
    const side = sides.value[at];
    const changed = { ...side, numbers: { ...side.numbers, [key]: value } };
    sides.value = at === 0 ? [changed, sides.value[1]] : [sides.value[0], changed];
  };
  return (
    <table class="figures">
      <thead><tr><th>Parameter</th><th>left</th><th>right</th></tr></thead>
      <tbody>
        {NUMBERS.map(({ key, least, most, unit, whole, about }) => (
          <tr key={key} title={about}>
            <td>{key}</td>
            {([0, 1] as const).map((at) => (
              <td key={at}>
                <NumberInput label={`${key}, ${at === 0 ? "left" : "right"}`} value={sides.value[at].numbers[key]} least={least} most={most} unit={unit} set={(n) => set(at, key, whole ? Math.round(n) : n)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sweep({ studio }: { studio: Studio }) {
  const { parameter, values, second, secondValues, side } = swept.value;
  const begin = async (): Promise<void> => {
    if (!(await runSweep(studio))) say("The values of a sweep are numbers with commas between them, 50 at most, and 100 runs in all.", "warning");
  };
  return (
    <Section title="Sweep over a parameter" open={false}>
      <div class="parameters">
        <Field label="Parameter"><Choice label="Parameter" value={parameter} options={NUMBERS.map(({ key }) => [key, key] as const)} set={(parameter) => (swept.value = { ...swept.value, parameter })} /></Field>
        <Field label="Values"><TextInput label="Values" value={values} placeholder="0, 1, 2, 3" set={(values) => (swept.value = { ...swept.value, values })} /></Field>
        <Field label="With a second one">
          <Choice label="Second parameter" value={second} options={[["", "none"] as const, ...NUMBERS.filter(({ key }) => key !== parameter).map(({ key }) => [key, key] as const)]} set={(second) => (swept.value = { ...swept.value, second })} />
        </Field>
        {second !== "" && <Field label="Its values"><TextInput label="Values of the second" value={secondValues} placeholder="1, 5" set={(secondValues) => (swept.value = { ...swept.value, secondValues })} /></Field>}
        <Field label="Of the run on the"><Choice label="Of the run on the" value={String(side) as "0" | "1"} options={[["0", "left"], ["1", "right"]]} set={(s) => (swept.value = { ...swept.value, side: s === "0" ? 0 : 1 })} /></Field>
      </div>
      <div class="buttons"><button disabled={busy.value !== null} onClick={() => void begin()}>Run the sweep</button></div>
      <SweepPlot rows={results.value} column={0} />
      <SweepPlot rows={results.value} column={1} />
    </Section>
  );
}

function Table({ studio }: { studio: Studio }) {
  const rows = results.value;
  if (rows.length === 0) return null;
  const pictures = (): void => {
    document.querySelectorAll<HTMLCanvasElement>(".two-runs canvas").forEach((canvas, i) =>
      canvas.toBlob((blob) => blob && download(blob, `strategies-${i === 0 ? "left" : "right"}.png`)),
    );
  };
  return (
    <>
      <table class="figures" aria-label="Runs along the roadmap">
        <thead><tr><th>Run</th>{COLUMNS.map(([title, about]) => <th key={title} title={about}>{title}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ name, run }, i) => (
            <tr key={i}>
              <td>{name}</td>
              {COLUMNS.map(([title, , of, digits]) => <td key={title}>{of(run)?.toLocaleString("en-US", { maximumFractionDigits: digits }) ?? "–"}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <button onClick={() => download(new Blob([asCsv(rows)], { type: "text/csv" }), "strategies.csv")}>Table as CSV</button>
        <button onClick={() => void downloadTable(studio, "strategies", asColumns(rows))}>Table as Parquet</button>
        <button onClick={pictures}>Pictures as PNG</button>
        <button onClick={() => (results.value = [])}>Clear</button>
      </div>
    </>
  );
}
