import type { Provenance } from '../../../upstream/provenance.js';
import type { Series } from '../expression/aligned-series.js';

/** The source of values of a chart. */
export interface ChartSource {
  /** The symbol, or the name of the portfolio. */
  name: string;
  type: 'symbol' | 'portfolio';
  currency: string;
  /** Null for a portfolio. */
  provenance: Provenance | null;
}

export interface ReadSources {
  /** By the keys of the sources in the expressions. */
  series: Map<string, Series>;
  /** In the order of their first use. */
  sources: ChartSource[];
  /** The providers of all prices and rates, by name. */
  providers: string[];
  warnings: string[];
}
