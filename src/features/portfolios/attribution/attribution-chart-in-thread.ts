import { categoryBars } from '../../../charts/category-bars.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatNumber } from '../../../charts/scale.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { simulatorNotice } from '../simulator-notice.js';
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
  const frame = { ...look, title, notice: simulatorNotice(providers), unit: '%', decimals: 2 };
  const valuesOf = ({ contribution, allocation, selection, interaction }: AttributionDrawing['segments'][number]) =>
    (benchmark === null ? [contribution] : [allocation, selection, interaction]).map((share) => share * 100);
  const size = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const bars = segments
    .map((segment) => ({ name: segment.name, values: valuesOf(segment) }))
    .filter(({ values }) => values.some((value) => Math.abs(value) >= MIN_SHOWN))
    .sort((a, b) => size(b.values) - size(a.values));
  const other = benchmark !== null && benchmark.length > 60 ? 'the benchmark' : benchmark;
  const percent = (share: number) => `${formatNumber(100 * share, 2)} %`;
  const what = other === null ? 'contribution to the return' : `difference to ${other}`;
  const totals =
    returns === null
      ? ''
      : `portfolio ${percent(returns.portfolio)}${other === null ? '' : `, benchmark ${percent(returns.benchmark)}`}`;
  // An effect that is zero in all segments has no entry in the legend.
  const all = other === null ? contribution : effects;
  const used = all.map((_, index) => bars.some(({ values }) => Math.abs(values[index] ?? 0) >= MIN_SHOWN));
  return categoryBars({
    ...frame,
    subtitle: [`${what} by ${captions[by]}`, totals, period].filter((part) => part !== '').join(' · '),
    series: all.filter((_, index) => used[index]),
    bars: bars.map(({ name, values }) => ({ name, values: values.filter((_, index) => used[index]) })),
  });
}

export const attributionChartInThread = threadFunction<typeof drawAttribution>(
  new URL(import.meta.url),
  'drawAttribution',
);
