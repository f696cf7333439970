import { Service } from 'typedi';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { MarketState } from '../quote.js';
import { type Session, TradingCalendar } from './trading-calendar.js';

/** When symbols trade, by the rules of the exchanges. */
@Service()
export class ExchangeCalendar extends TradingCalendar {
  constructor(private readonly instruments: InstrumentTable) {
    super();
  }

  sessions(symbol: MarketSymbol, _from: string, _to: string): Session[] {
    this.instruments.find(symbol.text);
    return [];
  }

  state(_symbol: MarketSymbol, _at: Date): MarketState {
    return 'closed';
  }

  dayOf(_symbol: MarketSymbol, at: Date): string {
    return at.toISOString().slice(0, 10);
  }
}
