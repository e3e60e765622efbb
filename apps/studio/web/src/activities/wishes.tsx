// Wishes: written, checked while they are, and what they make of every place as colour.

import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedWishes } from "../protocol/messages.ts";
import { itemsVersion, showWishes, theme, wishers, wishersChosen, wishesShown } from "../state.ts";
import type { Studio } from "../studio.ts";
import { Choice, Field, Section, Toggle } from "../ui/controls.tsx";
import { Term } from "../ui/terms.tsx";
import { FORBIDDEN, WISHED } from "../view/palette.ts";
import { Ramp } from "./mesh.tsx";

/** After the last key, so long until wishes are checked. */
const PAUSE_MS = 200;

const EXAMPLE = "avoid in grass weight 5\nprefer near wall weight 2\nnever in sight of guard\nvia behind house";

interface InputProps {
  studio: Studio;
  label: string;
  value: string;
  /** Takes wishes that can be read. */
  set(text: string): void;
  /** Takes them at every key, not only when the field is left. */
  live?: boolean;
}

/** A text of wishes. What is wrong is said below, with the wish and its place, and nothing is taken that cannot be read. */
export function WishesInput({ studio, label, value, set, live = false }: InputProps) {
  const [text, type] = useState<string | null>(null);
  const [checked, say] = useState<CheckedWishes | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const now = text ?? value;
  const version = itemsVersion.value;
  useEffect(() => {
    if (now.trim() === "") return say(null);
    let isStale = false;
    const timer = setTimeout(() => {
      // Without an answer nothing is known to be wrong.
      studio.connection.request("wishes", { text: now }).then((answer) => !isStale && say(answer), () => undefined);
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [now, version]);
  const commit = (): void => {
    if (text === null) return;
    if (text === value) return type(null);
    // The last check may be of what was written before; the server has the last word.
    studio.connection.request("wishes", { text }).then((answer) => {
      say(answer);
      if (!answer.parses) return;
      set(text);
      type(null);
    }, () => undefined);
  };
  const wish = now.trim() === "" ? null : checked?.wish;
  const show = (): void => {
    if (!wish || !area.current) return;
    const before = now.split("\n").slice(0, wish.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    area.current.focus();
    area.current.setSelectionRange(before + wish.column - 1, before + (now.split("\n")[wish.line - 1]?.length ?? 0));
  };
  return (
    <>
      <textarea
        ref={area}
        class={`wishes${wish ? " wrong" : ""}`}
        aria-label={label}
        aria-invalid={wish ? "true" : "false"}
        rows={Math.min(10, Math.max(3, now.split("\n").length))}
        spellcheck={false}
        placeholder={EXAMPLE}
        value={now}
        onInput={(e) => {
          type(e.currentTarget.value);
          if (live) set(e.currentTarget.value);
        }}
        onBlur={commit}
      />
      {wish ? (
        <div class="notice danger" role="alert">
          <strong>Line {wish.line}, column {wish.column}</strong>, <code>{wish.text}</code>: {wish.problem}.
          <button onClick={show}>Show it</button>
        </div>
      ) : checked?.message && now.trim() !== "" ? (
        <div class="notice danger" role="alert">{checked.message}</div>
      ) : checked && now.trim() !== "" ? (
        <p class="help" role="status">{checked.wishes === 1 ? "One wish, understood." : `${checked.wishes} wishes, understood.`}</p>
      ) : null}
    </>
  );
}

/** How a wish is written, in short. */
export function WishesHelp() {
  return (
    <p class="help">
      One <Term name="wish">wish</Term> a line: <code>avoid</code> or <code>prefer</code> (with a <code>weight</code>), <code>never</code>, <code>via</code>; then <code>in</code> or{" "}
      <code>near</code> a <Term name="thing">thing</Term>, a region or <code>wall</code>, or <code>behind</code>, <code>in front of</code>, <code>left of</code>, <code>right of</code>,{" "}
      <code>in sight of</code> a thing, <code>between</code> two.
    </p>
  );
}

/** The switch of the colours, and what they mean. */
export function WishesField({ studio }: { studio: Studio }) {
  theme.value;
  const top = studio.picture.layers.largestWeight.value;
  const times = (weight: number): string => `×${(1.1 ** weight).toFixed(weight < 10 ? 1 : 0)}`;
  return (
    <>
      <Toggle on={showWishes.value} set={(on) => (showWishes.value = on)} title="What wishes make of every place">Multiplier field as colour</Toggle>
      {showWishes.value && wishesShown.value.trim() !== "" && (
        <>
          <Ramp from="repels" to="attracts" colours={WISHED} />
          <p class="help">
            A metre of the darkest brown counts as {times(top || 5)} as far as one without colour; blue as that much less.{" "}
            <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" fill={FORBIDDEN} fill-opacity="0.6" /></svg>
            Forbidden.
          </p>
        </>
      )}
    </>
  );
}

/** In Run: whose wishes are shown. */
export function RunWishes({ studio }: { studio: Studio }) {
  const all = wishers.value;
  if (all.length === 0) return null;
  const shown = all.find(({ key }) => key === wishersChosen.value) ?? all[0];
  const until = shown.source?.wishes_until;
  return (
    <Section title="Wishes">
      {all.length > 1 && (
        <Field label="Of">
          <Choice label="Whose wishes are shown" value={String(shown.key)} options={all.map(({ key, name }) => [String(key), name ?? `source ${key}`] as const)} set={(key) => (wishersChosen.value = Number(key))} />
        </Field>
      )}
      <pre class="wishes">{shown.source?.wishes}</pre>
      {until !== undefined && until !== null && <p class="help">Until {until} s; then they take the shortest way.</p>}
      <WishesField studio={studio} />
    </Section>
  );
}
