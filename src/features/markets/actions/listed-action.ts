import type { Provenance } from '../../../upstream/provenance.js';
import type { CorporateAction } from '../candle.js';

/** A split or dividend with the day since which it has been known. */
export interface ListedAction extends CorporateAction {
  /**
   * The day of its announcement; if the provider does not state it, the day on which this service first received it,
   * but no later than the ex-day.
   */
  knownSince: string;
  /** Currency of a dividend. */
  currency: string;
}

export interface ListedActions {
  symbol: string;
  /** Actions, ascending by ex-day. */
  actions: ListedAction[];
  provenance: Provenance;
}
