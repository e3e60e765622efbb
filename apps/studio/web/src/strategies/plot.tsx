// What a sweep has shown: a figure over the values of its parameter, one line a strategy.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../state.ts";
import { COLOURS, GROUPS } from "../view/palette.ts";
import { COLUMNS, type Result } from "./results.ts";

const HEIGHT = 150;

export function SweepPlot({ rows, column }: { rows: readonly Result[]; column: number }) {
  const holder = useRef<HTMLDivElement>(null);
  const [title, , of] = COLUMNS[column];
  const swept = rows.filter((row) => row.swept !== null);
  useEffect(() => {
    const element = holder.current;
    if (!element || swept.length === 0) return undefined;
    const lines = new Map<string, Map<number, number | null>>();
    for (const { swept: at, also, run } of swept) {
      if (!at) continue;
      const name = `${run.search}/${run.strategy} over ${at[0]}${also ? `, ${also[0]} ${also[1]}` : ""}`;
      lines.set(name, (lines.get(name) ?? new Map<number, number | null>()).set(at[1], of(run)));
    }
    const values = [...new Set(swept.map(({ swept: at }) => at?.[1] ?? 0))].sort((a, b) => a - b);
    const data: uPlot.AlignedData = [values, ...[...lines.values()].map((line) => values.map((value) => line.get(value) ?? null))];
    const { ink, gridLine } = COLOURS[theme.peek()];
    const axis = { stroke: ink, font: "11px system-ui", grid: { stroke: gridLine, width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        title,
        width: element.clientWidth || 400,
        height: HEIGHT,
        scales: { x: { time: false } },
        axes: [{ ...axis, size: 22 }, { ...axis, size: 52 }],
        series: [{}, ...[...lines.keys()].map((label, i) => ({ label, stroke: GROUPS[i % GROUPS.length], width: 1.5, spanGaps: true, points: { show: true, size: 6 } }))],
      },
      data,
      element,
    );
    plot.root.setAttribute("role", "img");
    plot.root.setAttribute("aria-label", `Plot: ${title} over the parameter`);
    return () => plot.destroy();
  }, [rows, column, theme.value]);
  return swept.length === 0 ? null : <div ref={holder} />;
}
