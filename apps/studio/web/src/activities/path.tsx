// Path: the shortest way, or why there is none.

import { count, Field, metres, Rows, Section, Slider, Toggle } from "../ui/controls.tsx";
import { sentence } from "../listener.ts";
import { isochrone, layersOn, pathWishes, theme, wishers, wishesShown, world } from "../state.ts";
import { Histogram } from "../ui/histogram.tsx";
import { switchLayer } from "./mesh.tsx";
import { searchColour } from "../view/palette.ts";
import { GeometryPanel } from "./geometry_panel.tsx";
import { Term } from "../ui/terms.tsx";
import type { Studio } from "../studio.ts";
import { WishesField, WishesHelp, WishesInput } from "./wishes.tsx";
import { comfort, compared, found, from, type PathQuery, profile, radius, seen, showRegion, to, wished } from "./path_query.ts";
import { TracePanel } from "./trace_panel.tsx";

const micros = (us: number): string => (us < 1000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(1)} ms`);

/** The slider's middle is a person, its end a truck. */
const LARGEST_RADIUS = 5;
const fromSlider = (s: number): number => Math.round(s * s * s * LARGEST_RADIUS * 100) / 100;
const toSlider = (r: number): number => Math.cbrt(r / LARGEST_RADIUS);

/** As far as the world is wide and high together. */
function furthest(): number {
  const [x0, y0, x1, y1] = world.value?.bounds ?? [0, 0, 50, 50];
  return Math.ceil(x1 - x0 + y1 - y0);
}

export function PathPanel({ studio, query }: { studio: Studio; query: PathQuery }) {
  const answer = found.value;
  return (
    <>
      <p class="hint">
        {from.value && to.value ? "Drag the start and the goal." : "Click where the walk starts, then where it goes."} The path is the shortest there is for this radius.
      </p>
      <Section title="Who walks">
        <Field label="Radius">
          <Slider label="Radius" value={toSlider(radius.value)} least={0} most={1} step={0.005} show={() => metres(radius.value)} set={(s) => (radius.value = fromSlider(s))} />
        </Field>
        <Field label="Comfort" title="Extra distance kept from walls where there is room">
          <Slider label="Comfort" value={comfort.value} least={0} most={2} step={0.05} show={metres} set={(m) => (comfort.value = m)} />
        </Field>
        <div class="buttons">
          <button onClick={() => query.swap()}>Swap ends</button>
        </div>
      </Section>
      <Section title="The path">
        {!answer ? (
          <p class="help">No answer yet.</p>
        ) : answer.found ? (
          <Rows
            rows={[
              ["Length", answer.length === null ? "–" : metres(answer.length)],
              [<Term name="bend">Bends</Term>, count(answer.bends)],
              ["Found in", micros(answer.micros)],
              [<Term name="expansion">Expansions</Term>, count(answer.expansions)],
            ]}
          />
        ) : (
          <div class="notice danger" role="alert">
            <strong>No path.</strong> {sentence(answer.reason ?? "")}
            {answer.width !== null && answer.width !== undefined && (
              <span>
                {" "}The marked place is {metres(answer.width)} wide; this walker needs {metres(2 * radius.value)}.
              </span>
            )}
            {answer.nearest && <button onClick={() => query.takeNearest()}>Go to the nearest place instead</button>}
          </div>
        )}
        <Toggle on={showRegion.value} set={(on) => (showRegion.value = on)}>What is seen from the start</Toggle>
        {showRegion.value && seen.value && <p class="help">{count(Math.round(seen.value.area))} m² in sight</p>}
      </Section>
      <PathWishes studio={studio} />
      <Section title="All paths from the start" help="Arcs part the places whose shortest path bends last at one corner from those where it bends at another: violet where they are straight, red where they are curved.">
        <Toggle on={layersOn.value.has("path_map")} set={(on) => switchLayer("path_map", on)}>Shortest path map</Toggle>
        <Toggle on={layersOn.value.has("isochrone")} set={(on) => switchLayer("isochrone", on)}>Isochrone</Toggle>
        {layersOn.value.has("isochrone") && (
          <Field label="Length">
            <Slider label="Length of the isochrone" value={isochrone.value} least={1} most={furthest()} step={1} show={metres} set={(m) => (isochrone.value = m)} />
          </Field>
        )}
      </Section>
      <Section title="Searches side by side" help="The exact search against A* on each graph of the map; every way is drawn in its colour.">
        <button onClick={() => void query.compare()}>Compare</button>
        {compared.value && <CompareTable />}
      </Section>
      <Section title="What queries cost here" help="300 queries between random places for each radius, one after the other, on one core.">
        <button onClick={() => void query.measure()}>Measure</button>
        {profile.value && <ProfileTable />}
        {profile.value && <Histogram title="All queries" times={profile.value.flatMap(({ times }) => times)} show={micros} />}
      </Section>
      <TracePanel traces={query.traces} />
      <GeometryPanel player={query.geometry} />
    </>
  );
}

/** The plan that keeps to wishes, beside the shortest path; both follow the ends. */
function PathWishes({ studio }: { studio: Studio }) {
  const plan = wished.value;
  const text = wishesShown.value;
  const some = wishers.value;
  return (
    <Section title="Wishes" open={text.trim() !== ""}>
      <WishesHelp />
      <WishesInput studio={studio} label="Wishes of this path" value={text} live set={(now) => (pathWishes.value = now)} />
      {some.length > 0 && pathWishes.value !== null && (
        <div class="buttons"><button onClick={() => (pathWishes.value = null)}>{`As ${some[0].name ?? "the people here"} wish`}</button></div>
      )}
      <WishesField studio={studio} />
      {text.trim() !== "" && plan && (plan.found ? (
        <Rows
          rows={[
            ["Wished length", plan.length === null ? "–" : metres(plan.length)],
            [<Term name="multiplier">Counts as</Term>, plan.cost === null ? "–" : metres(plan.cost)],
            ["Planned in", micros(plan.micros)],
            ["States expanded", count(plan.expansions)],
          ]}
        />
      ) : !plan.wish || /covers/.test(plan.wish.problem) ? (
        <div class="notice danger plan" role="alert"><strong>No plan.</strong> {sentence(plan.reason ?? "")}</div>
      ) : null)}
    </Section>
  );
}

function ProfileTable() {
  return (
    <table class="figures profile">
      <thead>
        <tr><th>Radius</th><th>Found</th><th title="Half of them take no longer">Median</th><th title="99 of 100 take no longer">99 %</th></tr>
      </thead>
      <tbody>
        {(profile.value ?? []).map(({ radius, queries, found: n, p50, p99, expansions }) => (
          <tr key={radius} title={`${count(Math.round(expansions))} expansions on average`}>
            <td>{radius === 0 ? "a point" : metres(radius)}</td>
            <td>{queries === 0 ? "–" : `${Math.round((100 * n) / queries)} %`}</td>
            <td>{p50 === null ? "–" : micros(p50)}</td>
            <td>{p99 === null ? "–" : micros(p99)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CompareTable() {
  const rows = compared.value ?? [];
  return (
    <table class="figures">
      <thead>
        <tr><th>Search</th><th>Length</th><th>Time</th><th title="Expansions: how many places the search looked from">Exp.</th></tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.search} title={row.note ?? undefined}>
            <td>
              <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" rx="2" fill={searchColour(i, theme.value)} /></svg>
              {row.search}
            </td>
            <td>{row.length === null ? "–" : metres(row.length)}</td>
            <td>{micros(row.micros)}</td>
            <td>{count(row.expansions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
