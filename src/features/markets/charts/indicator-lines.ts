import { type ColorRole, lineRoles } from '../../../charts/palette.js';
import type { Indicator } from '../indicators/indicator-series.js';

/** A line of a candle chart. */
export interface ChartLine {
  /** One value per candle; NaN where there is none. */
  values: Float64Array;
  color: ColorRole;
  style: 'line' | 'dashed' | 'bars';
}

/** Lines with a name, over the prices or in a panel below them. */
export interface ChartLines {
  /** `SMA 20`. */
  name: string;
  lines: readonly ChartLine[];
  /** Fixed ends of the axis, such as 0 to 100. */
  bounds?: readonly [number, number];
  /** Values with a dashed line across the panel. */
  guides?: readonly number[];
}

/** Where indicators are drawn. */
export interface IndicatorLines {
  overlays: ChartLines[];
  panels: ChartLines[];
}

/** Usual levels: oversold and overbought of Wilder (RSI) and Lane (stochastic), a trend of Wilder (ADX), zero. */
const levels: Readonly<Record<string, Pick<ChartLines, 'bounds' | 'guides'>>> = {
  rsi: { bounds: [0, 100], guides: [30, 70] },
  stoch: { bounds: [0, 100], guides: [20, 80] },
  adx: { guides: [25] },
  macd: { guides: [0] },
};

/** The outer lines of a band, beside its middle. */
const dashed = new Set(['upper', 'lower', 'signal', 'd']);

/** Divides indicators between the prices and panels. An overlay has one color, each line of a panel its own. */
export function indicatorLines(indicators: readonly Indicator[]): IndicatorLines {
  const overlays: ChartLines[] = [];
  const panels: ChartLines[] = [];
  for (const { indicator, overlay, lines } of indicators) {
    const [kind = '', ...parameters] = indicator.split(':');
    const name = [kind.toUpperCase(), ...parameters].join(' ');
    const drawn = lines.map(({ name: line, values }, index): ChartLine => {
      const style = line === 'histogram' ? 'bars' : dashed.has(line) ? 'dashed' : 'line';
      const color = style === 'bars' ? 'axis' : (lineRoles[overlay ? overlays.length : index] as ColorRole);
      return { values, color, style };
    });
    (overlay ? overlays : panels).push({ name, lines: drawn, ...levels[kind] });
  }
  return { overlays, panels };
}
