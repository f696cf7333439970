import { Service } from 'typedi';
import type { Provenance } from '../../../upstream/provenance.js';
import type { Instrument } from '../instrument.js';
import { isFlowSymbol } from '../market-symbol.js';
import { isOwnSymbol, type OwnInstrument } from '../own/own-instrument.js';
import { absenceDetails, OwnMarkets } from '../own/own-markets.service.js';
import type { Quote } from '../quote.js';
import { MeasuredMarkets, seriesAbsenceDetails } from './measured-markets.service.js';

/** The reason why a symbol has no quote, for the caller. */
export interface QuoteAbsence {
  code: 'not_found' | 'unavailable';
  detail: string;
}

/** Returns true for symbols whose prices come from this service itself: own instruments and measured series. */
export const isLocalSymbol = (symbol: string): boolean => isOwnSymbol(symbol) || isFlowSymbol(symbol);

/** Reads instruments and quotes that come from no provider. */
@Service()
export class LocalMarkets {
  constructor(
    readonly own: OwnMarkets,
    readonly measured: MeasuredMarkets,
  ) {}

  /** Returns an instrument. @throws Problem `not_found` */
  async instrument(symbol: string): Promise<{ instrument: Instrument; provenance: Provenance; own?: OwnInstrument }> {
    return isOwnSymbol(symbol) ? this.own.instrument(symbol) : this.measured.instrument(symbol);
  }

  /** Returns quotes, or the reason why a symbol has no quote, by symbol in upper case. */
  async quotes(symbols: readonly string[]): Promise<Map<string, Quote | QuoteAbsence>> {
    const own = symbols.filter(isOwnSymbol);
    const found = new Map<string, Quote | QuoteAbsence>();
    if (own.length > 0)
      for (const [symbol, quote] of await this.own.quotes(own))
        found.set(symbol, typeof quote === 'string' ? { code: 'not_found', detail: absenceDetails[quote] } : quote);
    const series = symbols.filter((symbol) => !isOwnSymbol(symbol));
    const read = await Promise.all(series.map((symbol) => this.measured.quote(symbol)));
    for (const [index, quote] of read.entries())
      found.set(series[index] as string, typeof quote === 'string' ? absenceOf[quote] : quote);
    return found;
  }
}

/** A value may become known again, so that a follower of the symbol waits for it. */
const absenceOf: Readonly<Record<keyof typeof seriesAbsenceDetails, QuoteAbsence>> = {
  unknown: { code: 'not_found', detail: seriesAbsenceDetails.unknown },
  unmeasured: { code: 'unavailable', detail: seriesAbsenceDetails.unmeasured },
};
