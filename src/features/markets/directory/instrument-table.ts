import { readFileSync } from 'node:fs';
import { Service } from 'typedi';
import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { firstDayOf } from '../first-day.js';
import type { Instrument } from '../instrument.js';

interface Content {
  also: ReadonlyMap<string, string>;
  all: readonly Instrument[];
  bySymbol: ReadonlyMap<string, Instrument>;
  byClass: ReadonlyMap<AssetClass, readonly Instrument[]>;
  byIsin: ReadonlyMap<string, readonly Instrument[]>;
}

/** Date of the data in us-listings.tsv. */
export const tableAsOf = new Date('2026-07-31T00:00:00Z');

/**
 * The built-in directory of instruments: instruments.tsv, then the other listings of us-listings.tsv (its source is
 * named there). Read on first use.
 */
@Service()
export class InstrumentTable {
  /** All instruments, the most liquid of each asset class first. */
  get all(): readonly Instrument[] {
    return this.read().all;
  }

  /**
   * Returns an instrument.
   * @param symbol in upper case
   * @returns undefined if it is not in the directory; it may exist nevertheless
   */
  find(symbol: string): Instrument | undefined {
    return this.read().bySymbol.get(symbol);
  }

  /** Returns the instruments of an asset class, in the order of `all`. */
  ofClass(assetClass: AssetClass): readonly Instrument[] {
    return this.read().byClass.get(assetClass) ?? [];
  }

  /** Returns the listings with an ISIN, in the order of `all`; empty for an unknown ISIN. */
  ofIsin(isin: string): readonly Instrument[] {
    return this.read().byIsin.get(isin) ?? [];
  }

  /** Returns other search words, such as `Google` for Alphabet; usually empty. */
  alsoKnownAs(symbol: string): string {
    return this.read().also.get(symbol) ?? '';
  }

  private read(): Content {
    return instrumentTable();
  }
}

/** The content of the directory, shared by all instances of the table. */
export const instrumentTable = lazyInSteps(function* (): Generator<void, Content> {
  const written = rowsOf('instruments.tsv');
  yield;
  const listings = rowsOf('us-listings.tsv');
  yield;
  const listed = [...written.map(instrumentOf), ...listings.map(listingOf)];
  yield;
  const also = new Map(written.map((row) => [row[0] as string, row[8] ?? '']));
  const bySymbol = new Map<string, Instrument>();
  for (const instrument of listed) if (!bySymbol.has(instrument.symbol)) bySymbol.set(instrument.symbol, instrument);
  const all = [...bySymbol.values()];
  yield;
  const byClass = new Map(assetClasses.map((name) => [name, all.filter(({ assetClass }) => assetClass === name)]));
  const identified = all.filter(({ isin }) => isin !== null);
  return { also, all, bySymbol, byClass, byIsin: Map.groupBy(identified, ({ isin }) => isin as string) };
});

function rowsOf(file: string): string[][] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}

const orNull = (text: string | undefined): string | null => text || null;

function instrumentOf([symbol, name, assetClass, exchange, currency, isin, sector, country]: string[]): Instrument {
  const words = {
    symbol: symbol as string,
    name: name as string,
    assetClass: assetClass as AssetClass,
    currency: currency as string,
  };
  return {
    ...words,
    exchange: orNull(exchange),
    isin: orNull(isin),
    sector: orNull(sector),
    country: orNull(country),
    firstDay: firstDayOf(words.symbol),
  };
}

function listingOf([symbol, name, assetClass, exchange, sector, country]: string[]): Instrument {
  return instrumentOf([symbol, name, assetClass, exchange, 'USD', '', sector, country] as string[]);
}
