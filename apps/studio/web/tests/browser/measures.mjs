// Run: a measurement line and an area are drawn, count who passes, are charted, begin again with the run, and go.

import assert from "node:assert/strict";
import { ask, eventually, keepScreenshot, onScreen, pauseRun, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

export async function measures({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Run");
    await pauseRun(page);
    await page.getByRole("button", { name: /^Reset: start/ }).click();
    const heading = page.locator("summary", { hasText: /^Measurements/ });
    await heading.click();
    const draw = page.getByRole("button", { name: "Draw a line or an area" });
    const list = page.getByRole("list", { name: "What is measured" });
    const { events } = await ask(page);
    const [x0, y0, x1, y1] = events.find(({ event }) => event === "world").bounds;
    const at = (x, y) => [x0 + x * (x1 - x0), y0 + y * (y1 - y0)];
    const corners = async (...places) => {
      await draw.click();
      for (const { x, y } of await onScreen(page, ...places)) await page.mouse.click(x, y);
      await page.keyboard.press("Enter");
    };
    const count = list.locator("li");
    await corners(at(0.8, 0.02), at(0.8, 0.98));
    await eventually("a line", async () => (await count.count()) === 1);
    await corners(at(0.1, 0.1), at(0.45, 0.1), at(0.45, 0.9), at(0.1, 0.9));
    await eventually("an area", async () => (await count.count()) === 2);
    assert.equal(await page.getByRole("img", { name: /^Chart: (Flow over lines|Density of areas|Speed there)/ }).count(), 3);

    const stats = async () => (await ask(page, { do: "measure", lines: await drawn() })).replies[0].ok.measures;
    let lines = [];
    const drawn = async () => lines;
    lines = (await ask(page, { do: "step", count: 1 })).events.concat((await ask(page)).events)
      .filter(({ event }) => event === "stats").at(-1).measures.map(({ name, points }) => ({ name, points }));
    assert.deepEqual(lines.map(({ points }) => points.length), [2, 4]);
    await ask(page, { do: "step", count: 600 });
    const [line, area] = await stats();
    assert.ok(line.crossed[0] + line.crossed[1] > 10, `${line.crossed} went over the line`);
    assert.equal(Math.min(...line.crossed), 0, "nobody turns back at a bottleneck");
    assert.ok(Math.abs(area.density - area.inside / area.area) < 1e-9);
    await eventually("the line's count in the panel", async () => (await count.first().innerText()).includes(`${Math.max(...line.crossed)} `));
    await eventually("who has arrived where", async () => (await page.getByText("Arrived at").count()) === 1);
    print(`measured: ${line.crossed.join(" and ")} over the line, ${area.inside} in the area`);
    await keepScreenshot(page, screenshots, "run-measures");

    await page.getByRole("button", { name: /^Reset: start/ }).click();
    await eventually("counts from the start", async () => (await stats())[0].crossed.every((n) => n === 0));
    await page.getByRole("button", { name: "Remove all" }).click();
    await eventually("nothing is measured", async () => (await count.count()) === 0);
  });
}
