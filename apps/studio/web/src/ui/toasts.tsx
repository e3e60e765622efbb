// Messages that come and go: what the server refused and why, what was done.

import { signal } from "@preact/signals";

export type Tone = "info" | "warning" | "error";

interface Toast {
  id: number;
  text: string;
  tone: Tone;
  more: number;
}

const toasts = signal<Toast[]>([]);
const MOST = 3;
const STAYS_MS: Record<Tone, number> = { info: 4000, warning: 8000, error: 12000 };
let lastId = 0;

export function say(text: string, tone: Tone = "info"): void {
  const same = toasts.value.find((t) => t.text === text && t.tone === tone);
  if (same) {
    // The same thing again and again is one message with a number.
    toasts.value = toasts.value.map((t) => (t === same ? { ...t, more: t.more + 1 } : t));
    return;
  }
  const toast = { id: ++lastId, text, tone, more: 0 };
  toasts.value = [...toasts.value.slice(1 - MOST), toast];
  setTimeout(() => dismiss(toast.id), STAYS_MS[tone]);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((t) => t.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((t) => (
        <div key={t.id} class={`toast ${t.tone}`}>
          <span>
            {t.text}
            {t.more > 0 && <em> ×{t.more + 1}</em>}
          </span>
          <button class="bare" aria-label="Dismiss" onClick={() => dismiss(t.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
