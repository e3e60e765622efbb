// The small parts that panels are made of.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

export function Section(props: { title: string; children: ComponentChildren; help?: string; open?: boolean; toggled?(open: boolean): void }) {
  return (
    <details class="section" open={props.open ?? true} onToggle={(e) => props.toggled?.(e.currentTarget.open)}>
      <summary>{props.title}</summary>
      {props.help && <p class="help">{props.help}</p>}
      {props.children}
    </details>
  );
}

export function Field(props: { label: string; children: ComponentChildren; title?: string }) {
  return (
    <label class="field" title={props.title}>
      <span>{props.label}</span>
      {props.children}
    </label>
  );
}

interface NumberProps {
  value: number;
  set(value: number): void;
  least?: number;
  most?: number;
  step?: number;
  unit?: string;
  label?: string;
}

/** A number that takes effect on Enter or when it is left; what is out of range is brought back into it. */
export function NumberInput({ value, set, least, most, step, unit, label }: NumberProps) {
  const commit = (input: HTMLInputElement) => {
    const given = input.valueAsNumber;
    const within = Math.min(most ?? Infinity, Math.max(least ?? -Infinity, given));
    if (Number.isFinite(given) && within !== value) set(within);
    input.value = String(Number.isFinite(within) ? within : value);
  };
  return (
    <span class="number">
      <input
        type="number"
        value={value}
        min={least}
        max={most}
        step={step ?? "any"}
        aria-label={label}
        onBlur={(e) => commit(e.currentTarget)}
        onKeyDown={(e) => {
          if (e.key !== "Enter") return;
          // In a form Enter is the form's; else the keys are the map's again, and what is left counts, once.
          if (e.currentTarget.form) commit(e.currentTarget);
          else e.currentTarget.blur();
        }}
      />
      {unit && <em>{unit}</em>}
    </span>
  );
}

export function Slider(props: NumberProps & { show?: (value: number) => string }) {
  const { value, set, least = 0, most = 1, step, label } = props;
  return (
    <span class="slider">
      <input
        type="range"
        value={value}
        min={least}
        max={most}
        step={step ?? "any"}
        aria-label={label}
        onInput={(e) => set(e.currentTarget.valueAsNumber)}
      />
      <output>{props.show ? props.show(value) : value}</output>
    </span>
  );
}

export function Choice<T extends string>(props: {
  value: T;
  options: readonly (readonly [T, string])[];
  set(value: T): void;
  label?: string;
}) {
  const byPointer = useRef(false);
  return (
    <select
      value={props.value}
      aria-label={props.label}
      onPointerDown={() => (byPointer.current = true)}
      onKeyDown={() => (byPointer.current = false)}
      onChange={(e) => {
        props.set(e.currentTarget.value as T);
        // Who chose with the pointer goes on with the pointer and one-letter keys; those must not land in here.
        if (byPointer.current) e.currentTarget.blur();
      }}
    >
      {props.options.map(([value, text]) => (
        <option key={value} value={value} selected={value === props.value}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function Toggle(props: { on: boolean; set(on: boolean): void; children: ComponentChildren; title?: string }) {
  return (
    <label class="toggle" title={props.title}>
      <input type="checkbox" checked={props.on} onChange={(e) => props.set(e.currentTarget.checked)} />
      <span>{props.children}</span>
    </label>
  );
}

export function Rows(props: { rows: readonly (readonly [ComponentChildren, ComponentChildren])[] }) {
  return (
    <dl class="rows">
      {props.rows.map(([name, value], i) => (
        <div key={typeof name === "string" ? name : i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A text that takes effect on Enter or when it is left. */
export function TextInput(props: { value: string; set(value: string): void; placeholder?: string; label?: string }) {
  const [text, type] = useState<string | null>(null);
  const commit = () => {
    if (text !== null && text !== props.value) props.set(text);
    type(null);
  };
  return (
    <input
      type="text"
      value={text ?? props.value}
      placeholder={props.placeholder}
      aria-label={props.label}
      onInput={(e) => type(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => e.key === "Enter" && commit()}
    />
  );
}

export const count = (n: number): string => n.toLocaleString("en-US");

export const metres = (m: number): string =>
  m >= 100 ? `${m.toFixed(0)} m` : m >= 1 ? `${m.toFixed(2)} m` : `${(m * 100).toFixed(0)} cm`;

export const milliseconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? "–" : ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : ms < 100 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
