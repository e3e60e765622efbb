// Teams that plan in space and time: a scenario of the gallery, the plan of an agent in every domain over a slider of time, footprints.

import assert from "node:assert/strict";
import { ask, eventually, keepScreenshot, onScreen, pauseRun, stepOf, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

/** Opens a scenario from the gallery and waits until it runs. */
async function openScenario(page, name) {
  await page.keyboard.press("g");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await page.locator(".world-name", { hasText: name }).waitFor();
  await tab(page, "Run");
  await eventually(`${name} goes on`, async () => (await stepOf(page)) > 5, 20_000);
}

const routeOf = async (page, agent) => (await ask(page, { do: "route", agent })).replies[0].ok;

/** Clicks on an agent where the server says it is. */
async function followAgent(page, agent) {
  const { position } = await routeOf(page, agent);
  const [at] = await onScreen(page, position);
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y);
  await page.locator("summary", { hasText: `Following person ${agent}` }).waitFor({ timeout: 5000 });
}

/** An agent with a plan of many states in every domain: on a busy machine a run may be paused late, when the first has hardly any left. */
async function whoHasFarToGo(page) {
  const lengths = [];
  for (let agent = 0; agent < 8; agent++) {
    const { plan, timed, grid } = (await routeOf(page, agent)).domains;
    if (plan.length > 5 && timed.length > 5 && grid.length > 1) return agent;
    lengths.push([plan, timed, grid].map((states) => states.length));
  }
  return assert.fail(`plans of ${JSON.stringify(lengths)} states`);
}

export async function teams({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "deadlock" }, async (page) => {
    await tab(page, "Run");
    await eventually("frames", async () => (await stepOf(page)) > 60, 20_000);
    await pauseRun(page);
    const agent = await whoHasFarToGo(page);
    await followAgent(page, agent);
    const section = page.locator("details", { hasText: "Plans in space and time" });
    for (const name of ["Σ1 static mesh", "Σ2 dynamic mesh", "Σ3 grid", "Tunnel in space-time", "Σ4 space-time"]) {
      await eventually(`${name} can be shown`, async () => (await section.innerText()).includes(name));
    }
    assert.ok(!(await section.innerText()).includes("Σ5"));
    const { domains } = await routeOf(page, agent);
    assert.ok(domains.plan.every(([at], i) => i === 0 || at > domains.plan[i - 1][0]), "times rise");
    await keepScreenshot(page, screenshots, "team-deadlock");

    // The slider shows where the agent will be, as its plan says.
    const slider = page.getByLabel("Seconds ahead", { exact: true });
    await slider.fill("5");
    const said = async () => (await section.locator(".rows").last().innerText()).replaceAll("\n", " ");
    const [when] = [domains.time + 5];
    const next = domains.plan.findIndex(([at]) => at > when);
    const [[t0, x0], [t1, x1]] = [domains.plan[next - 1], domains.plan[next]];
    const x = x0 + ((x1 - x0) * (when - t0)) / (t1 - t0);
    await eventually("the place in five seconds", async () => (await said()).includes(`${x.toFixed(1)}, `));
    await keepScreenshot(page, screenshots, "team-deadlock-later");
    // What is switched off is not drawn.
    const canvas = () => page.locator(".canvas canvas").screenshot();
    const all = await canvas();
    for (const i of [0, 1, 2, 3]) await section.locator(".toggle input").nth(i).click();
    await eventually("less on the map", async () => !(await canvas()).equals(all));
    await keepScreenshot(page, screenshots, "team-deadlock-plan-alone");
    for (const i of [0, 1, 2, 3]) await section.locator(".toggle input").nth(i).click();

    // To the end: all at their goals, nobody touched anybody.
    await page.keyboard.press("Escape");
    await page.getByLabel("Speed", { exact: true }).selectOption("16");
    await page.getByRole("button", { name: /^Play/ }).click();
    await eventually("everyone at their goals", async () => /At their goals\s*8 of 8/.test(await section.innerText()), 60_000);
    await eventually("no overlaps", async () => /Overlaps seen\s*0/.test(await section.innerText()), 20_000);
    print(`deadlock ended after ${await stepOf(page)} frames`);
  });

  await withStudio({ browser, binary, first: "space-time-goals" }, async (page) => {
    await tab(page, "Run");
    await eventually("frames", async () => (await stepOf(page)) > 30, 20_000);
    // At the pace of real life frames keep up: 30 steps a second.
    const [from, begin] = [await stepOf(page), performance.now()];
    await page.waitForTimeout(3000);
    const pace = ((await stepOf(page)) - from) / ((performance.now() - begin) / 1000);
    print(`space-time-goals: ${pace.toFixed(1)} frames a second while watched`);
    await pauseRun(page);
    await followAgent(page, 0);
    const section = page.locator("details", { hasText: "Plans in space and time" });
    await eventually("the interval that is wanted", async () => /wanted 39–41 s/.test(await section.innerText()));
    await page.getByLabel("Seconds ahead", { exact: true }).fill("12");
    await keepScreenshot(page, screenshots, "team-goals");
  });

  await withStudio({ browser, binary, first: "footsteps" }, async (page) => {
    await tab(page, "Run");
    await eventually("the walker goes", async () => (await stepOf(page)) > 150, 30_000);
    await pauseRun(page);
    await followAgent(page, 0);
    const { domains } = await routeOf(page, 0);
    assert.ok(domains.footprints.length > 20, `${domains.footprints.length} footprints`);
    assert.ok(domains.footprints.every(([, left], i) => i === 0 || left !== domains.footprints[i - 1][1]), "left, right, left");
    const section = page.locator("details", { hasText: "Plans in space and time" });
    await eventually("footsteps", async () => /Σ5 footsteps/.test(await section.innerText()));
    await keepScreenshot(page, screenshots, "team-footsteps");
  });

  await withStudio({ browser, binary }, async (page) => {
    await openScenario(page, "four-way-crossing");
    await pauseRun(page);
    await followAgent(page, 3);
    await keepScreenshot(page, screenshots, "team-crossing");
    // Another world knows nothing of teams.
    await page.keyboard.press("g");
    await page.getByRole("button", { name: /^bottleneck/ }).click();
    await page.locator(".world-name", { hasText: "bottleneck" }).waitFor();
    await eventually("no team", async () => (await page.locator("summary", { hasText: "Plans in space and time" }).count()) === 0);
  });
}
