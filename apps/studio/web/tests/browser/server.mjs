// A real studio, started for the test in a folder of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { openPage } from "./looking.mjs";

export async function startServer(binary, first, variables = {}, folder = mkdtempSync(join(tmpdir(), "navigant-studio-"))) {
  const startedAt = performance.now();
  const args = ["studio", ...(first ? [first] : []), "--no-open", ...(first?.includes("/") ? [] : ["--folder", folder])];
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...variables } });
  let [said, wrong] = ["", ""];
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address after 30 s; it said: ${said}`)), 30_000);
    const hear = (bytes) => {
      said += bytes;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.stderr.on("data", (bytes) => (wrong += bytes));
    child.on("exit", (code) => reject(new Error(`${binary} ended with ${code}; it said: ${said}`)));
    child.on("error", reject);
  });
  /** Ends it as a system would, and waits until it has. */
  const end = () => {
    child.removeAllListeners("exit");
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
    return ended.finally(() => clearTimeout(timer));
  };
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  /** How much memory it has, in MB. */
  const memory = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024);
  /** What it said in its console for errors. */
  const complaints = () => wrong.split("\n").filter((line) => /panic|error|warn/i.test(line)).join("\n");
  return { url, folder, startedAt, end, stop, memory, complaints };
}

/** Runs a test with a studio and a page in it; both are gone afterwards, however it went. */
export async function withStudio({ browser, binary, first }, test, options) {
  const server = await startServer(binary, first);
  let opened = null;
  try {
    opened = await openPage(browser, server.url, options);
    await test(opened.page, server);
    assert.deepEqual(opened.trouble, [], "the page reported errors");
  } finally {
    await opened?.context.close();
    await server.stop();
  }
}
