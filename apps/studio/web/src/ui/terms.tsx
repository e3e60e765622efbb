// Terms with a short help: said on hover; a click leads to all of them in the help dialog, each with the page of the docs that says more.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { dialog, termAsked } from "../state.ts";

interface Meaning {
  title: string;
  short: string;
  /** Where the docs say more. */
  page: string;
}

export const TERMS = {
  clearance: { title: "Clearance", short: "The distance to the nearest wall: a disc fits where it is no less than its radius.", page: "docs/guide/src/any_radius.md" },
  axis: { title: "Medial axis", short: "The places with two nearest walls: the middle of every corridor.", page: "docs/guide/src/graphs.md" },
  comfort: { title: "Comfort", short: "Extra clearance that is wanted where there is room for it, and given up where there is none.", page: "docs/guide/src/comfort.md" },
  expansion: { title: "Expansion", short: "A place that a search looks on from. Fewer of them mean less work.", page: "docs/GLOSSARY.md" },
  bend: { title: "Bend", short: "A corner that a path goes around.", page: "docs/GLOSSARY.md" },
  region: { title: "Region", short: "An area of a kind, such as grass: it blocks nobody, and wishes can name its kind.", page: "docs/guide/src/costs.md" },
  source: { title: "Source", short: "Where people come from, how many of them, and where they go.", page: "docs/GLOSSARY.md" },
  thing: { title: "Thing", short: "What wishes name: it has a front and a back, it may see, and it may go to and fro. It blocks nobody; draw an obstacle for that.", page: "docs/guide/src/scenarios.md" },
  wish: { title: "Wish", short: "A sentence about where a path should lead: avoid and prefer make places count as farther or nearer, never forbids them, via is a place to pass.", page: "docs/GLOSSARY.md" },
  multiplier: { title: "Multiplier", short: "How many times its length a piece of path counts for, given the wishes: 1 where nothing is wished and nothing attracts elsewhere.", page: "crates/planning/src/constraint/mod.rs" },
  orca: { title: "ORCA", short: "Optimal reciprocal collision avoidance: everyone takes half of the responsibility for not colliding.", page: "docs/guide/src/crowd.md" },
  isochrone: { title: "Isochrone", short: "The places that are equally far from the start, along shortest paths.", page: "docs/guide/src/seen_and_near.md" },
} satisfies Record<string, Meaning>;

export type TermName = keyof typeof TERMS;

/** A word with its meaning. */
export function Term({ name, children }: { name: TermName; children: ComponentChildren }) {
  const { short } = TERMS[name];
  const ask = (event: Event): void => {
    event.preventDefault();
    termAsked.value = name;
    dialog.value = "help";
  };
  return <button type="button" class="term" title={short} onClick={ask}>{children}</button>;
}

/** All of them; the one that was asked for is in view. */
export function Terms() {
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    termAsked.value = null;
    // A dialog that opens shows its beginning first.
    const later = requestAnimationFrame(() => asked.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(later);
  }, []);
  const name = termAsked.peek();
  return (
    <section class="terms">
      <h3>Words</h3>
      <dl>
        {(Object.entries(TERMS) as [TermName, Meaning][]).map(([key, { title, short, page }]) => (
          <div key={key} ref={key === name ? asked : null} class={key === name ? "asked" : ""}>
            <dt>{title}</dt>
            <dd>{short} <span class="help">More: <code>{page}</code></span></dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
