import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import type {
  Capability,
  MarketProvider,
  ProviderName,
  RateTable,
} from '../../src/features/markets/providers/market-provider.js';
import type { ProviderQuote } from '../../src/features/markets/quote.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';
import type { ManualClock } from './manual-clock.js';

const file = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'markets', 'fx', 'ecb-eurofxref-hist.csv');

/** Returns the tables of the recorded history, ascending by day; missing rates (`N/A`) are left out. */
function readHistory(): RateTable[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const codes = head.split(',').slice(1);
  return lines
    .map((line) => {
      const [day = '', ...cells] = line.split(',');
      const rates = codes.flatMap(
        (code, index): Array<[string, number]> => (Number(cells[index]) > 0 ? [[code, Number(cells[index])]] : []),
      );
      return { base: 'EUR', day, rates: Object.fromEntries(rates) };
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

export const recordedTables: readonly RateTable[] = readHistory();

/**
 * Sets the clock of a service to a Monday after the recorded days, so that they are in the past regardless of the
 * machine's date.
 */
export function afterRecordedDays<Service extends { clock: ManualClock }>(service: Service): Service {
  service.clock.advance(Date.parse('2026-04-20T09:00:00Z') - service.clock.now());
  return service;
}

/** A provider of the recorded reference rates of the ECB (2026-03-16 to 2026-04-13), up to a day that the test sets. */
export class RecordedRates implements MarketProvider {
  readonly title = 'Recorded rates';
  capabilities: readonly Capability[] = [{ operation: 'rates', assetClasses: ['fx'], delaySeconds: 86_400 }];
  readonly pausedMs = 0;
  /** The requested days, in order; undefined means the latest. */
  readonly asked: Array<string | undefined> = [];
  /** The last published day. */
  published = '2026-04-13';
  failure: UpstreamError | undefined;

  constructor(
    readonly name: ProviderName = 'frankfurter',
    private readonly tables: readonly RateTable[] = recordedTables,
  ) {}

  readonly rates = {
    firstDay: recordedTables[0]?.day,
    rates: async (day?: string): Promise<RateTable> => {
      this.asked.push(day);
      if (this.failure !== undefined) throw this.failure;
      const found = this.tables.findLast(
        (table) => table.day <= (day ?? this.published) && table.day <= this.published,
      );
      if (found === undefined) throw new UpstreamError('not_found');
      return found;
    },
  };
}

/** A provider of currencies and crypto-assets at prices that the test sets. */
export class FixedPrices implements MarketProvider {
  readonly name = 'coinbase';
  readonly title = 'Fixed prices';
  readonly capabilities = [{ operation: 'quotes', assetClasses: ['fx', 'crypto'], delaySeconds: 0 }] as const;
  readonly pausedMs = 0;
  failure: UpstreamError | undefined;

  constructor(
    readonly prices: Record<string, number>,
    private readonly tradedAt: Date,
  ) {}

  readonly quotes = {
    quoteFreshSeconds: 5,
    quotes: async (symbols: readonly MarketSymbol[]): Promise<ProviderQuote[]> => {
      if (this.failure !== undefined) throw this.failure;
      return symbols.flatMap(({ text, pair }) => {
        const price = this.prices[text];
        const absent = { previousClose: null, open: null, high: null, low: null, volume: null, bid: null, ask: null };
        return price === undefined
          ? []
          : [{ symbol: text, currency: pair?.quote ?? null, price, ...absent, tradedAt: this.tradedAt }];
      });
    },
  };
}
