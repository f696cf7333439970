import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import type { AssetClass } from '../asset-class.js';
import { product } from '../decimals.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { Quote } from '../quote.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { type Universe, universeOf } from './universe.js';

export interface Mover {
  name: string;
  quote: Quote;
  /**
   * Volume times the latest price, in the currency of the quote; null without a volume, or if the product is not an
   * amount of money.
   */
  turnover: number | null;
}

export interface Movers {
  assetClass: AssetClass;
  universe: Universe;
  /** Time at which the quotes were read. */
  asOf: Date;
  /** Symbols of the universe without a quote. */
  missing: string[];
  /** Instruments that rose, the largest rise in percent first. */
  gainers: Mover[];
  /** Instruments that fell, the largest fall in percent first. */
  losers: Mover[];
  /** Instruments with a turnover, the largest first. */
  mostActive: Mover[];
}

const FRESH_MS = 60_000;
/** Time (ms) for which a result without any quote is cached. */
const EMPTY_MS = 5_000;

/** Ranks heavily traded instruments by their price change and turnover. */
@Service()
export class MoversService {
  private readonly rankings: StaleWhileRevalidateCache<Movers>;

  constructor(
    private readonly quotes: QuotesService,
    private readonly table: InstrumentTable,
    private readonly clock: Clock,
  ) {
    this.rankings = new StaleWhileRevalidateCache(clock, { max: 20, freshMs: freshness, staleMs: 0 });
  }

  /** Returns the rankings of the last minute. All lists are empty if there is no quote. */
  async read(assetClass: AssetClass): Promise<Movers> {
    return (await this.rankings.get(assetClass, () => this.rank(assetClass))).value;
  }

  private async rank(assetClass: AssetClass): Promise<Movers> {
    const universe = universeOf(this.table, assetClass);
    const names = new Map(universe.instruments.map(({ symbol, name }) => [symbol, name]));
    const { quotes, errors } = await this.quotes.read([...names.keys()]);
    const movers = quotes.map((quote) => ({
      quote,
      name: names.get(quote.symbol) as string,
      turnover: turnoverOf(quote),
    }));
    const moved = movers.filter(({ quote }) => quote.changePercent !== null).sort((a, b) => changeOf(b) - changeOf(a));
    return {
      assetClass,
      universe,
      asOf: new Date(this.clock.now()),
      missing: errors.map(({ symbol }) => symbol),
      gainers: moved.filter((mover) => changeOf(mover) > 0),
      losers: moved.filter((mover) => changeOf(mover) < 0).reverse(),
      mostActive: movers
        .filter(({ turnover }) => turnover !== null)
        .sort((a, b) => (b.turnover as number) - (a.turnover as number)),
    };
  }
}

const freshness = ({ universe, missing }: Movers): number =>
  missing.length < universe.instruments.length ? FRESH_MS : EMPTY_MS;

const changeOf = ({ quote }: Mover): number => quote.changePercent ?? 0;

/**
 * Returns the turnover of a quote. Index points are not money, and commodity volumes count different units, so the
 * turnover of both is null.
 */
const turnoverOf = ({ volume, price, assetClass }: Quote): number | null =>
  volume === null || ['index', 'commodity'].includes(assetClass) ? null : product(volume, price);
