import { type ColorRole, lineRoles } from '../../../charts/palette.js';
import type { Indicator } from '../indicators/indicator-series.js';

/** A line of a candle chart. */
export interface ChartLine {
  /** One value per candle; NaN without a value. */
  values: Float64Array;
  color: ColorRole;
  style: 'line' | 'dashed' | 'bars';
}

/** Lines with a name, over the prices or in a panel below them. */
export interface ChartLines {
  /** Name with parameters, such as `SMA 20`. */
  name: string;
  lines: readonly ChartLine[];
  /** Fixed lowest and highest value of the axis, such as 0 and 100. */
  bounds?: readonly [number, number];
  /** Values with a dashed line across the panel. */
  guides?: readonly number[];
}

/** The lines of indicators: over the prices, and in panels. */
export interface IndicatorLines {
  overlays: ChartLines[];
  panels: ChartLines[];
}

/**
 * Usual levels of indicators: oversold and overbought by Wilder (RSI) and Lane (stochastic), a trend by Wilder (ADX),
 * and zero.
 */
const levels: Readonly<Record<string, Pick<ChartLines, 'bounds' | 'guides'>>> = {
  rsi: { bounds: [0, 100], guides: [30, 70] },
  stoch: { bounds: [0, 100], guides: [20, 80] },
  adx: { guides: [25] },
  macd: { guides: [0] },
};

/** Names of the lines that are dashed, beside the main line of their indicator. */
const dashed = new Set(['upper', 'lower', 'signal', 'd']);

/** Distributes indicators over the prices and panels. An overlay has one color; each line of a panel has its own. */
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
