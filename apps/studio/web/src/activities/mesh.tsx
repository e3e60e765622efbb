// Mesh: what the map looks like inside.

import type { Signal } from "@preact/signals";
import {
  editTimes, gridCell, isochrone, largestClearance, lastEdit, layersBusy, layersMs, layersOn, leastHeight, leastSquare, mapCounts, meshRadius,
  neighbours, samples, world,
} from "../state.ts";
import type { Studio } from "../studio.ts";
import type { LayerName } from "../protocol/wire.ts";
import { count, Field, metres, milliseconds, NumberInput, Rows, Section, Toggle } from "../ui/controls.tsx";
import { Histogram } from "../ui/histogram.tsx";
import { LAYERS, spelled } from "../ui/names.ts";
import { RAMP } from "../view/palette.ts";

export function switchLayer(name: LayerName, on: boolean): void {
  const now = new Set(layersOn.value);
  if (on) now.add(name);
  else now.delete(name);
  layersOn.value = now;
}

export function MeshPanel({ studio }: { studio: Studio }) {
  const on = layersOn.value;
  const edit = lastEdit.value;
  const busy = layersBusy.value;
  const times = editTimes.value;
  return (
    <>
      <p class="hint">Switch layers on and drag an obstacle: the map changes only where it must, and what changed lights up.</p>
      <Section title="Layers">
        {LAYERS.map(([name, text, about], i) => (
          <Toggle key={name} on={on.has(name)} set={(now) => switchLayer(name, now)} title={about}>
            {text} {busy.includes(name) ? <span class="spinner" role="status" aria-label="being made" /> : i < 9 && <kbd>{i + 1}</kbd>}
          </Toggle>
        ))}
        {busy.length > 0 && (
          <p class="help">
            On a map of this size they are made beside everything else. <button onClick={() => void studio.ask("cancel", {})}>Cancel</button>
          </p>
        )}
      </Section>
      {(on.has("clearance") || on.has("axis")) && (
        <Section title="Legend">
          <Ramp from="0" to={metres(largestClearance.value)} colours={RAMP} />
          <p class="help">Distance to the nearest wall. A person of radius r passes where it is at least r.</p>
        </Section>
      )}
      {(on.has("path_map") || on.has("isochrone")) && (
        <Section title="Paths from the start">
          <p class="help">They begin where Path starts; drag it there. Arcs are violet where they are straight and red where they are curved.</p>
        </Section>
      )}
      <Section title="Parameters">
        <Parameter studio={studio} of={gridCell} label="Grid cell" title="The side of a cell of the grid" name="Grid cell in metres" least={0.05} most={100} unit="m" />
        <Parameter studio={studio} of={meshRadius} label="Radius" title="Of the walkers that the grid, its highways and the sampled roadmap are for" name="Radius in metres" least={0} most={20} unit="m" />
        <Parameter studio={studio} of={leastSquare} label="Least width" title="Where squares of the quad-tree are not halved any more" name="Least width of the quad-tree in metres" least={0.05} most={100} unit="m" />
        <Parameter studio={studio} of={leastHeight} label="Least height" title="Where squares of the quad-tree are not halved any more" name="Least height of the quad-tree in metres" least={0.05} most={100} unit="m" />
        <Parameter studio={studio} of={neighbours} label="Neighbours k" title="How many nearest squares each square is joined to" name="Neighbours k" least={1} most={64} whole />
        <Parameter studio={studio} of={samples} label="Samples" title="How many random places the sampled roadmap is made of" name="Samples" least={1} most={20000} whole />
        <Parameter studio={studio} of={isochrone} label="Isochrone" title="How far it reaches" name="Length of the isochrone in metres" least={0.1} most={100000} unit="m" />
      </Section>
      <Section title="The map">
        <Rows
          rows={[
            ...inOrder(mapCounts.value).map(([name, n]) => (name === "bytes" ? ["Memory", size(n)] as const : [spelled(name), count(n)] as const)),
            ["Built in", milliseconds(world.value?.build_ms)],
            ["Layers drawn in", milliseconds(layersMs.value)],
          ]}
        />
      </Section>
      <Section title="Last edit">
        {edit ? (
          <Rows
            rows={[
              ["In the map", milliseconds(edit.ms)],
              ["Triangles changed", edit.faces === null ? "–" : count(edit.faces)],
              ["From hand to screen", milliseconds(edit.roundTrip)],
              ["Map version", count(edit.version)],
            ]}
          />
        ) : (
          <p class="help">No edit yet.</p>
        )}
        <Histogram title={`${count(times.map.length)} edits in the map`} times={times.map} show={milliseconds} />
        <Histogram title="From hand to screen" times={times.screen} show={milliseconds} />
      </Section>
    </>
  );
}

interface ParameterProps {
  studio: Studio;
  of: Signal<number>;
  label: string;
  title: string;
  /** What it is called where there is no label. */
  name: string;
  least: number;
  most: number;
  unit?: string;
  whole?: boolean;
}

/** A number that layers are made with; they are drawn again when it changes. */
function Parameter({ studio, of, label, title, name, least, most, unit, whole }: ParameterProps) {
  const set = (value: number): void => {
    of.value = whole ? Math.round(value) : value;
    studio.subscribe();
  };
  return (
    <Field label={label} title={title}>
      <NumberInput label={name} value={of.value} least={least} most={most} {...(unit ? { unit } : {})} {...(whole ? { step: 1 } : {})} set={set} />
    </Field>
  );
}

const FIRST = ["vertices", "faces", "free_faces", "obstacles", "regions"];

/** What every map has comes first, memory last, what the layers count between. */
function inOrder(counts: Record<string, number>): [string, number][] {
  const rank = (name: string) => (name === "bytes" ? 99 : FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return Object.entries(counts).sort(([a], [b]) => rank(a) - rank(b));
}

const size = (bytes: number): string => (bytes < 1048576 ? `${(bytes / 1024).toFixed(0)} kB` : `${(bytes / 1048576).toFixed(1)} MB`);

export function Ramp({ from, to, colours }: { from: string; to: string; colours: readonly string[] }) {
  return (
    <div class="ramp">
      <span>{from}</span>
      <svg viewBox={`0 0 ${colours.length - 1} 1`} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id={`ramp-${colours[0].slice(1)}`}>
            {colours.map((colour, i) => (
              <stop key={colour} offset={i / (colours.length - 1)} stop-color={colour} />
            ))}
          </linearGradient>
        </defs>
        <rect width={colours.length - 1} height="1" fill={`url(#ramp-${colours[0].slice(1)})`} />
      </svg>
      <span>{to}</span>
    </div>
  );
}
