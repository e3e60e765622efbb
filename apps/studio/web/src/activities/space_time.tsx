// Teams that plan in space and time: the plan of one agent in every domain, over a slider of time.

import { computed, effect, signal } from "@preact/signals";
import { corridor } from "../geometry/corridor.ts";
import type { Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { DomainPlans, TeamScenery, Timed } from "../protocol/messages.ts";
import { activity, followed, playing, stats, time, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Field, Rows, Section, Slider, Toggle } from "../ui/controls.tsx";
import type { Pen } from "../view/overlay.ts";

/** The domains by what is drawn of them, and their colours: those of groups, which the colour-blind can tell apart. */
export const DOMAINS = [
  ["static_mesh", "Σ1 static mesh", "#8a79c9"],
  ["dynamic_mesh", "Σ2 dynamic mesh", "#3a9d7c"],
  ["grid", "Σ3 grid", "#c9a227"],
  ["timed", "Tunnel in space-time", "#4aa8c9"],
  ["plan", "Σ4 space-time", "#c0504d"],
  ["footprints", "Σ5 footsteps", "#2f7fb5"],
] as const;
type DomainName = (typeof DOMAINS)[number][0];

export const hidden = signal<ReadonlySet<DomainName>>(new Set());
/** Seconds ahead of now that are looked at. */
export const ahead = signal(0);
const scenery = signal<TeamScenery | null>(null);

/** The plans of the one who is followed. */
const plans = computed<DomainPlans | null>(() => followed.value?.domains ?? null);

/** Where something that moves by knots is at a time; before the first and after the last it stands. */
export function placeAt(knots: readonly Timed[], when: number): Point | null {
  if (knots.length === 0) return null;
  const next = knots.findIndex(([at]) => at > when);
  if (next === 0) return [knots[0][1], knots[0][2]];
  if (next < 0) return [knots[knots.length - 1][1], knots[knots.length - 1][2]];
  const [[t0, x0, y0], [t1, x1, y1]] = [knots[next - 1], knots[next]];
  const share = t1 > t0 ? (when - t0) / (t1 - t0) : 0;
  return [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
}

/** The part of a timed line between two times. */
export function between(knots: readonly Timed[], from: number, to: number): Point[] {
  const [first, last] = [placeAt(knots, from), placeAt(knots, to)];
  if (!first || !last) return [];
  const inner = knots.filter(([at]) => at > from && at < to).map(([, x, y]): Point => [x, y]);
  return [first, ...inner, last];
}

const shows = (name: DomainName): boolean => !hidden.value.has(name);
const points = (knots: readonly Timed[]): Point[] => knots.map(([, x, y]) => [x, y]);

/** A foot: an ellipse of 28 by 11 cm, turned. */
function foot([x, y]: Point, angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Array.from({ length: 14 }, (_, i) => {
    const at = (2 * Math.PI * i) / 14;
    const [a, b] = [0.14 * Math.cos(at), 0.055 * Math.sin(at)];
    return [x + a * cos - b * sin, y + a * sin + b * cos];
  });
}

function draw(pen: Pen, now: DomainPlans, when: number, radius: number): void {
  const tunnel = (line: readonly Point[], width: number, shade: string, alpha: number): void => {
    for (const [left, right, low, high] of corridor(line, width, 3 * pen.metresPerPixel)) pen.fill([[left, low], [right, low], [right, high], [left, high]], shade, alpha);
  };
  const colour = (name: DomainName): string => DOMAINS.find(([known]) => known === name)?.[2] ?? pen.colours.accent;
  if (shows("static_mesh")) {
    if (now.mesh_width) tunnel(now.static_mesh, now.mesh_width, colour("static_mesh"), 0.08);
    pen.line(now.static_mesh, colour("static_mesh"), 2, 0.9);
  }
  if (shows("dynamic_mesh")) {
    if (now.grid_width) tunnel(now.dynamic_mesh, now.grid_width, colour("dynamic_mesh"), 0.1);
    pen.line(now.dynamic_mesh, colour("dynamic_mesh"), 2, 0.9);
  }
  if (shows("grid")) pen.line(now.grid, colour("grid"), 2, 0.95);
  // Footsteps have a tunnel in space alone.
  if (shows("timed") && now.footprints.length > 0) tunnel(now.grid, now.width, colour("timed"), 0.2);
  if (shows("timed") && now.timed.length > 0) {
    tunnel(points(now.timed), now.width, colour("timed"), 0.2);
    // What is inside at the time that is looked at.
    tunnel(between(now.timed, when - now.lag, when + now.lag), now.width, colour("timed"), 0.35);
  }
  if (shows("plan")) {
    pen.line(points(now.plan), colour("plan"), 2.5, 0.95);
    for (const [at, x, y] of now.plan) if (at > now.time) pen.dot([x, y], 2.5, colour("plan"));
  }
  if (shows("footprints")) {
    for (const [at, left, x, y, angle] of now.footprints) {
      pen.fill(foot([x, y], angle), left ? colour("footprints") : colour("plan"), at <= when ? 0.95 : 0.3);
    }
  }
  const place = placeAt(now.plan, when);
  if (place) {
    pen.ring(place, radius, colour("plan"), 2.5);
    pen.dot(place, 4, colour("plan"));
  }
}

function drawScenery(pen: Pen, { gaps, platforms }: TeamScenery, when: number): void {
  for (const [x0, y0, x1, y1] of gaps) pen.fill([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], pen.colours.ink, 0.22);
  for (const { half, knots } of platforms) {
    const at = placeAt(knots, when);
    if (!at) continue;
    const [[x, y], [w, h]] = [at, half];
    const ring: Point[] = [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
    pen.fill(ring, pen.colours.floor, 0.95);
    pen.line(ring, pen.colours.floorEdge, 1.5, 1, true);
  }
}

/** Keeps what is drawn of a team in step with the run, its follower and the slider. */
export function followTeam(studio: Studio): void {
  const { overlay } = studio.picture;
  const asked = new Latest<number, { team: TeamScenery | null }>(
    () => studio.connection.request("team", {}),
    ({ team }) => (scenery.value = team),
    () => (scenery.value = null),
  );
  let document = -1;
  effect(() => {
    const now = world.value;
    // A team's scenario is another document each time; how far it is changes with the figures.
    if (now && now.document !== document) {
      document = now.document;
      ahead.value = 0;
      asked.put(document);
    }
  });
  effect(() => {
    stats.value;
    if (scenery.peek() && !playing.value) asked.put(document);
  });
  effect(() => {
    const [now, there] = [time.value, scenery.value];
    const isSeen = there && activity.value === "run" && there.gaps.length + there.platforms.length > 0;
    const when = now + (plans.value ? ahead.value : 0);
    overlay.set("team scenery", isSeen ? (pen) => drawScenery(pen, there, when) : null);
  });
  effect(() => {
    const now = plans.value;
    hidden.value;
    if (!now || activity.value !== "run") return overlay.set("domains", null);
    const [when, radius] = [now.time + ahead.value, followed.value?.radius ?? 0.3];
    overlay.set("domains", (pen) => draw(pen, now, when, radius));
  });
}

/** Distance walked along the plan over time, with the tunnel around it and the interval of arrival. */
function SpaceTimeDiagram({ now, when }: { now: DomainPlans; when: number }) {
  const [width, height, left] = [250, 110, 34];
  const walked = (knots: readonly Timed[], begin: number): [number, number][] => {
    let far = begin;
    return knots.map(([at, x, y], i) => {
      if (i > 0) far += Math.hypot(x - knots[i - 1][1], y - knots[i - 1][2]);
      return [at, far];
    });
  };
  // The tunnel's plan began when it was made; both end at the same place.
  const tunnel = walked(now.timed, 0);
  const length = tunnel.at(-1)?.[1] ?? 0;
  const own = walked(now.plan, 0);
  const shift = Math.max(0, length - (own.at(-1)?.[1] ?? 0));
  const plan = own.map(([at, far]): [number, number] => [at, far + shift]);
  const from = Math.min(now.time, tunnel[0]?.[0] ?? now.time);
  const to = Math.max(from + 1, plan.at(-1)?.[0] ?? 0, tunnel.at(-1)?.[0] ?? 0, now.arrival?.[1] ?? 0);
  const most = Math.max(1, length, plan.at(-1)?.[1] ?? 0);
  const x = (at: number): number => left + ((at - from) / (to - from)) * (width - left - 4);
  const y = (far: number): number => height - 16 - (far / most) * (height - 24);
  const path = (line: readonly [number, number][]): string => line.map(([at, far], i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(far).toFixed(1)}`).join("");
  const band = [...tunnel.map(([at, far]): [number, number] => [at - now.lag, far]), ...tunnel.map(([at, far]): [number, number] => [at + now.lag, far]).reverse()];
  return (
    <svg class="space-time" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Distance along the plan over time">
      {now.arrival && <rect x={x(now.arrival[0])} width={Math.max(1, x(now.arrival[1]) - x(now.arrival[0]))} y={4} height={height - 20} fill="#3a9d7c" opacity="0.25" />}
      {tunnel.length > 1 && <path d={`${path(band)}Z`} fill="#4aa8c9" opacity="0.35" />}
      <path d={path(plan)} fill="none" stroke="#c0504d" stroke-width="2" />
      <line x1={x(now.time)} x2={x(now.time)} y1={4} y2={height - 16} stroke="currentColor" opacity="0.4" />
      <line x1={x(when)} x2={x(when)} y1={4} y2={height - 16} stroke="#c0504d" stroke-dasharray="3 2" />
      <path d={`M${left} 4V${height - 16}H${width - 4}`} fill="none" stroke="currentColor" opacity="0.5" />
      <text x={left - 4} y={12} text-anchor="end">{most.toFixed(0)} m</text>
      <text x={left} y={height - 3}>{from.toFixed(0)} s</text>
      <text x={width - 4} y={height - 3} text-anchor="end">{to.toFixed(0)} s</text>
    </svg>
  );
}

/** The section in Run: how the team is, and what its follower sees. */
export function TeamPanel() {
  const team = scenery.value;
  if (!team) return null;
  const now = plans.value;
  const overlaps = team.agent_overlaps + team.obstacle_overlaps;
  return (
    <Section title="Plans in space and time">
      <Rows rows={[["At their goals", `${stats.value?.arrived ?? team.arrived} of ${team.agents}`], ...(team.is_done ? [["Overlaps seen", String(overlaps)] as const] : [])]} />
      {!now && <p class="hint">Click an agent to see its plan in every domain.</p>}
      {now && <Plans now={now} />}
    </Section>
  );
}

function Plans({ now }: { now: DomainPlans }) {
  const end = Math.max(now.time, now.plan.at(-1)?.[0] ?? 0);
  const when = now.time + Math.min(ahead.value, end - now.time);
  const place = placeAt(now.plan, when);
  const later = placeAt(now.plan, when + 0.5);
  const speed = place && later ? Math.hypot(later[0] - place[0], later[1] - place[1]) / 0.5 : 0;
  const has: Record<DomainName, boolean> = {
    static_mesh: now.static_mesh.length > 1, dynamic_mesh: now.dynamic_mesh.length > 1, grid: now.grid.length > 1, timed: now.timed.length > 1 || now.footprints.length > 0,
    plan: now.plan.length > 0, footprints: now.footprints.length > 0,
  };
  const toggle = (name: DomainName, on: boolean): void => {
    const next = new Set(hidden.value);
    if (on) next.delete(name);
    else next.add(name);
    hidden.value = next;
  };
  return (
    <>
      {DOMAINS.filter(([name]) => has[name]).map(([name, text, colour]) => (
        <Toggle key={name} on={!hidden.value.has(name)} set={(on) => toggle(name, on)}>
          <span>
            <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill={colour} /></svg>
            {has.footprints && name === "plan" ? "Centre of mass" : has.footprints && name === "timed" ? "Tunnel" : text}
          </span>
        </Toggle>
      ))}
      <Field label="Time" title="Where the agent will be then, and what of the tunnel is inside then">
        <Slider label="Seconds ahead" value={Math.min(ahead.value, end - now.time)} least={0} most={Math.max(0.1, end - now.time)} step={0.1} show={() => `${when.toFixed(1)} s`} set={(s) => (ahead.value = s)} />
      </Field>
      <SpaceTimeDiagram now={now} when={when} />
      <Rows
        rows={[
          ["Then at", place ? `${place[0].toFixed(1)}, ${place[1].toFixed(1)}` : "–"],
          ["Then walks", `${speed.toFixed(2)} m/s`],
          ["Arrives", now.arrival ? `${end.toFixed(1)} s, wanted ${now.arrival[0]}–${now.arrival[1]} s` : `${end.toFixed(1)} s`],
          ["Tunnel", !has.timed ? "–" : `± ${now.width.toFixed(2)} m${now.lag > 0 ? `, ± ${now.lag.toFixed(1)} s` : ""}`],
        ]}
      />
    </>
  );
}
