// The run's figures over time, one small chart each.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { history, historyVersion, type Series } from "../statistics.ts";
import { theme } from "../state.ts";
import { COLOURS, GROUPS } from "../view/palette.ts";

const CHARTS: readonly (readonly [Series, string, number])[] = [
  ["ms", "Milliseconds a step", 0],
  ["searches", "Searches a second", 1],
  ["agents", "People inside", 2],
  ["density", "Mean density, a m²", 7],
  ["travel_s", "Mean travel time, s", 4],
];

const HEIGHT = 74;
/** Ten figures a second come; charts drawn more often than this only cost. */
const REDRAW_MS = 250;

export function Charts() {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    let plots: uPlot[] = [];
    const make = (): void => {
      for (const plot of plots) plot.destroy();
      plots = CHARTS.map((chart) => newPlot(element, chart));
    };
    const resize = new ResizeObserver(() => {
      for (const plot of plots) plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resize.observe(element);
    const untheme = effect(() => {
      theme.value;
      make();
    });
    let due = 0;
    const draw = (): void => {
      due = 0;
      plots.forEach((plot, i) => plot.setData([history.time, history[CHARTS[i][0]]]));
    };
    const unfollow = effect(() => {
      historyVersion.value;
      if (!due) due = window.setTimeout(draw, REDRAW_MS);
    });
    return () => {
      unfollow();
      untheme();
      clearTimeout(due);
      resize.disconnect();
      for (const plot of plots) plot.destroy();
    };
  }, []);
  return <div class="charts" ref={holder} />;
}

function newPlot(element: HTMLElement, [series, title, colour]: (typeof CHARTS)[number]): uPlot {
  const { ink, gridLine } = COLOURS[theme.peek()];
  const axis = { stroke: ink, font: "10px system-ui", grid: { stroke: gridLine, width: 1 }, ticks: { show: false } };
  return new uPlot(
    {
      title,
      width: element.clientWidth || 260,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, sync: { key: "run" }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: (_, least, most) => range(least, most) } },
      axes: [
        { ...axis, size: 16, space: 60, gap: 2, values: (_, ticks) => ticks.map((t) => `${t} s`) },
        { ...axis, size: 38, space: 18, gap: 3 },
      ],
      series: [{}, { stroke: GROUPS[colour], width: 1.5, fill: `${GROUPS[colour]}22`, points: { show: false } }],
    },
    [history.time, history[series]],
    element,
  );
}

/** From zero up, and never of no height. */
const range = (least: number | null, most: number | null): [number, number] => [
  Math.min(0, least ?? 0),
  most === null || most <= 0 ? 1 : most * 1.1,
];
