import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { ListedActionsService } from '../actions/listed-actions.service.js';
import type { Candle } from '../candle.js';
import { adjust, factorsOf, onePerDay } from '../candles/adjust.js';
import { CandlesService } from '../candles/candles.service.js';
import { columnsOf } from '../indicators/candle-columns.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import type { PriceColumns } from './price-columns.js';
import { MAX_CANDLES } from './screen-fields.js';

/** Numbers of candles that are read, so that screens with similar needs share them. */
const DEPTHS = [64, 320, MAX_CANDLES];

/** Reads the daily candles that screens compare. */
@Service()
export class PriceColumnsService {
  constructor(
    private readonly candles: CandlesService,
    private readonly actions: ListedActionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the candles of the days (UTC) that had ended at a moment, in terms of the shares of then.
   * @param count number of candles that are needed
   * @param knownAt undefined: now
   * @throws Problem, UpstreamError as `CandlesService.read`
   */
  async read(text: string, count: number, knownAt: Date | undefined): Promise<PriceColumns> {
    const symbol = parseSymbol(text) as MarketSymbol;
    const moment = knownAt?.getTime() ?? this.clock.now();
    // The candle of a day counts once the day has ended, so that its close is no later than the moment.
    const end = Math.floor(moment / DAY_MS) * DAY_MS;
    const depth = DEPTHS.find((one) => one >= count) ?? MAX_CANDLES;
    const adjustment = knownAt === undefined ? 'splits' : 'none';
    const request = { interval: '1d', to: new Date(end).toISOString(), count: depth, adjustment } as const;
    const series = await this.candles.read(text, request);
    const items = knownAt === undefined ? series.items : await this.inSharesOf(symbol, series.items, end);
    const { currency, provenance } = series;
    return { candles: columnsOf(items), depth, moment, currency, provider: provenance.provider };
  }

  /** Adjusts candles for the splits before a time (ms), and not for later ones, which were not known. */
  private async inSharesOf(symbol: MarketSymbol, items: readonly Candle[], end: number): Promise<readonly Candle[]> {
    const first = items[0];
    if (symbol.assetClass !== 'equity' || first === undefined) return items;
    const firstDay = first.time.toISOString().slice(0, 10);
    const lastDay = new Date(end - 1).toISOString().slice(0, 10);
    const { actions } = await this.actions.list(symbol, { kinds: ['split'], firstDay, lastDay });
    const { factors } = factorsOf({
      actions: onePerDay(actions),
      startOf: (day) => Date.parse(`${day}T00:00:00Z`),
      closeBefore: () => undefined,
    });
    return adjust(items, factors);
  }
}
