// Drives the studio in Chromium: node main.mjs BINARY SCREENSHOTS [NAME…]. Each activity end to end, pictures looked at,
// figures printed; nothing here fails for being slow.

import { chromium } from "playwright-core";
import { execFileSync } from "node:child_process";
import { comparesRecordings } from "./beside.mjs";
import { grows } from "./bounds.mjs";
import { charts } from "./charts.mjs";
import { documents } from "./documents.mjs";
import { draws } from "./draw.mjs";
import { edits } from "./editing.mjs";
import { figures } from "./figures.mjs";
import { keepsWork } from "./keeping.mjs";
import { listensToKeys } from "./keyboard.mjs";
import { tellsWhoKnows } from "./knowledge.mjs";
import { measures } from "./measures.mjs";
import { meshes } from "./mesh.mjs";
import { paths } from "./path.mjs";
import { comesAndGoes } from "./people.mjs";
import { readsPlans } from "./plans.mjs";
import { playsAlgorithms } from "./players.mjs";
import { records } from "./recordings.mjs";
import { marksRegions } from "./regions.mjs";
import { replays } from "./replay.mjs";
import { runs } from "./run.mjs";
import { looks } from "./looks.mjs";
import { teams } from "./teams.mjs";
import { comparesStrategies } from "./strategies.mjs";
import { withstands } from "./trouble.mjs";
import { tellsTheTruth } from "./truth.mjs";
import { uses } from "./uses.mjs";
import { wishes } from "./wishes.mjs";

const [binary, screenshots, ...only] = process.argv.slice(2);
if (!binary || !screenshots) {
  console.error("usage: node main.mjs BINARY SCREENSHOTS [NAME…]");
  process.exit(2);
}

const executablePath = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
// A page that the test itself serves (STUDIO_DIST, looking.mjs) is of no known network and may else not reach this one.
const own = process.env.STUDIO_DIST ? ["--disable-features=LocalNetworkAccessChecks"] : [];
const browser = await chromium.launch({
  executablePath,
  headless: true,
  // As root in a container there is no sandbox, and no graphics card: pixels are computed.
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", ...own],
});

const CASES = { runs, tellsWhoKnows, measures, comparesStrategies, draws, marksRegions, wishes, edits, grows, meshes, paths, playsAlgorithms, replays, records, comparesRecordings, readsPlans, comesAndGoes, teams, charts, tellsTheTruth, listensToKeys, keepsWork, withstands, looks, figures };
// Asked for by name: the README's pictures, which are committed and should change when the page does, and hours of use.
const ASKED = { documents, uses };
let failed = 0;
for (const [name, run] of Object.entries({ ...CASES, ...ASKED })) {
  if (only.length > 0 ? !only.includes(name) : name in ASKED) continue;
  const start = performance.now();
  try {
    await run({ browser, binary, screenshots, print: (text) => console.log(`    ${text}`) });
    console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error?.stack ?? error}`);
  }
}
await browser.close();
console.log(failed === 0 ? `all well; screenshots in ${screenshots}` : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
