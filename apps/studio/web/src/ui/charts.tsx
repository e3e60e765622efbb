// The run's figures over time, one small chart each: its values under the pointer, the runs before it, and what happened when.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { forgetRuns, history, historyVersion, marks, runsBefore, type Series } from "../statistics.ts";
import { theme } from "../state.ts";
import { COLOURS, GROUPS } from "../view/palette.ts";
import { count } from "./controls.tsx";

const CHARTS: readonly (readonly [Series, string, number])[] = [
  ["ms", "Milliseconds a step", 0],
  ["searches", "Searches a second", 1],
  ["agents", "People inside", 2],
  ["density", "Mean density, a m²", 7],
  ["travel_s", "Mean travel time, s", 4],
];

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });
const EXACT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const HEIGHT = 78;
/** Ten figures a second come; charts drawn more often than this only cost. */
const REDRAW_MS = 250;
const SHOWN_MARKS = 12;

export function Charts({ only }: { only?: readonly Series[] }) {
  const charts = only ? CHARTS.filter(([series]) => only.includes(series)) : CHARTS;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    let plots: uPlot[] = [];
    const make = (): void => {
      for (const plot of plots) plot.destroy();
      plots = charts.map((chart) => newPlot(element, chart));
    };
    const resize = new ResizeObserver(() => {
      for (const plot of plots) plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resize.observe(element);
    const remake = effect(() => {
      theme.value;
      runsBefore.value;
      make();
    });
    let due = 0;
    const draw = (): void => {
      due = 0;
      plots.forEach((plot, i) => {
        plot.setData(dataOf(charts[i][0]));
        say(plot, charts[i][1]);
      });
    };
    const unfollow = effect(() => {
      historyVersion.value;
      if (!due) due = window.setTimeout(draw, REDRAW_MS);
    });
    return () => {
      unfollow();
      remake();
      clearTimeout(due);
      resize.disconnect();
      for (const plot of plots) plot.destroy();
    };
  }, []);
  const before = runsBefore.value.length;
  return (
    <>
      {before > 0 && (
        <p class="help runs-before">
          Dashed: {before === 1 ? "the run before" : `the ${before} runs before`}. <button onClick={forgetRuns}>Forget {before === 1 ? "it" : "them"}</button>
        </p>
      )}
      <div class="charts" ref={holder} />
      {marks.value.length > 0 && (
        <ol class="log" aria-label="What happened" tabIndex={0}>
          {marks.value.slice(-SHOWN_MARKS).reverse().map(({ time, text }) => <li key={`${time} ${text}`}><span>{time.toFixed(1)} s</span> {text}</li>)}
        </ol>
      )}
    </>
  );
}

/** This run, then those before, on one axis. */
function dataOf(series: Series): uPlot.AlignedData {
  const tables = [history, ...runsBefore.value].map((run): uPlot.AlignedData => [run.time, run[series]]);
  return tables.length === 1 ? tables[0] : uPlot.join(tables, tables.map(() => [1, 1]));
}

/** The title says the value under the pointer; without one, the last. */
function say(plot: uPlot, title: string): void {
  const element = plot.root.querySelector(".u-title");
  if (!element) return;
  const values = plot.data[1];
  const under = plot.cursor.idx;
  const at = under ?? lastOf(values);
  const value = at === null || at === undefined ? null : values[at];
  const said = value === null || value === undefined ? "" : `: ${EXACT.format(value)}${under === null || under === undefined ? "" : ` at ${plot.data[0][under].toFixed(1)} s`}`;
  const before = under === null || under === undefined ? [] : plot.data.slice(2).map((run) => run[under]).filter((v) => v !== null && v !== undefined);
  element.textContent = `${title}${said}${before.length > 0 ? ` (before ${before.map((v) => EXACT.format(v)).join(", ")})` : ""}`;
}

const lastOf = (values: ArrayLike<number | null | undefined>): number | null => {
  for (let i = values.length - 1; i >= 0; i--) if (values[i] !== null && values[i] !== undefined) return i;
  return null;
};

function newPlot(element: HTMLElement, [series, title, colour]: (typeof CHARTS)[number]): uPlot {
  const { ink, gridLine, accent } = COLOURS[theme.peek()];
  const axis = { stroke: ink, font: "10px system-ui", grid: { stroke: gridLine, width: 1 }, ticks: { show: false } };
  const plot = new uPlot(
    {
      title,
      width: element.clientWidth || 260,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, sync: { key: "run" }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: (_, least, most) => range(least, most) } },
      axes: [
        { ...axis, size: 16, space: 60, gap: 2, values: (_, ticks) => ticks.map((t) => `${count(t)} s`) },
        { ...axis, size: 40, space: 18, gap: 3, values: (_, ticks) => ticks.map((n) => COMPACT.format(n)) },
      ],
      series: [
        {},
        { stroke: GROUPS[colour], width: 1.5, fill: `${GROUPS[colour]}22`, points: { show: false }, spanGaps: true },
        ...runsBefore.peek().map((_, i) => ({ stroke: `${GROUPS[colour]}${["cc", "99", "77", "55"][i] ?? "55"}`, width: 1, dash: [4, 3], points: { show: false }, spanGaps: true })),
      ],
      hooks: { setCursor: [(u) => say(u, title)], drawClear: [(u) => drawMarks(u, accent)] },
    },
    dataOf(series),
    element,
  );
  plot.root.setAttribute("role", "img");
  plot.root.setAttribute("aria-label", `Chart: ${title}`);
  return plot;
}

/** A line for everything that happened. */
function drawMarks(plot: uPlot, colour: string): void {
  const { ctx, bbox } = plot;
  const [least, most] = [plot.scales.x.min ?? 0, plot.scales.x.max ?? 0];
  ctx.save();
  ctx.strokeStyle = `${colour}88`;
  ctx.lineWidth = 1;
  for (const { time } of marks.peek()) {
    if (time < least || time > most) continue;
    const x = Math.round(plot.valToPos(time, "x", true)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** From zero up, and never of no height. */
const range = (least: number | null, most: number | null): [number, number] => [
  Math.min(0, least ?? 0),
  most === null || most <= 0 ? 1 : most * 1.1,
];
