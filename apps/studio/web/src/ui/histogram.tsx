// How often something took how long: bars on a logarithmic scale, with the median and the 99th percentile marked.

import { bins, percentile } from "../geometry/bins.ts";

const [WIDTH, HEIGHT, FOOT] = [260, 74, 14];

export function Histogram(props: { title: string; times: readonly number[]; show(time: number): string }) {
  const { title, times, show } = props;
  if (times.length < 2) return null;
  const { counts, least, factor } = bins(times);
  const most = Math.max(...counts);
  const bar = WIDTH / counts.length;
  const place = (time: number) => (Math.log(Math.max(time, least) / least) / Math.log(factor)) * bar;
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const end = least * factor ** counts.length;
  return (
    <figure class="histogram">
      <figcaption>{title}: median {show(p50)}, 99 % {show(p99)}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${times.length} times, median ${show(p50)}, 99th percentile ${show(p99)}`}>
        {counts.map((n, i) => n > 0 && (
          <rect key={i} class="bar" x={i * bar + 0.5} width={Math.max(1, bar - 1)} y={(HEIGHT - FOOT) * (1 - n / most)} height={((HEIGHT - FOOT) * n) / most}>
            <title>{`${n} of ${times.length} from ${show(least * factor ** i)} to ${show(least * factor ** (i + 1))}`}</title>
          </rect>
        ))}
        {[p50, p99].map((time, i) => <line key={i} class={i === 0 ? "median" : "tail"} x1={place(time)} x2={place(time)} y1={0} y2={HEIGHT - FOOT} />)}
        <text x={0} y={HEIGHT - 2}>{show(least)}</text>
        <text x={WIDTH} y={HEIGHT - 2} text-anchor="end">{show(end)}</text>
      </svg>
    </figure>
  );
}
