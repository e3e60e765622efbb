// Times sorted into bins whose ends are in proportion. Pure.

export interface Bins {
  counts: number[];
  /** Where the first bin begins, and how many times that the next does. */
  least: number;
  factor: number;
}

const MOST_BINS = 28;

export function bins(times: readonly number[]): Bins {
  const above = times.filter((time) => time > 0);
  const least = Math.min(...above, Infinity);
  const most = Math.max(...above, 0);
  if (!(most > 0)) return { counts: [times.length], least: 1, factor: 2 };
  const factor = Math.max((most / least) ** (1 / MOST_BINS), 1.05);
  const counts = new Array<number>(Math.max(1, Math.min(MOST_BINS, Math.floor(Math.log(most / least) / Math.log(factor)) + 1))).fill(0);
  for (const time of times) {
    const bin = time > least ? Math.floor(Math.log(time / least) / Math.log(factor)) : 0;
    counts[Math.min(counts.length - 1, Math.max(0, bin))]++;
  }
  return { counts, least, factor };
}

/** The time that so large a share of them does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
