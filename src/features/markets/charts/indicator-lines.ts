import { type ColorRole, lineRoles } from '../../../charts/palette.js';
import type { ChartLine, ChartLines } from '../../../charts/panels.js';
import { indicatorKinds } from '../indicators/indicator-catalog.js';
import type { Indicator } from '../indicators/indicator-series.js';

/** The lines of indicators: over the prices, and in panels. */
export interface IndicatorLines {
  overlays: ChartLines[];
  panels: ChartLines[];
}

/** Colors of lines over candles, other than those of rising and falling candles. */
export const lineRolesOnCandles = [
  'line1',
  'line4',
  'line6',
  'line5',
  'line10',
  'line9',
  'line7',
] as const satisfies readonly ColorRole[];

/** Returns the scale and the usual levels that an indicator declares. */
function levelsOf(name: string): Pick<ChartLines, 'bounds' | 'guides'> {
  const { range, guides, hasFixedScale } = indicatorKinds[name] ?? {};
  return { ...(hasFixedScale && range && { bounds: range }), ...(guides && { guides }) };
}

/** Names of the lines that are dashed, beside the main line of their indicator. */
const dashed = new Set(['upper', 'lower', 'signal', 'd', 'spanA', 'spanB', 'trigger']);

/**
 * Distributes indicators over the prices and panels. An overlay has one color; each line of a panel has its own.
 * @param used number of colors that other lines over the prices have; undefined if the prices are candles
 */
export function indicatorLines(indicators: readonly Indicator[], used?: number): IndicatorLines {
  const roles: readonly ColorRole[] = used === undefined ? lineRolesOnCandles : lineRoles;
  const overlays: ChartLines[] = [];
  const panels: ChartLines[] = [];
  for (const { indicator, overlay, lines } of indicators) {
    const [kind = '', ...parameters] = indicator.split(':');
    const name = [kind.toUpperCase(), parameters.join(', ')].filter((part) => part !== '').join(' ');
    const drawn = lines.map(({ name: line, values }, index): ChartLine => {
      const style = line === 'histogram' || line === 'pattern' ? 'bars' : dashed.has(line) ? 'dashed' : 'line';
      const own = overlay ? roles[((used ?? 0) + overlays.length) % roles.length] : lineRoles[index % lineRoles.length];
      const color = style === 'bars' ? 'axis' : (own as ColorRole);
      return { values, color, style };
    });
    (overlay ? overlays : panels).push({ name, lines: drawn, ...levelsOf(kind) });
  }
  return { overlays, panels };
}
