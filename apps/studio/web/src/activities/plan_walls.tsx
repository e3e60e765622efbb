// Walls from a floor plan: what is dark in the picture, shown before it is drawn.

import { effect, signal } from "@preact/signals";
import type { Point } from "../geometry/plane.ts";
import { type Outline, type Plan, vectorised } from "../geometry/vectorise.ts";
import { activity } from "../state.ts";
import type { Studio } from "../studio.ts";
import { count, Field, Section, Slider } from "../ui/controls.tsx";
import { say } from "../ui/toasts.tsx";
import { backdrop } from "../view/backdrop.ts";

const threshold = signal(128);
/** In pixels of the picture. */
const error = signal(1.5);
const least = signal(16);
const shown = signal<Outline[] | null>(null);
const isOpen = signal(false);

/** A preview of more corners than this would stutter. */
const MOST_SHOWN = 20_000;
const WAIT_MS = 120;

/** Looks at the picture again when it or a setting changes, and shows what would become of it. */
export function followPlan(studio: Studio): void {
  let timer = 0;
  let plan: Plan | null = null;
  let planOf = "";
  effect(() => {
    const now = backdrop.value;
    const settings = { threshold: threshold.value, error: error.value, least: least.value };
    clearTimeout(timer);
    if (!now || !isOpen.value || activity.value !== "draw") {
      shown.value = null;
      return;
    }
    timer = window.setTimeout(() => {
      const name = `${now.name} ${now.width} ${now.height}`;
      if (planOf !== name) [plan, planOf] = [studio.picture.backdrop.plan(), name];
      try {
        shown.value = plan && vectorised(plan, settings);
      } catch (reason) {
        shown.value = null;
        say(`This picture: ${reason instanceof Error ? reason.message : String(reason)}.`, "warning");
      }
    }, WAIT_MS);
  });
  effect(() => {
    const outlines = shown.value;
    const now = backdrop.value;
    const corners = outlines?.reduce((sum, rings) => sum + rings.reduce((n, ring) => n + ring.length, 0), 0) ?? 0;
    studio.picture.overlay.set("plan", !outlines || !now || corners > MOST_SHOWN ? null : (pen) => {
      for (const ring of outlines.flat()) pen.line(placed(ring), pen.colours.danger, 1.5, 0.9, true);
    });
  });
}

/** From pixels of the picture to metres. */
function placed(ring: readonly Point[]): Point[] {
  const now = backdrop.peek();
  return now ? ring.map(([x, y]): Point => [now.corner[0] + x * now.scale, now.corner[1] + y * now.scale]) : [];
}

export function PlanWalls({ studio }: { studio: Studio }) {
  const now = backdrop.value;
  if (!now) return null;
  const outlines = shown.value;
  const make = async (): Promise<void> => {
    if (!outlines) return;
    const items = outlines.map((rings) => ({ kind: "obstacle" as const, name: null, rings: rings.map(placed), shape: { polygon: true as const } }));
    const done = await studio.ask("paste", { items, what: `walls of ${now.name}`.slice(0, 40) });
    if (!done) return;
    isOpen.value = false;
    say(`${count(items.length)} obstacles were drawn; each can be corrected by hand.`);
  };
  return (
    <Section title="Walls from the picture" open={false} toggled={(on) => (isOpen.value = on)} help="What is darker than the threshold becomes obstacles; red: what would be drawn. Set the scale first.">
      <Field label="Threshold"><Slider label="Threshold" value={threshold.value} least={1} most={255} step={1} set={(n) => (threshold.value = n)} /></Field>
      <Field label="Straighten"><Slider label="Straighten, pixels" value={error.value} least={0} most={10} step={0.25} show={(n) => `${n} px`} set={(n) => (error.value = n)} /></Field>
      <Field label="Leave out below"><Slider label="Least size, pixels" value={least.value} least={1} most={400} step={1} show={(n) => `${n} px²`} set={(n) => (least.value = n)} /></Field>
      <div class="buttons">
        <button class="primary" disabled={!outlines || outlines.length === 0} onClick={() => void make()}>{outlines ? `Draw ${count(outlines.length)} obstacles` : "Draw them"}</button>
      </div>
    </Section>
  );
}
