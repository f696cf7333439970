import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import type { AssetClass } from '../asset-class.js';
import { product } from '../decimals.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { Quote } from '../quote.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { type Universe, universeOf } from './universe.js';

export interface Mover {
  name: string;
  quote: Quote;
  /** Volume at the latest price, in the currency of the quote; null without a volume, or where that is none of money. */
  turnover: number | null;
}

export interface Movers {
  assetClass: AssetClass;
  universe: Universe;
  /** When the quotes were read. */
  asOf: Date;
  /** Of the universe without a quote. */
  missing: string[];
  /** Greatest rise in per cent first; those that did not rise are left out. */
  gainers: Mover[];
  /** Greatest fall first; those that did not fall are left out. */
  losers: Mover[];
  /** Greatest turnover first; those without a volume are left out. */
  mostActive: Mover[];
}

const FRESH_MS = 60_000;
/** For how long (ms) it is kept that nobody quotes anything. */
const EMPTY_MS = 5_000;

/** What moves most among much traded names. */
@Service()
export class MoversService {
  private readonly kept: StaleWhileRevalidateCache<Movers>;

  constructor(
    private readonly quotes: QuotesService,
    private readonly table: InstrumentTable,
    private readonly clock: Clock,
  ) {
    this.kept = new StaleWhileRevalidateCache(clock, { max: 20, freshMs: freshness, staleMs: 0 });
  }

  /** As it was within the last minute. Without a single quote all lists are empty. */
  async read(assetClass: AssetClass): Promise<Movers> {
    return (await this.kept.get(assetClass, () => this.rank(assetClass))).value;
  }

  private async rank(assetClass: AssetClass): Promise<Movers> {
    const universe = universeOf(this.table, assetClass);
    const names = new Map(universe.instruments.map(({ symbol, name }) => [symbol, name]));
    const { quotes, errors } = await this.quotes.read([...names.keys()]);
    const movers = quotes.map((quote) => ({ quote, name: names.get(quote.symbol) as string, turnover: turnoverOf(quote) }));
    const moved = movers.filter(({ quote }) => quote.changePercent !== null).sort((a, b) => changeOf(b) - changeOf(a));
    return {
      ...{ assetClass, universe, asOf: new Date(this.clock.now()), missing: errors.map(({ symbol }) => symbol) },
      gainers: moved.filter((mover) => changeOf(mover) > 0),
      losers: moved.filter((mover) => changeOf(mover) < 0).reverse(),
      mostActive: movers.filter(({ turnover }) => turnover !== null).sort((a, b) => (b.turnover as number) - (a.turnover as number)),
    };
  }
}

const freshness = ({ universe, missing }: Movers): number => (missing.length < universe.instruments.length ? FRESH_MS : EMPTY_MS);

const changeOf = ({ quote }: Mover): number => quote.changePercent ?? 0;

/** Points of an index are no money, and what a commodity's volume counts differs. */
const turnoverOf = ({ volume, price, assetClass }: Quote): number | null =>
  volume === null || ['index', 'commodity'].includes(assetClass) ? null : product(volume, price);
