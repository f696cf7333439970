import { Service } from 'typedi';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { FundHolding } from '../fund-portfolio.js';

/** Words of legal forms and of share types, without which names of one company are the same. */
const legalWords =
  'inc incorporated corp corporation co company plc ltd limited nv sa ag se holdings? group the ordinary common stock ' +
  'shares? ads adr new';
const legal = new RegExp(`\\b(?:${legalWords.replaceAll(' ', '|')})\\b`, 'g');

const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(legal, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Finds the symbols of holdings: by the symbol or ticker that their source states, ISIN, CUSIP, or a name that one
 * share of the directory has alone.
 */
@Service()
export class FundSymbols {
  private names?: Map<string, string | null>;

  constructor(private readonly table: InstrumentTable) {}

  /** Returns a holding with its symbol; null if the directory does not have the instrument. */
  identified(holding: FundHolding): FundHolding {
    const instrument = this.find(holding);
    if (instrument === undefined) return { ...holding, symbol: null };
    const { symbol, sector, country, currency } = instrument;
    return {
      ...holding,
      symbol,
      sector,
      country: holding.country ?? country,
      currency: holding.currency ?? currency,
      kind: holding.kind === 'equity' && instrument.assetClass === 'etf' ? 'fund' : holding.kind,
    };
  }

  private find({ symbol, isin, cusip, name, kind }: FundHolding) {
    const stated = symbol === null ? undefined : this.table.find(symbol);
    if (stated !== undefined) return stated;
    const [listed] = [isin, cusip === null ? null : isinOf(cusip)].flatMap((one) =>
      one === null ? [] : this.table.ofIsin(one),
    );
    if (listed !== undefined) return listed;
    const named = kind === 'equity' ? this.byName().get(nameKey(name)) : undefined;
    return named == null ? undefined : this.table.find(named);
  }

  /** Returns the symbols of shares by name; null for a name that several have. */
  private byName(): Map<string, string | null> {
    if (this.names !== undefined) return this.names;
    const names = new Map<string, string | null>();
    for (const { symbol, name } of this.table.ofClass('equity')) {
      const key = nameKey(name);
      if (key !== '') names.set(key, names.has(key) ? null : symbol);
    }
    this.names = names;
    return names;
  }
}

/**
 * Returns the ISIN of a CUSIP of the United States: `US`, the nine characters and a check digit by the formula of Luhn
 * over the digits, where letters count from 10 (ISO 6166).
 */
export function isinOf(cusip: string): string {
  const body = `US${cusip}`;
  const digits = [...body].map((character) => Number.parseInt(character, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
