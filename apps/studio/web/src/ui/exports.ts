// Files that leave the page.

import type { ExportKind } from "../protocol/messages.ts";
import type { Studio } from "../studio.ts";
import { say } from "./toasts.tsx";

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  follow(url, name);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A table of figures as Parquet. */
export async function downloadTable(studio: Studio, name: string, columns: { name: string; values: (string | number | null)[] }[]): Promise<void> {
  const answer = await studio.ask("table", { name, columns });
  if (answer) follow(new URL(answer.url, document.baseURI).href, "");
}

export async function exportRun(studio: Studio, what: ExportKind): Promise<void> {
  const answer = await studio.ask("export", { what });
  if (answer?.url) {
    follow(new URL(answer.url, document.baseURI).href, "");
    say("The download has begun.");
  } else if (answer?.path) say(`Written to ${answer.path}.`);
}

function follow(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
