import { UpstreamError } from '../../../upstream/upstream-error.js';

/**
 * Thrown when the provider knows the symbol but has no candles of the requested time. Routing treats it like an unknown
 * symbol: the next provider is queried.
 */
export class OutOfReach extends UpstreamError {
  /** @param earliest the time from which the provider has candles of the interval */
  constructor(readonly earliest: Date) {
    super('not_found', undefined, { detail: `The upstream has candles since ${earliest.toISOString()}.` });
  }
}
