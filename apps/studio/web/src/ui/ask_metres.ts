// One number, asked for at once: how far apart two clicks are.

import { say } from "./toasts.tsx";

export function askMetres(): number | null {
  const text = window.prompt("How far apart are these two places, in metres?", "10");
  if (text === null) return null;
  const metres = Number(text.replace(",", "."));
  if (metres > 0 && Number.isFinite(metres)) return metres;
  say(`"${text}" is not a length in metres.`, "warning");
  return null;
}
