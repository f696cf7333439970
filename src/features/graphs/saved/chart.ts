import type { Owned } from '../../../resources/owned-table.js';
import type { Adjustment } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import type { Join } from '../expression/aligned-series.js';

export const axes = ['left', 'right'] as const;
export type Axis = (typeof axes)[number];
export const seriesStyles = ['line', 'dashed', 'area', 'bars'] as const;
export type SeriesStyle = (typeof seriesStyles)[number];

/** A series of a chart: an expression with its name and style. */
export interface ChartSeries {
  name: string;
  expression: string;
  axis: Axis;
  style: SeriesStyle;
}

/** The series of a chart, its interval and its range. */
export interface ChartDefinition {
  /** 1 to `MAX_SERIES` series. */
  series: ChartSeries[];
  interval: Interval;
  /** Start of the range: RFC 3339 or a plain date; null: `lastDays` before the end. */
  from: string | null;
  /** Exclusive end of the range, in the format of `from`; null: now. */
  to: string | null;
  lastDays: number;
  join: Join;
  adjustment: Adjustment;
}

/** The content of a chart that its owner chooses. */
export interface ChartContent extends ChartDefinition {
  name: string;
}

/** A chart with its owner, its version, and the hash of the token of its public address. */
export interface Chart extends ChartContent, Owned {
  /** SHA-256 of the token of the chart's public address; null while the chart is not shared. */
  shareHash: string | null;
  sharedAt: Date | null;
}

export const MAX_SERIES = 10;

export const chartDefaults = {
  interval: '1d',
  from: null,
  to: null,
  lastDays: 365,
  join: 'common',
  adjustment: 'splits',
} as const;
