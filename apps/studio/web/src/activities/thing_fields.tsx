// What can be set of a thing, and of the wishes of people.

import { NEW_SOURCE, NEW_THING, tool } from "../draw/options.ts";
import type { Item, ThingSettings } from "../protocol/messages.ts";
import { selection } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Field, NumberInput, Section, Toggle } from "../ui/controls.tsx";
import { WishesField, WishesHelp, WishesInput } from "./wishes.tsx";

/** A thing with the outline of an obstacle or a region, and its name; then it is selected. */
export async function makeThing(studio: Studio, { rings, shape, name }: Item): Promise<void> {
  const key = await studio.add({ kind: "thing", name: name ?? "house", rings, shape, thing: NEW_THING });
  if (key !== undefined) selection.value = new Set([key]);
}

export function ThingFields({ item, set }: { item: Item; set(thing: ThingSettings): void }) {
  const thing = item.thing ?? NEW_THING;
  const put = (part: Partial<ThingSettings>) => set({ ...thing, ...part });
  const isDisc = item.rings[0]?.length === 1;
  return (
    <>
      <Field label="Faces, °" title="Where its front is: degrees, counter-clockwise from the right">
        <NumberInput label="Faces, in degrees" value={thing.facing} least={-360} most={360} step={15} set={(facing) => put({ facing })} />
      </Field>
      {isDisc && (
        <Field label="Radius, m"><NumberInput label="Radius of the thing" value={thing.radius} least={0.01} most={1000} step={0.05} set={(radius) => put({ radius })} /></Field>
      )}
      <Field label="Reach" title="How far in front of it, behind it and beside it are still that; 0: as far as its longer side is long">
        <NumberInput label="Reach, metres; 0 for automatic" value={thing.reach ?? 0} least={0} most={10_000} step={1} unit="m, 0 = auto" set={(reach) => put({ reach: reach > 0 ? reach : null })} />
      </Field>
      <Toggle on={thing.view !== null} set={(on) => put({ view: on ? [60, 15] : null })} title="Without this it sees all around, as far as walls let it">Has a field of view</Toggle>
      {thing.view && (
        <Field label="Angle, range">
          <span class="pair">
            <NumberInput label="Angle of view in degrees" value={thing.view[0]} least={1} most={360} step={5} set={(angle) => put({ view: [angle, thing.view?.[1] ?? 15] })} />
            <NumberInput label="Range of view in metres" value={thing.view[1]} least={0.1} most={10_000} step={1} set={(range) => put({ view: [thing.view?.[0] ?? 60, range] })} />
          </span>
        </Field>
      )}
      <div class="buttons">
        <button aria-pressed={tool.value === "patrol"} onClick={() => (tool.value = "patrol")}>{thing.patrol.length > 1 ? "Draw another patrol" : "Draw a patrol"}</button>
        {thing.patrol.length > 0 && <button onClick={() => put({ patrol: [] })}>Let it stand</button>}
      </div>
      {thing.patrol.length > 1 && (
        <Field label="Speed, m/s"><NumberInput label="Speed of the thing" value={thing.speed} least={0} most={100} step={0.1} set={(speed) => put({ speed })} /></Field>
      )}
    </>
  );
}

/** What the people of a source wish of their paths. */
export function SourceWishes({ studio, item }: { studio: Studio; item: Item }) {
  const source = item.source ?? NEW_SOURCE;
  const change = (part: Partial<typeof source>) => void studio.change([{ ...item, source: { ...source, ...part } }], undefined, "change the wishes of");
  const wishes = source.wishes ?? "";
  return (
    <Section title="Wishes" open={wishes !== ""}>
      <WishesHelp />
      <WishesInput key={item.key} studio={studio} label="Wishes of these people" value={wishes} set={(text) => change({ wishes: text })} />
      {wishes !== "" && (
        <Field label="Until, s" title="0: for ever">
          <NumberInput label="Until, seconds; 0 for ever" value={source.wishes_until ?? 0} least={0} most={1e9} step={10} unit="s, 0 = ever" set={(s) => change({ wishes_until: s > 0 ? s : null })} />
        </Field>
      )}
      <WishesField studio={studio} />
    </Section>
  );
}
