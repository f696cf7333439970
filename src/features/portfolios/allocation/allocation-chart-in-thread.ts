import { categoryBars } from '../../../charts/category-bars.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { simulatorNotice } from '../simulator-notice.js';
import type { Grouping } from './grouping.js';

export interface AllocationDrawing {
  title: string;
  by: Grouping;
  currency: string;
  /** Day at whose end the portfolio is valued, as text. */
  asOf: string;
  groups: ReadonlyArray<{ name: string; weight: number | null }>;
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
    subtitle: `allocation by ${captions[by]}, ${currency}, ${asOf}`,
    notice: simulatorNotice(providers),
    series: [{ name: 'Weight', color: 'line1' }],
    bars: groups.flatMap(({ name, weight }) => (weight === null ? [] : [{ name, values: [weight * 100] }])),
    unit: '%',
    decimals: 1,
  });
}

export const allocationChartInThread = threadFunction<typeof drawAllocation>(
  new URL(import.meta.url),
  'drawAllocation',
);
