// Measurement lines and areas in a run: drawn by corners, told in numbers, charted over time; and who has left where.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Point } from "../geometry/plane.ts";
import type { Measured } from "../protocol/messages.ts";
import { items, itemsVersion, stats, theme } from "../state.ts";
import type { Studio } from "../studio.ts";
import { addMeasured, measuredOver, measuredVersion } from "../statistics.ts";
import { count, Rows, Section } from "../ui/controls.tsx";
import { COLOURS, GROUPS } from "../view/palette.ts";
import { hand } from "./run_tool.ts";

const HEIGHT = 78;
const REDRAW_MS = 250;

const NONE: readonly Measured[] = [];
export const measured = (): readonly Measured[] => stats.value?.measures ?? NONE;
const colourOf = (i: number): string => GROUPS[(i + 1) % GROUPS.length];
/** How many were drawn, for their names. */
const drawn = signal(0);

/** What was drawn by corners: two make a line, more an area. */
export function measure(studio: Studio, corners: readonly Point[]): void {
  drawn.value++;
  const name = `${corners.length === 2 ? "line" : "area"} ${drawn.value}`;
  ask(studio, [...measured(), { name, points: [...corners] }]);
  hand.value = "look";
}

function ask(studio: Studio, lines: readonly Pick<Measured, "name" | "points">[]): void {
  void studio.ask("measure", { lines: lines.map(({ name, points }) => ({ name, points })) });
}

/** Shows lines and areas on the map, and keeps what they have measured. */
export function followMeasures(studio: Studio): void {
  let shown = "";
  effect(() => {
    const now = measured();
    if (stats.value) addMeasured(stats.value);
    const places = JSON.stringify(now.map(({ points }) => points));
    if (places === shown) return;
    shown = places;
    studio.picture.overlay.set("measures", now.length === 0 ? null : (pen) => {
      now.forEach(({ points }, i) => {
        if (points.length > 2) pen.fill(points, colourOf(i), 0.12);
        pen.line(points, colourOf(i), 2.5, 1, points.length > 2);
        if (points.length === 2) for (const end of points) pen.dot(end, 4, colourOf(i));
      });
    });
  });
}

const number = (value: number | null | undefined, digits: number, unit: string): string => (value === null || value === undefined ? "–" : `${value.toFixed(digits)} ${unit}`);

const told = (one: Measured): string =>
  one.crossed
    ? `${count(one.crossed[0])} one way, ${count(one.crossed[1])} the other; ${number(one.flow, 2, "a second")}, ${number((one.flow ?? 0) / Math.max(one.width ?? 0, 1e-9), 2, "a m and second")}, ${number(one.speed, 2, "m/s")}`
    : `${count(one.inside ?? 0)} inside; ${number(one.density, 2, "a m²")}, ${number(one.speed, 2, "m/s")}`;

export function Measures({ studio }: { studio: Studio }) {
  const now = measured();
  itemsVersion.value;
  const left = (stats.value?.left ?? []).map(([key, people]): readonly [string, string] => [items.get(key)?.name ?? `Goal ${key}`, count(people)]);
  return (
    <Section title="Measurements" open={now.length > 0}>
      <div class="buttons">
        <button aria-pressed={hand.value === "measure"} onClick={() => (hand.value = hand.value === "measure" ? "look" : "measure")}>Draw a line or an area</button>
        {now.length > 0 && <button onClick={() => ask(studio, [])}>Remove all</button>}
      </div>
      {hand.value === "measure" && <p class="help">Click two places for a line, more for an area; double-click or press Enter to end it. A line counts who goes over it, an area who is inside.</p>}
      <ul class="legend" aria-label="What is measured">
        {now.map((one, i) => (
          <li key={`${one.name} ${i}`}>
            <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill={colourOf(i)} /></svg>
            {one.name}
            <em>{told(one)}</em>
          </li>
        ))}
      </ul>
      {now.length > 0 && (["flow", "density", "speed"] as const).map((what) => <Chart key={what} what={what} />)}
      {left.length > 0 && <Rows rows={[["Arrived at", "people"], ...left]} />}
    </Section>
  );
}

const TITLES = { flow: "Flow over lines, a second", density: "Density of areas, a m²", speed: "Speed there, m/s" } as const;

/** One figure of all lines and areas that have it. */
function Chart({ what }: { what: keyof typeof TITLES }) {
  const holder = useRef<HTMLDivElement>(null);
  const names = measured().map(({ name }) => name).join("\n");
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const { ink, gridLine } = COLOURS[theme.value];
    const axis = { stroke: ink, font: "10px system-ui", grid: { stroke: gridLine, width: 1 }, ticks: { show: false } };
    const data = (): uPlot.AlignedData => [measuredOver.time, ...measured().map(({ name }) => measuredOver.of.get(name)?.[what] ?? [])];
    const plot = new uPlot(
      {
        title: TITLES[what],
        width: element.clientWidth || 260,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, sync: { key: "run" }, points: { size: 5 } },
        scales: { x: { time: false }, y: { range: (_, least, most) => [Math.min(0, least ?? 0), most === null || most <= 0 ? 1 : most * 1.1] } },
        axes: [{ ...axis, size: 16, space: 60, gap: 2 }, { ...axis, size: 40, space: 18, gap: 3 }],
        series: [{}, ...measured().map((_, i) => ({ stroke: colourOf(i), width: 1.5, points: { show: false }, spanGaps: true }))],
      },
      data(),
      element,
    );
    plot.root.setAttribute("role", "img");
    plot.root.setAttribute("aria-label", `Chart: ${TITLES[what]}`);
    let due = 0;
    const draw = (): void => {
      due = 0;
      plot.setData(data());
    };
    const unfollow = effect(() => {
      measuredVersion.value;
      if (!due) due = window.setTimeout(draw, REDRAW_MS);
    });
    return () => {
      unfollow();
      clearTimeout(due);
      plot.destroy();
    };
  }, [names, theme.value]);
  return <div class="charts" ref={holder} />;
}
