// Files that come in: dropped, chosen or pasted.

import { boxOf } from "../geometry/plane.ts";
import { movedBy } from "../geometry/reshape.ts";
import type { NewItem } from "../protocol/messages.ts";
import { activity, selected, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { visibleBox } from "../view/camera.ts";
import { takeDxf } from "./dxf_dialog.tsx";
import { say } from "./toasts.tsx";

/** Larger files are refused here, before they are read into memory. */
const LARGEST = 64 * 1024 * 1024;

export async function takeFile(studio: Studio, file: File): Promise<void> {
  if (file.type.startsWith("image/") && !file.type.includes("svg")) return takePicture(studio, file);
  if (file.size > LARGEST) {
    return say(`${file.name} has ${(file.size / 1048576).toFixed(0)} MB; files of up to 64 MB can be dropped. Larger ones open from the folder.`, "error");
  }
  if (file.size === 0) return say(`${file.name} is empty, or a folder.`, "error");
  if (/\.dxf$/i.test(file.name)) return takeDxf(file);
  await studio.openFile(file);
}

async function takePicture(studio: Studio, file: File): Promise<void> {
  const { stage, backdrop } = studio.picture;
  const over = world.value?.bounds ?? visibleBox(stage.camera.peek(), stage.size.peek());
  try {
    await backdrop.open(file, over);
    activity.value = "draw";
    say("The floor plan lies behind the drawing. Set its scale in the panel: two clicks and a length.");
  } catch (error) {
    say(error instanceof Error ? `${error.message}.` : "This picture cannot be shown.", "error");
  }
}

export function choosePicture(studio: Studio): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void takePicture(studio, file);
  };
  input.click();
}

export function listenForFiles(studio: Studio, element: HTMLElement): void {
  let depth = 0;
  const show = (by: number): void => {
    depth = Math.max(0, depth + by);
    element.classList.toggle("dropping", depth > 0);
  };
  element.addEventListener("dragenter", (e) => {
    e.preventDefault();
    show(1);
  });
  element.addEventListener("dragleave", () => show(-1));
  element.addEventListener("dragover", (e) => e.preventDefault());
  element.addEventListener("drop", (e) => {
    e.preventDefault();
    show(-depth);
    void takeAll(studio, [...(e.dataTransfer?.files ?? [])]);
  });
  document.addEventListener("paste", (e) => takePasted(studio, e));
}

/** In order: a scene and the scenario beside it make sense only one after the other. */
async function takeAll(studio: Studio, files: File[]): Promise<void> {
  for (const file of files) await takeFile(studio, file);
}

let copied: NewItem[] = [];

export function copySelection(): void {
  copied = selected.value.map(({ key: _, fill: __, ...item }) => item);
  if (copied.length > 0) say(`${copied.length} copied; Ctrl+V puts a copy beside.`);
}

function takePasted(studio: Studio, event: ClipboardEvent): void {
  if ((event.target as Element | null)?.closest?.("input,select,textarea")) return;
  const file = event.clipboardData?.files[0];
  if (file) return void takeFile(studio, file);
  const text = event.clipboardData?.getData("text/plain").trim() ?? "";
  const kind = text.startsWith("{") ? "geojson" : /^(multi)?(polygon|linestring|geometrycollection)/i.test(text) ? "wkt" : null;
  if (kind) return void studio.openFile(new File([text], `pasted.${kind}`));
  if (copied.length > 0) void pasteCopies(studio);
  else if (text) say("What was pasted is neither GeoJSON nor WKT.", "warning");
}

export async function duplicateSelection(studio: Studio): Promise<void> {
  copied = selected.value.map(({ key: _, fill: __, ...item }) => item);
  await pasteCopies(studio);
}

async function pasteCopies(studio: Studio): Promise<void> {
  const box = boxOf(copied.flatMap((item) => item.rings.flat()));
  if (!box) return;
  const by = 0.1 * Math.max(box[2] - box[0], box[3] - box[1], 1);
  copied = copied.map((item) => {
    const { key: _, ...moved } = movedBy({ ...item, key: 0 }, [by, -by]);
    return moved;
  });
  await studio.paste(copied);
}
