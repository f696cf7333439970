import { type CategoryBar, categoryBars } from '../../../charts/category-bars.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { Effects } from './brinson.js';
import type { Division } from './report.js';

export interface AttributionDrawing {
  title: string;
  by: Division;
  period: string;
  /** Name of the benchmark; null: contributions are drawn instead of effects. */
  benchmark: string | null;
  /** Returns of the period as fractions; null without an attribution. */
  returns: { portfolio: number; benchmark: number } | null;
  segments: ReadonlyArray<Effects & { name: string; contribution: number }>;
  providers: readonly string[];
  look: ChartLook;
}

const captions: Record<Division, string> = {
  holding: 'holding',
  assetClass: 'asset class',
  sector: 'sector',
  currency: 'currency',
  country: 'country',
};
const effects = [
  { name: 'Allocation', color: 'line1' },
  { name: 'Selection', color: 'line2' },
  { name: 'Interaction', color: 'line3' },
] as const;
const contribution = [{ name: 'Contribution', color: 'line1' }] as const;
/** Minimum length of a bar (percent); smaller ones would not be visible. */
const MIN_SHOWN = 0.005;
/** Maximum length of the name of a benchmark in the subtitle. */
const MAX_NAME = 60;

/** Draws the effects or contributions of segments. Runs in a thread. @returns an SVG document */
export function drawAttribution({
  title,
  by,
  period,
  benchmark,
  returns,
  segments,
  providers,
  look,
}: AttributionDrawing): Promise<string> {
  const valuesOf = ({ contribution, allocation, selection, interaction }: AttributionDrawing['segments'][number]) =>
    (benchmark === null ? [contribution] : [allocation, selection, interaction]).map((fraction) => fraction * 100);
  const all = segments
    .map((segment) => ({ name: segment.name, values: valuesOf(segment) }))
    .filter(({ values }) => values.some((value) => Math.abs(value) >= MIN_SHOWN))
    .sort((one, other) => sumOf(other.values) - sumOf(one.values));
  // An effect that is zero in all segments has no entry in the legend.
  const kinds = benchmark === null ? contribution : effects;
  const used = kinds.map((_, index) => all.some(({ values }) => Math.abs(values[index] ?? 0) >= MIN_SHOWN));
  const series = kinds.filter((_, index) => used[index]);
  const bars = all.map(({ name, values }) => {
    const bar = { name, values: values.filter((_, index) => used[index]) };
    return series.length > 1 ? bar : { ...bar, color: sumOf(values) < 0 ? ('down' as const) : ('up' as const) };
  });
  const other = benchmark !== null && benchmark.length > MAX_NAME ? 'the benchmark' : benchmark;
  const what = other === null ? 'Contribution to the return' : `Difference from ${other}`;
  const only = series.length === 1 && benchmark !== null ? (series[0]?.name.toLowerCase() ?? '') : '';
  return categoryBars({
    ...look,
    title,
    subtitle: [`${what} by ${captions[by]}`, only, period].filter((part) => part !== '').join(' · '),
    notice: simulatedNotice(providers),
    unit: '%',
    decimals: 2,
    series,
    bars,
    totals: returns === null ? [] : totalsOf(returns, benchmark),
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the bars of the returns that the segments explain; with a benchmark, of their difference too. */
function totalsOf(returns: { portfolio: number; benchmark: number }, benchmark: string | null): CategoryBar[] {
  const bar = (name: string, fraction: number): CategoryBar => ({ name, values: [100 * fraction], color: 'muted' });
  const portfolio = bar('Portfolio', returns.portfolio);
  if (benchmark === null) return [portfolio];
  const difference = returns.portfolio - returns.benchmark;
  return [portfolio, bar('Benchmark', returns.benchmark), bar('Difference', difference)];
}

export const attributionChartInThread = threadFunction<typeof drawAttribution>(
  new URL(import.meta.url),
  'drawAttribution',
);
