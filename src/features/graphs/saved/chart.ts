import type { Owned } from '../../../resources/owned-table.js';
import type { Adjustment } from '../../markets/candle.js';
import type { MarkKind } from '../../markets/charts/mark-kinds.js';
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

export const scales = ['linear', 'log'] as const;
export type ChartScale = (typeof scales)[number];

/** Options of the image of a chart, which do not change its values. */
export interface ChartDrawing {
  /** Scale of the value axes of the image. */
  scale: ChartScale;
  /** Indicators of the first series, over the lines and in panels below them, such as `sma:20`. */
  overlay: string[];
  panel: string[];
  /** Symbols that are drawn too; all series on the left axis then begin at 100. */
  compare: string[];
  /** Kinds of marks below the lines. */
  marks: MarkKind[];
}

/** The series of a chart, its interval and its range. */
export interface ChartDefinition extends ChartDrawing {
  /** 1 to `MAX_SERIES` series. */
  series: ChartSeries[];
  interval: Interval;
  /** Start of the range: RFC 3339 or a plain date; null: `lastDays` before the end. */
  from: string | null;
  /** End of the range, exclusive, in the format of `from`; null: now. */
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
  scale: 'linear',
  overlay: [] as string[],
  panel: [] as string[],
  compare: [] as string[],
  marks: [] as MarkKind[],
} as const;
