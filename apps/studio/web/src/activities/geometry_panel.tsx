// The panel of geometry step by step.

import { Choice, count, Field, metres, Rows, Section } from "../ui/controls.tsx";
import { StepControls, StepSpeed } from "../ui/step_controls.tsx";
import { geometry, type GeometryName, type GeometryPlayer, geometrySteps, grownTo, lastStep, shownGeometry } from "./geometry_player.ts";

const NAMES: readonly (readonly [GeometryName, string])[] = [
  ["wedges", "Wedges of a search"], ["funnel", "Funnel"], ["sight", "Visibility polygon"], ["axis", "Medial axis"],
];

const ABOUT: Record<GeometryName, string> = {
  wedges: "The search of a point looks through edges of triangles. A node is a part of an edge that one root sees: a wedge. It is carried on into the next triangle, and bends only around corners; the least straight way through the wedge to the goal goes first.",
  funnel: "A* over the triangles gives a corridor (blue line: through the middles). Portal by portal the funnel between its left and right side narrows; where one side crosses the other, the path bends, and up to there it is certain.",
  sight: "A ray turns around the start: what it sweeps before a wall stops it is the visibility polygon.",
  axis: "Discs grow on the medial axis. Each stops where it touches two walls at once: that is what makes its middle a place of the axis, and its radius the clearance there.",
};

export function GeometryPanel({ player }: { player: GeometryPlayer }) {
  const now = shownGeometry.value;
  const at = geometrySteps.at.value;
  const last = lastStep();
  return (
    <Section title="Geometry step by step">
      <Field label="Show">
        <Choice label="Geometry" value={geometry.value} options={NAMES} set={(name) => (geometry.value = name)} />
      </Field>
      <p class="help">{ABOUT[geometry.value]}</p>
      <StepSpeed />
      <div class="buttons">
        <button onClick={() => void player.ask()}>Show it</button>
        {now && <button onClick={() => player.forget()}>Take it away</button>}
      </div>
      {now && (
        <>
          <StepControls of={geometrySteps} last={last} what="Step of the geometry" />
          {now.kind === "wedges" && (
            <Rows
              rows={[
                ["Expansion", `${count(at)} of ${count(last)}`],
                ["Way to the root (g)", at > 0 ? metres(now.wedges.steps[at - 1][3]) : "–"],
                ["Bound (f)", at > 0 ? metres(now.wedges.steps[at - 1][4]) : "–"],
                ["Open list", at > 0 ? count(now.wedges.steps[at - 1][5]) : "–"],
                ["Shortest path of a point", metres(now.wedges.length)],
              ]}
            />
          )}
          {now.kind === "funnel" && (
            <Rows
              rows={[
                ["Portal", `${count(Math.min(at, now.funnel.portals.length))} of ${count(now.funnel.portals.length)}`],
                ["Bends so far", count(Math.max(0, (now.funnel.steps[Math.min(at, last)]?.path.length ?? 1) - (at >= last ? 2 : 1)))],
                ["Shortest in the corridor", metres(now.funnel.length)],
              ]}
            />
          )}
          {now.kind === "sight" && <Rows rows={[["Corners", `${count(at)} of ${count(now.region.length)}`], ["In sight", `${count(Math.round(now.area))} m²`]]} />}
          {now.kind === "axis" && (
            <Rows
              rows={[
                ["Discs of", metres(grownTo(now.widest, at))],
                ["Touch two walls", `${count(now.discs.filter(({ clearance }) => clearance <= grownTo(now.widest, at)).length)} of ${count(now.discs.length)}`],
                ["Largest clearance", metres(now.widest)],
              ]}
            />
          )}
        </>
      )}
    </Section>
  );
}
