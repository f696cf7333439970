import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import type { Comparison } from './comparison.js';

/** Renders a comparison. @returns an SVG document */
export function comparisonChart({ rebase, times, items }: Comparison, { theme, width, height }: ChartLook): Promise<string> {
  const distinct = (values: string[]) => [...new Set(values)];
  const currencies = distinct(items.map(({ currency }) => currency));
  const providers = distinct(items.map(({ provenance }) => provenance.provider));
  const money = currencies.length === 1 ? currencies : [`each in its own currency (${currencies.join(', ')})`];
  const isStale = items.some(({ provenance }) => provenance.stale);
  return lineChart({
    title: items.map(({ symbol }) => symbol).join(', '),
    subtitle: [`1d, rebased to ${rebase}`, ...money, providers.join(', '), ...(isStale ? ['not up to date'] : [])].join(' · '),
    notice: noticeOf(providers),
    series: items.map(({ symbol, values }) => ({ name: symbol, points: values.map((value, index) => ({ time: times[index] as Date, value })) })),
    unit: '',
    baseline: rebase,
    theme,
    width,
    height,
  });
}

function noticeOf(providers: readonly string[]): string | undefined {
  if (!providers.includes('simulator')) return undefined;
  return providers.length === 1 ? 'simulator – not real data' : 'partly simulator – not real data';
}
