import type { Provenance } from '../../../upstream/provenance.js';
import type { Series } from '../expression/aligned-series.js';

/** A source of the values of a chart. */
export interface ChartSource {
  /** The symbol, or the name of the portfolio. */
  name: string;
  type: 'symbol' | 'portfolio';
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
