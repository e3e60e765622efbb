// Figures over a whole recording, of one or of two side by side, with the time that is shown and what happened to the map.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Player } from "../activities/replay.tsx";
import type { RecordedSeries } from "../protocol/messages.ts";
import { theme, time, world } from "../state.ts";
import { COLOURS, GROUPS } from "../view/palette.ts";
import { count } from "./controls.tsx";

type Series = keyof RecordedSeries["parts"][number];
const CHARTS: readonly (readonly [Series, string])[] = [["agents", "People inside"], ["speed", "Mean speed, m/s"], ["density", "Mean density, a m²"]];
const HEIGHT = 84;
/** Frames come thirty times a second; charts drawn more often than this only cost. */
const REDRAW_MS = 150;
const EXACT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

const series = signal<{ document: number; of: RecordedSeries } | null>(null);

export function RecordedCharts({ player }: { player: Player }) {
  const now = world.value;
  const holder = useRef<HTMLDivElement>(null);
  const shown = series.value?.document === now?.document ? series.value?.of : undefined;
  useEffect(() => {
    if (!now) return;
    void player.studio.ask("series", {}).then((of) => of && (series.value = { document: now.document, of }));
  }, [now?.document]);
  useEffect(() => {
    const element = holder.current;
    if (!element || !shown) return undefined;
    let plots: uPlot[] = [];
    const make = (): void => {
      for (const plot of plots) plot.destroy();
      plots = CHARTS.map((chart) => newPlot(element, shown, chart, (at) => player.scrub(Math.round(at / (world.value?.dt ?? 1)))));
    };
    const remake = effect(() => {
      theme.value;
      make();
    });
    let due = 0;
    const draw = (): void => {
      due = 0;
      plots.forEach((plot, i) => {
        say(plot, CHARTS[i][1], time.peek());
        plot.redraw(false);
      });
    };
    const follow = effect(() => {
      time.value;
      if (!due) due = window.setTimeout(draw, REDRAW_MS);
    });
    const resize = new ResizeObserver(() => {
      for (const plot of plots) plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resize.observe(element);
    return () => {
      remake();
      follow();
      clearTimeout(due);
      resize.disconnect();
      for (const plot of plots) plot.destroy();
    };
  }, [shown]);
  const names = now?.is_two ? now.name.split(" | ") : [];
  return (
    <>
      {names.length === 2 && (
        <ul class="legend" aria-label="Colours of the recordings">
          {names.map((name, i) => (
            <li key={i}><svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill={GROUPS[i]} /></svg>{name}</li>
          ))}
        </ul>
      )}
      <div class="charts recorded" ref={holder} />
      {shown && shown.marks.length > 0 && (
        <ol class="log" aria-label="Changes of the map" tabIndex={0}>
          {shown.marks.slice(0, 200).map(({ frame, time: at, text }) => (
            <li key={frame}><button class="bare" onClick={() => player.scrub(frame)}><span>{at.toFixed(1)} s</span> {text}</button></li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The title says the values under the pointer; without one, those of the time that is shown. */
function say(plot: uPlot, title: string, seconds: number): void {
  const element = plot.root.querySelector(".u-title");
  if (!element) return;
  const times = plot.data[0];
  let at = plot.cursor.idx ?? null;
  if (at === null) {
    at = 0;
    while (at + 1 < times.length && times[at + 1] <= seconds + 1e-6) at++;
  }
  const index = at;
  const values = plot.data.slice(1).map((line) => line[index]).map((v) => (v === null || v === undefined ? "–" : EXACT.format(v)));
  element.textContent = `${title}: ${values.join(" and ")} at ${(times[index] ?? 0).toFixed(1)} s`;
}

function newPlot(element: HTMLElement, of: RecordedSeries, [name, title]: (typeof CHARTS)[number], go: (seconds: number) => void): uPlot {
  const { ink, gridLine, accent, danger } = COLOURS[theme.peek()];
  const axis = { stroke: ink, font: "10px system-ui", grid: { stroke: gridLine, width: 1 }, ticks: { show: false } };
  const upright = (u: uPlot, at: number, colour: string): void => {
    const x = Math.round(u.valToPos(at, "x", true)) + 0.5;
    u.ctx.strokeStyle = colour;
    u.ctx.lineWidth = 1;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
  };
  const plot = new uPlot(
    {
      title,
      width: element.clientWidth || 260,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, sync: { key: "recorded" }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: (_, __, most) => [0, most === null || most <= 0 ? 1 : most * 1.1] } },
      axes: [
        { ...axis, size: 16, space: 60, gap: 2, values: (_, ticks) => ticks.map((t) => `${count(t)} s`) },
        { ...axis, size: 40, space: 18, gap: 3, values: (_, ticks) => ticks.map((n) => COMPACT.format(n)) },
      ],
      series: [{}, ...of.parts.map((_, i) => ({ stroke: GROUPS[i], width: 1.5, ...(of.parts.length === 1 ? { fill: `${GROUPS[i]}22` } : {}), points: { show: false }, spanGaps: true }))],
      hooks: {
        setCursor: [(u) => say(u, title, time.peek())],
        drawClear: [(u) => {
          for (const mark of of.marks) upright(u, mark.time, `${accent}66`);
        }],
        draw: [(u) => upright(u, time.peek(), danger)],
      },
    },
    [of.time, ...of.parts.map((part) => part[name])] as uPlot.AlignedData,
    element,
  );
  plot.over.addEventListener("click", () => {
    const { left } = plot.cursor;
    if (left !== undefined && left >= 0) go(plot.posToVal(left, "x"));
  });
  plot.root.setAttribute("role", "img");
  plot.root.setAttribute("aria-label", `Chart: ${title}`);
  say(plot, title, time.peek());
  return plot;
}
