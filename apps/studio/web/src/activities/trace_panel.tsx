// The panel of searches step by step.

import { sentence } from "../listener.ts";
import type { Trace } from "../protocol/messages.ts";
import { gridCell } from "../state.ts";
import { Choice, count, Field, metres, Rows, Section, Slider } from "../ui/controls.tsx";
import { StepControls, StepSpeed } from "../ui/step_controls.tsx";
import { LIST_COLOURS } from "../view/trace.ts";
import {
  blockSide, incumbent, isAfterEdit, listLengths, REPAIRING, roundAt, type SearchName, trace, traced, traceGraph, type TraceQuery, traceSearch, traceWeight,
} from "./trace_query.ts";

const SEARCHES: readonly (readonly [SearchName, string])[] = [
  ["a_star", "A*"], ["dijkstra", "Dijkstra"], ["weighted", "Weighted A*"], ["ara_star", "ARA*"],
  ["d_star_lite", "D* Lite (repairs)"], ["ad_star", "AD* (repairs)"], ["dpa_star", "DPA* (replans)"],
];

const ABOUT: Record<SearchName, string> = {
  a_star: "Looks first where way so far and distance left are least together. Finds the shortest way of its graph.",
  dijkstra: "Looks nearest places first, whichever way they lie: the same way as A*, with more work.",
  weighted: "Trusts the distance left more, by its weight: fewer steps, a path of at most that many times the shortest.",
  ara_star: "Finds a way soon, with the largest ε, then a better one with each smaller ε; at ε = 1 it is the shortest.",
  d_star_lite: "Plans from the goal and keeps what it found. When an obstacle comes, only places whose cost changes are looked at again.",
  ad_star: "D* Lite with ε: a rough plan soon, a better one after, and a repair when an obstacle comes.",
  dpa_star: "A*, then an obstacle: from the old path alone, A* again, pruned where nothing better can come. R: what the obstacle changed.",
};

const GRAPHS = [
  ["dual", "Triangles"], ["cells", "Convex cells"], ["axis", "Medial axis"], ["quadtree", "Quad-tree"], ["grid", "Grid"],
  ["hybrid", "Grid with highways"], ["sampled", "Sampled roadmap"],
] as const;

export function TracePanel({ traces }: { traces: TraceQuery }) {
  const search = traceSearch.value;
  const repairs = REPAIRING.has(search);
  return (
    <Section title="Step by step" help="Watch a search expand its nodes on the map's graph.">
      <Field label="Search">
        <Choice label="Search" value={search} options={SEARCHES} set={(name) => (traceSearch.value = name)} />
      </Field>
      <p class="help">{ABOUT[search]}</p>
      <Field label="On">
        {repairs ? <span>Grid, {metres(gridCell.value)} (set in Mesh)</span> : <Choice label="Graph" value={traceGraph.value} options={GRAPHS} set={(name) => (traceGraph.value = name)} />}
      </Field>
      {repairs && (
        <Field label="Obstacle" title="Its side; drag it on the map to put it elsewhere">
          <Slider label="Side of the obstacle" value={blockSide.value} least={0.5} most={20} step={0.5} show={metres} set={(m) => (blockSide.value = m)} />
        </Field>
      )}
      {(search === "weighted" || search === "ara_star" || search === "ad_star") && (
        <Field label={search === "weighted" ? "Weight" : "First ε"} title="1: as A*; larger: fewer steps, a longer way">
          <Slider label="Weight" value={traceWeight.value} least={1} most={10} step={0.1} show={(w) => w.toFixed(1)} set={(w) => (traceWeight.value = w)} />
        </Field>
      )}
      <StepSpeed />
      <div class="buttons"><button onClick={() => void traces.ask()}>Trace</button></div>
      {trace.value && <Readout found={trace.value} />}
    </Section>
  );
}

function Readout({ found }: { found: Trace }) {
  const at = traced.at.value;
  const now = found.steps[Math.max(0, at - 1)];
  const round = found.rounds.some(({ epsilon }) => epsilon !== found.rounds[0].epsilon) ? roundAt(found, at) : undefined;
  const best = incumbent(found, at);
  const lists = listLengths(found, at);
  const cost = (value: number | null | undefined) => (value === null || value === undefined ? "–" : metres(value));
  const backward = found.search === "d_star_lite" || found.search === "ad_star";
  return (
    <>
      <StepControls of={traced} last={found.steps.length} what="Step of the search" />
      <Rows
        rows={[
          ["Step", `${count(at)} of ${count(found.steps.length)}`],
          [backward ? "Way to the goal (g)" : "Way so far (g)", cost(now?.[2])],
          ["Bound (f)", cost(now?.[3])],
          [<Swatch colour={LIST_COLOURS.open} text="Open list" />, lists.open === null ? "–" : count(lists.open)],
          [<Swatch colour={LIST_COLOURS.closed} text="Closed list" />, count(lists.closed)],
          ...(round ? ([["Works with ε", round.epsilon.toFixed(1)]] as const) : []),
          ["Best way so far", best?.length ? metres(best.length) : at < found.steps.length ? "none yet" : "there is none"],
          ["At most", best?.bound ? `${best.bound.toFixed(2)} × the shortest` : "–"],
          ...(found.edit ? ([
            ["Obstacle", isAfterEdit(found, at) ? "has come" : `comes after step ${count(found.edit.after)}`],
            [<Swatch colour={LIST_COLOURS.again} text="Repair expands" />, count(found.edit.expansions)],
            ["A* from scratch", count(found.edit.from_scratch)],
          ] as const) : []),
        ]}
      />
      {found.edit && <p class="help">Drag the obstacle on the map, and the plan is repaired for it there.</p>}
      {found.note && (!best || found.note.includes(";") || found.edit) && <p class="help">{sentence(found.note)}</p>}
    </>
  );
}

function Swatch({ colour, text }: { colour: string; text: string }) {
  return <><svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" fill={colour} /></svg>{text}</>;
}
