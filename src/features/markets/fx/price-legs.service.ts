import { Service } from 'typedi';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Quote } from '../quote.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { unavailable } from '../unavailable.js';
import type { Leg } from './cross-rate.js';
import { isCurrency } from './currency.js';
import { missingRateProblem } from './rates-problem.js';
import { inverse, rationalOf } from './rational.js';

/** The currency in which prices of currencies and crypto-assets are requested. */
export const PRICED_IN = 'USD';

/** A conversion leg from a currency or crypto-asset to USD at its latest price. */
export interface PriceLeg {
  leg: Leg;
  provenance: Provenance;
  /** Time at which the price was traded or fetched. */
  at: Date;
}

/** Derives rates from prices, for crypto-assets and for currencies without a reference rate. */
@Service()
export class PriceLegs {
  constructor(private readonly quotes: QuotesService) {}

  /**
   * Returns the step from a currency or crypto-asset to USD.
   * @param code in upper case, not USD
   * @param parameter the query parameter with the code, for errors
   * @throws Problem `unprocessable` if there is no price, `unavailable` if its providers do not answer
   */
  async toUsd(code: string, parameter: string, signal?: AbortSignal): Promise<PriceLeg> {
    const [forward, backward] = isCurrency(code)
      ? [`${code}${PRICED_IN}.FOREX`, `${PRICED_IN}${code}.FOREX`]
      : [`${code}-${PRICED_IN}.CC`];
    const { quotes, errors } = await this.quotes.read(backward === undefined ? [forward] : [forward, backward], signal);
    const quote = quotes.find(({ symbol }) => symbol === forward) ?? quotes[0];
    if (quote === undefined) {
      const silent = errors.find((error) => error.code === 'unavailable');
      if (silent === undefined) throw missingRateProblem([`query/${parameter}`], 'is not a currency with a known rate');
      throw unavailable(
        'The price of one of the currencies is unavailable. Try again later.',
        silent.retryAfterMs,
        silent.cause,
      );
    }
    return legOf(code, quote, quote.symbol === forward);
  }
}

function legOf(code: string, { price, tradedAt, provenance }: Quote, isForward: boolean): PriceLeg {
  const rate = rationalOf(String(price));
  const leg = { from: code, to: PRICED_IN, rate: isForward ? rate : inverse(rate), provider: provenance.provider };
  return { leg, provenance, at: tradedAt ?? provenance.asOf ?? provenance.fetchedAt };
}
