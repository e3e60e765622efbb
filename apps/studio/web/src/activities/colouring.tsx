// What the colours of people tell, and the legend of it.

import { effect, signal } from "@preact/signals";
import type { Item, SourceSettings } from "../protocol/messages.ts";
import { activity, items, itemsVersion, settings, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Choice, count, Field, metres } from "../ui/controls.tsx";
import { GROUPS, KNOWN, RAMP } from "../view/palette.ts";
import { AVOIDANCE } from "./draw.tsx";
import { Ramp } from "./mesh.tsx";

export type Colouring = "source" | "model" | "size" | "knowledge";

const OPTIONS: readonly (readonly [Colouring, string])[] = [["source", "where they come from"], ["model", "how they avoid others"], ["size", "how large they are"], ["knowledge", "what they know"]];
const MODELS: Record<string, string> = Object.fromEntries(AVOIDANCE);
const ORDER: readonly string[] = AVOIDANCE.map(([name]) => name);

export const colouring = signal<Colouring>("source");

const sourcesOf = (): Item[] => {
  itemsVersion.value;
  return [...items.values()].filter(({ kind }) => kind === "source").slice(0, GROUPS.length);
};

const modelColour = (model: string): string => GROUPS[Math.max(0, ORDER.indexOf(model)) % GROUPS.length];

/** The smallest and the largest radius of all sources; null where all are of one size. */
function radiiOf(sources: readonly Item[]): [number, number] | null {
  const all = sources.flatMap(({ source }) => source?.radius ?? []);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return all.length > 0 && most > least ? [least, most] : null;
}

/** Keeps the picture in the colours that were chosen; those of recordings tell them apart. */
export function followColouring(studio: Studio): void {
  effect(() => {
    const sources = sourcesOf();
    const by = world.value?.kind === "replay" || activity.value === "replay" ? "source" : colouring.value;
    const groups = by === "model" ? GROUPS.map((colour, i) => (sources[i]?.source ? modelColour(sources[i].source.avoidance) : colour)) : GROUPS;
    studio.picture.agents.colour(groups, by === "size" ? radiiOf(sources) : null, by === "knowledge" ? KNOWN : null);
  });
}

export function Legend() {
  const sources = sourcesOf();
  if (sources.length === 0) return null;
  const radii = radiiOf(sources);
  const by = colouring.value;
  return (
    <>
      <Field label="Colours tell">
        <Choice label="What colours tell" value={by} options={OPTIONS} set={(now) => (colouring.value = now)} />
      </Field>
      {by === "size" && (radii ? <Ramp from={metres(radii[0])} to={metres(radii[1])} colours={RAMP} /> : <p class="help">Everybody has a radius of {metres(sources[0].source?.radius[0] ?? 0)}.</p>)}
      {by === "knowledge" && <Knowledge />}
      {by !== "size" && by !== "knowledge" && (
        <ul class="legend" aria-label="Colours of people">
          {by === "model"
            ? [...tallied(sources)].map(([model, people]) => <Entry key={model} colour={modelColour(model)} name={MODELS[model] ?? model} about={`${count(people)} people`} />)
            : sources.map(({ key, name, source }, i) => <Entry key={key} colour={GROUPS[i]} name={name ?? `Source ${key}`} about={source ? about(source) : ""} />)}
        </ul>
      )}
    </>
  );
}

/** Who knows, and who does not, with how that can be. */
function Knowledge() {
  const believes = settings.value.some(({ name, value }) => name === "news" && value === "on");
  if (!believes) return <p class="help">Everybody knows all that stands here. With the setting “Plan on what they believe” news passes by sight, by contact and by inference.</p>;
  return (
    <ul class="legend" aria-label="Colours of people">
      <Entry colour={KNOWN[0]} name="Knows what came and went" about="" />
      <Entry colour={KNOWN[1]} name="Believes what is not so" about="has not heard of it" />
    </ul>
  );
}

function tallied(sources: readonly Item[]): Map<string, number> {
  const tally = new Map<string, number>();
  for (const { source } of sources) if (source) tally.set(source.avoidance, (tally.get(source.avoidance) ?? 0) + source.count);
  return tally;
}

const about = (source: SourceSettings): string =>
  `${count(source.count)}, ${MODELS[source.avoidance] ?? source.avoidance}, ${source.radius[0] === source.radius[1] ? metres(source.radius[0]) : `${metres(source.radius[0])} to ${metres(source.radius[1])}`}`;

function Entry({ colour, name, about }: { colour: string; name: string; about: string }) {
  return (
    <li>
      <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill={colour} /></svg>
      {name}
      <em>{about}</em>
    </li>
  );
}
