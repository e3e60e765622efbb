// Figures, printed and not judged: the machine may be busy with other things.

import { loadavg } from "node:os";
import { drag, eventually, framesPerSecond, goOnWithoutSaving, keepScreenshot, newWorld, place, row, tab, worldNamed } from "./looking.mjs";
import { secondsOfChildren } from "./processor.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";

export async function figures({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await twentyThousandPeople(page, screenshots, print);
    await twentyThousandVertices(page, screenshots, print);
  });
}

async function twentyThousandPeople(page, screenshots, print) {
  await newWorld(page, 300, 200);
  await page.getByLabel("What the tools draw", { exact: true }).selectOption("source");
  await page.getByRole("button", { name: /^Rectangle/ }).click();
  await drag(page, await place(page, 0.12, 0.12), await place(page, 0.86, 0.86));
  await page.getByRole("button", { name: /^Select/ }).click();
  const edge = await place(page, 0.5, 0.5);
  await page.mouse.click(edge.x, edge.y);
  const people = page.locator(".field", { hasText: "People" }).locator("input");
  await people.fill("20000");
  await people.press("Enter");
  await page.waitForTimeout(500);
  await tab(page, "Run");
  // A run of that many is begun aside, by itself: nobody has walked yet.
  await eventually("20,000 people", async () => /20,000 inside/.test(await page.locator(".transport").innerText()), 60_000);
  await page.getByRole("button", { name: "Reset now" }).waitFor({ state: "detached" });
  const play = page.getByRole("button", { name: /^Play/ });
  if ((await play.count()) > 0) await play.click();
  const before = secondsOfChildren();
  const seen = [];
  for (let i = 0; i < 6; i++) {
    await page.waitForTimeout(1000);
    seen.push(await framesPerSecond(page));
  }
  const after = secondsOfChildren();
  const frames = seen.reduce((sum, n) => sum + n, 0);
  print(`20,000 people: ${seen.join(", ")} frames a second in the page; ${(await page.locator(".wide-only").innerText()).trim()}`);
  print(`the browser took ${(((after.browser - before.browser) * 1000) / frames).toFixed(0)} ms of processor time a frame drawn; browser and program together ${((after.browser + after.program - before.browser - before.program) / 6).toFixed(2)} processors`);
  await keepScreenshot(page, screenshots, "figures-20000-people");
}

async function twentyThousandVertices(page, screenshots, print) {
  const features = [[[0, 0], [400, 0], [400, 400], [0, 400], [0, 0]]].map((ring) => feature("outline", ring));
  for (let i = 0; i < 2500; i++) {
    const [cx, cy] = [(i % 50) * 8 + 4, Math.floor(i / 50) * 8 + 4];
    const ring = Array.from({ length: 9 }, (_, k) => [cx + 2 * Math.cos((k % 8) * 0.785 + i), cy + 2 * Math.sin((k % 8) * 0.785 + i)]);
    features.push(feature("obstacle", ring));
  }
  await tab(page, "Draw");
  await dropFile(page, "pillars.geojson", JSON.stringify({ type: "FeatureCollection", features }));
  await goOnWithoutSaving(page);
  await worldNamed(page, "pillars");
  await page.waitForTimeout(1000);
  await page.getByLabel("What the tools draw", { exact: true }).selectOption("obstacle");
  await page.getByRole("button", { name: /^Rectangle/ }).click();
  await tab(page, "Mesh");
  await page.waitForTimeout(1000);
  print(`edit to screen, ${await row(page, "Vertices")} vertices: ${await editTimes(page, 0.3)}`);
  await page.keyboard.press("1");
  await page.waitForTimeout(1000);
  print(`the same with the triangulation shown: ${await editTimes(page, 0.55)}`);
  await keepScreenshot(page, screenshots, "figures-20000-vertices");
}

const EDITS = 20;

/** Draws twenty rectangles, one above the other, and tells what the panel says of them. */
async function editTimes(page, x) {
  const [screen, map] = [[], []];
  const start = secondsOfChildren();
  for (let i = 0; i < EDITS; i++) {
    const before = await row(page, "Map version");
    await drag(page, await place(page, x, 0.2 + 0.03 * i), await place(page, x + 0.04, 0.215 + 0.03 * i), 2);
    await eventually("an edit", async () => (await row(page, "Map version")) !== before && (await row(page, "From hand to screen")) !== "–");
    screen.push(inMilliseconds(await row(page, "From hand to screen")));
    map.push(inMilliseconds(await row(page, "In the map")));
    await page.waitForTimeout(1200);
  }
  const each = ((secondsOfChildren().browser - start.browser) * 1000) / EDITS;
  return `${each.toFixed(0)} ms of the browser's processor time, preview and glow included; to the screen ${spread(screen)}; to the map ${spread(map)}; load ${loadavg()[0].toFixed(1)}`;
}

const inMilliseconds = (text) => Number.parseFloat(text) * (/ms/.test(text) ? 1 : /µs/.test(text) ? 1e-3 : 1e3);

function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)].toFixed(1);
  return `${at(0.5)} ms in the middle, ${at(0.95)} ms at the 95th percentile, ${at(1)} ms at most`;
}

const feature = (kind, ring) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates: [ring] } });
