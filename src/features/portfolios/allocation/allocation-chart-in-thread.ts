import { categoryBars } from '../../../charts/category-bars.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatNumber } from '../../../charts/scale.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { Grouping } from './grouping.js';

export interface AllocationDrawing {
  title: string;
  by: Grouping;
  currency: string;
  /** Day at whose end the portfolio is valued, as text. */
  asOf: string;
  groups: ReadonlyArray<{ name: string; weight: number | null; value: number }>;
  providers: readonly string[];
  look: ChartLook;
}

const captions: Record<Grouping, string> = {
  assetClass: 'asset class',
  currency: 'currency',
  sector: 'sector',
  country: 'country',
};

/** Draws the groups of a portfolio. Runs in a thread. @returns an SVG document */
export function drawAllocation({
  title,
  by,
  currency,
  asOf,
  groups,
  providers,
  look,
}: AllocationDrawing): Promise<string> {
  return categoryBars({
    ...look,
    title,
    subtitle: `Allocation by ${captions[by]} · ${currency} · ${asOf}`,
    notice: simulatedNotice(providers),
    series: [{ name: 'Weight', color: 'line1' }],
    bars: groups.flatMap(({ name, weight, value }) =>
      weight === null ? [] : [{ name, values: [weight * 100], note: formatNumber(value, 0) }],
    ),
    unit: '%',
    decimals: 1,
  });
}

export const allocationChartInThread = threadFunction<typeof drawAllocation>(
  new URL(import.meta.url),
  'drawAllocation',
);
