import type { Provenance } from '../../../upstream/provenance.js';
import type { Series } from '../expression/aligned-series.js';

/** A source of the values of a chart. */
export interface ChartSource {
  /** The symbol, the name of the portfolio, or the id of the economic series. */
  name: string;
  type: 'symbol' | 'portfolio' | 'economy';
  /** Currency of the values; for an economic series its unit, or empty. */
  currency: string;
  /** Provider of the values; null for a portfolio. */
  provenance: Provenance | null;
}

export interface ReadSources {
  /** Series by the keys of the sources in the expressions. */
  series: Map<string, Series>;
  /** The sources in the order of their first use. */
  sources: ChartSource[];
  /** Names of the providers of all prices and rates, sorted. */
  providers: string[];
  warnings: string[];
}
