// Run: replanning strategies on a roadmap of the world, two side by side, swept, in a table, and what is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually, keepScreenshot, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

export async function comparesStrategies({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "plaza" }, async (page) => {
    await tab(page, "Run");
    await page.getByRole("button", { name: "Compare on a roadmap" }).click();
    const dialog = page.locator("dialog", { has: page.locator(".strategies") });
    const done = (what) => eventually(what, async () => (await dialog.locator("span[role=status]").count()) === 0, 120_000);
    await dialog.getByText("Trips, mesh and parameters").click();
    const agents = dialog.getByLabel("Agents", { exact: true });
    await agents.fill("600");
    await agents.press("Enter");
    await dialog.getByRole("button", { name: "Run both" }).click();
    const table = dialog.getByRole("table", { name: "Runs along the roadmap" });
    await eventually("both runs in the table", async () => (await table.locator("tbody tr").count()) === 2, 120_000);
    await done("the end of both runs");
    // Different strategies look different, and a moment later each is another picture.
    const pictures = () => page.evaluate(() => [...document.querySelectorAll(".two-runs canvas")].map((canvas) => canvas.toDataURL()));
    const now = await eventually("two strategies, two pictures", async () => {
      const drawn = await pictures();
      return drawn[0] !== drawn[1] && drawn;
    });
    await dialog.getByRole("button", { name: "Play both" }).click();
    await eventually("pictures that change", async () => (await pictures()).every((picture, i) => picture !== now[i]));
    await dialog.getByRole("button", { name: "Pause both" }).click();
    await keepScreenshot(page, screenshots, "run-strategies");

    await dialog.getByText("Sweep over a parameter").click();
    await dialog.getByLabel("Values", { exact: true }).fill("0, 2");
    await dialog.getByLabel("Values", { exact: true }).press("Enter");
    await dialog.getByRole("button", { name: "Run the sweep" }).click();
    await eventually("the sweep in the table", async () => (await table.locator("tbody tr").count()) === 4, 120_000);
    await done("the end of the sweep");
    assert.equal(await dialog.locator(".uplot").count(), 2, "plots of travelling and of computing time");
    const coming = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Table as CSV" }).click();
    const rows = readFileSync(await (await coming).path(), "utf8").trim().split("\n");
    assert.equal(rows.length, 5);
    assert.match(rows[4], /^"a_star\/per_init, n 2",a_star,per_init,n,2,,,/);
    const parquet = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Table as Parquet" }).click();
    assert.equal(readFileSync(await (await parquet).path()).subarray(0, 4).toString(), "PAR1");
    print(`strategies, 600 agents: ${rows[1].split(",").slice(7, 10).join(", ")} without replanning`);
    await keepScreenshot(page, screenshots, "run-strategies-sweep");

    // Two parameters at a time, and two strategies at a time.
    await dialog.getByLabel("Also, right").selectOption("sight");
    await dialog.getByLabel("Second parameter", { exact: true }).selectOption("P");
    await dialog.getByRole("button", { name: "Run the sweep" }).click();
    await eventually("four combinations in the table", async () => (await table.locator("tbody tr").count()) === 8, 120_000);
    await done("the end of the combinations");
    assert.match(await table.locator("tbody tr").nth(7).locator("td").first().innerText(), /^a_star\/per_init\+sight, n 2, P 5$/);
    await dialog.getByRole("button", { name: "Clear" }).click();
    await dialog.getByRole("button", { name: "Run both" }).click();
    await eventually("a table of two", async () => (await table.locator("tbody tr").count()) === 2, 120_000);
    await done("the end of the two");

    // A start that is placed counts for the next run.
    await dialog.getByRole("button", { name: "place trip 1" }).click();
    const canvas = dialog.getByRole("img", { name: "The run on the left" });
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: box.width / 2, y: box.height - 12 } });
    await canvas.click({ position: { x: box.width / 2, y: 12 } });
    await eventually("the trip is placed", async () => (await dialog.getByText(/^Click the/).count()) === 0);
    const travel = await table.locator("tbody tr").first().locator("td").nth(1).innerText();
    await dialog.getByRole("button", { name: "Run both" }).click();
    await eventually("two more runs", async () => (await table.locator("tbody tr").count()) === 4, 120_000);
    await done("the end of both");
    assert.notEqual(await table.locator("tbody tr").nth(2).locator("td").nth(1).innerText(), travel);

    // What cannot be is said, and ends the list of runs.
    await dialog.getByLabel("Regions", { exact: true }).selectOption("grid");
    await dialog.getByLabel("Cell", { exact: true }).fill("0.1");
    await dialog.getByLabel("Cell", { exact: true }).press("Enter");
    await dialog.getByRole("button", { name: "Run both" }).click();
    await page.locator(".toast", { hasText: /choose larger/ }).waitFor();
    await done("the end of the refused run");
  });
}
