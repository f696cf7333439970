import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { Outbound, OutboundFailure } from '../../../upstream/outbound.js';
import { type FetchedPrice, fetchPrice, isFault } from '../price-addresses/fetch-price.js';
import type { GivenTerms } from '../price-addresses/given-address.js';
import { OwnInstruments } from './own-instruments.records.js';

/** Maximum number of previews at the same time, of one account and in this process. */
const MAX_OF_ACCOUNT = 2;
const MAX_RUNNING = 16;

/** Reads a price address once, without storing anything. */
@Service()
export class PricePreviews {
  private readonly running = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly instruments: OwnInstruments,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the price that would be stored.
   * @throws Problem `invalid_request`, `unprocessable` with the reason, `overloaded` while other previews run,
   * `unavailable` while the process stops
   */
  async preview(accountId: string, given: GivenTerms, currency: string): Promise<FetchedPrice> {
    const terms = await this.instruments.checked(given, '');
    const own = this.running.get(accountId) ?? 0;
    if (own >= MAX_OF_ACCOUNT || this.total >= MAX_RUNNING)
      throw new Problem('overloaded', {
        detail: 'Other previews are running. Try again in some seconds.',
        headers: { 'Retry-After': '5' },
      });
    this.running.set(accountId, own + 1);
    this.total += 1;
    try {
      const found = await fetchPrice(terms, currency, { outbound: this.outbound, now: this.clock.now() });
      if (!isFault(found)) return found;
      throw new Problem('unprocessable', {
        detail: found.detail,
        errors: [{ pointer: `/${found.field}`, detail: `gives no price (${found.code})` }],
      });
    } catch (error) {
      if (error instanceof OutboundFailure) throw new Problem('unavailable', { detail: error.message, cause: error });
      throw error;
    } finally {
      this.total -= 1;
      const left = (this.running.get(accountId) ?? 1) - 1;
      if (left === 0) this.running.delete(accountId);
      else this.running.set(accountId, left);
    }
  }
}
