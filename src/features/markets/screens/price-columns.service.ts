import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { ListedActionsService } from '../actions/listed-actions.service.js';
import type { Candle } from '../candle.js';
import { adjust, factorsOf, onePerDay } from '../candles/adjust.js';
import { CandlesService } from '../candles/candles.service.js';
import { ComputedPrices } from '../candles/computed-prices.service.js';
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
    private readonly computed: ComputedPrices,
    private readonly actions: ListedActionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the candles of the days (UTC) that had ended at a moment, in terms of the shares at that moment.
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
    const computed = await this.computed.days(symbol, end - calendarDays(depth) * DAY_MS, end);
    if (computed !== undefined) {
      const latest = computed.items.slice(-depth);
      const items = await this.inSharesOf(symbol, latest, knownAt === undefined ? moment : end - 1);
      return { candles: columnsOf(items), depth, moment, currency: computed.currency, provider: computed.provider };
    }
    const request = { interval: '1d', to: new Date(end).toISOString(), count: depth, adjustment } as const;
    const series = await this.candles.read(text, request);
    const items = knownAt === undefined ? series.items : await this.inSharesOf(symbol, series.items, end - 1);
    const { currency, provenance } = series;
    return { candles: columnsOf(items), depth, moment, currency, provider: provenance.provider };
  }

  /** Adjusts candles for the splits up to the day of a time (ms), and not for later ones, which were not known. */
  private async inSharesOf(symbol: MarketSymbol, items: readonly Candle[], until: number): Promise<readonly Candle[]> {
    const first = items[0];
    if (symbol.assetClass !== 'equity' || first === undefined) return items;
    const firstDay = first.time.toISOString().slice(0, 10);
    const lastDay = new Date(until).toISOString().slice(0, 10);
    const actions =
      (await this.computed.splits(symbol, firstDay, lastDay)) ??
      (await this.actions.list(symbol, { kinds: ['split'], firstDay, lastDay })).actions;
    const { factors } = factorsOf({
      actions: onePerDay(actions),
      startOf: (day) => Date.parse(`${day}T00:00:00Z`),
      closeBefore: () => undefined,
    });
    return adjust(items, factors);
  }
}

/** Returns the number of calendar days that contain a number of trading days of a share. */
const calendarDays = (tradingDays: number): number => Math.ceil(tradingDays * 1.45) + 16;
