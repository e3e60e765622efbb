// A DXF that was dropped: which of its layers are walls, and how long a unit of it is.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { type Drawing, NotADrawing, parseDxf } from "../geometry/dxf.ts";
import { boxOf } from "../geometry/plane.ts";
import { dialog } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Choice, count, Field, metres } from "./controls.tsx";
import { say } from "./toasts.tsx";

const drawing = signal<{ name: string; of: Drawing } | null>(null);

export async function takeDxf(file: File): Promise<void> {
  try {
    drawing.value = { name: file.name, of: parseDxf(await file.text()) };
    dialog.value = "dxf";
  } catch (error) {
    if (!(error instanceof NotADrawing)) throw error;
    say(`${file.name}: ${error.message}.`, "error");
  }
}

const UNITS: readonly (readonly [string, string])[] = [["0.001", "millimetres"], ["0.01", "centimetres"], ["1", "metres"], ["0.0254", "inches"], ["0.3048", "feet"]];
/** Around everything that was drawn there is floor, so wide. */
const MARGIN = 1;

export function DxfDialog({ studio }: { studio: Studio }) {
  const now = drawing.value;
  const [without, leaveOut] = useState<ReadonlySet<string>>(new Set());
  const [unit, choose] = useState("0.001");
  if (!now) return null;
  const tally = new Map<string, number>();
  for (const { layer } of now.of.lines) tally.set(layer, (tally.get(layer) ?? 0) + 1);
  const scale = now.of.unit === null ? Number(unit) : 1;
  const lines = now.of.lines.filter(({ layer }) => !without.has(layer)).map(({ points }) => points.map(([x, y]) => [x * scale, y * scale] as const));
  const box = boxOf(lines.flat());
  const open = (): void => {
    if (!box) return;
    dialog.value = "none";
    void studio.openFile(new File([geojson(lines, box)], now.name.replace(/\.dxf$/i, "") + ".geojson"));
  };
  const toggle = (layer: string, on: boolean): void => {
    const next = new Set(without);
    if (on) next.delete(layer);
    else next.add(layer);
    leaveOut(next);
  };
  const skipped = [...now.of.skipped].map(([kind, n]) => `${count(n)} ${kind}`).slice(0, 6).join(", ");
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        open();
      }}
    >
      <p class="help">{now.name}: every line of the chosen layers becomes a wall; the floor lies around all of them.</p>
      {now.of.unit === null && <Field label="A unit is one of"><Choice label="Unit" value={unit} options={UNITS} set={choose} /></Field>}
      <ul class="files layers">
        {[...tally].sort().map(([layer, n]) => (
          <li key={layer}>
            <label class="toggle">
              <input type="checkbox" checked={!without.has(layer)} onChange={(e) => toggle(layer, e.currentTarget.checked)} />
              <span>{layer}<em>{count(n)}</em></span>
            </label>
          </li>
        ))}
      </ul>
      <p class="help">
        {box ? `${metres(box[2] - box[0])} × ${metres(box[3] - box[1])}, ${count(lines.length)} lines.` : "Nothing is chosen."}
        {skipped && ` Left out: ${skipped}.`}
      </p>
      <div class="buttons">
        <button class="primary" type="submit" disabled={!box}>Open</button>
        <button type="button" onClick={() => (dialog.value = "none")}>Cancel</button>
      </div>
    </form>
  );
}

function geojson(lines: readonly (readonly (readonly [number, number])[])[], [x0, y0, x1, y1]: readonly [number, number, number, number]): string {
  const [a, b, c, d] = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
  const floor = { type: "Polygon", coordinates: [[[a, b], [c, b], [c, d], [a, d], [a, b]]] };
  const feature = (kind: string, geometry: unknown) => ({ type: "Feature", properties: { kind }, geometry });
  const walls = lines.map((line) => feature("obstacle", { type: "LineString", coordinates: line }));
  return JSON.stringify({ type: "FeatureCollection", features: [feature("outline", floor), ...walls] });
}
