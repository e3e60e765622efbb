// How much processor time a process and its children have taken: a figure that other work on the machine hardly changes.

import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

function processes() {
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in brackets may hold anything; the fields are counted from behind it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      all.set(Number(pid), { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND });
    } catch {
      // It has just ended.
    }
  }
  return all;
}

/** Seconds of processor time that the children of this test have taken so far: the browser and the program. */
export function secondsOfChildren() {
  const all = processes();
  const isOurs = (pid) => pid === process.pid || (all.has(pid) && isOurs(all.get(pid).parent));
  const sums = { browser: 0, program: 0 };
  for (const [pid, { seconds }] of all) {
    if (pid === process.pid || !isOurs(pid)) continue;
    sums[commandOf(pid).includes("chromium") ? "browser" : "program"] += seconds;
  }
  return sums;
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
