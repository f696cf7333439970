import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { Log } from '../../../log.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { MarketProvider } from '../providers/market-provider.js';
import { CandleRepository, type SeriesKey } from './candle.repository.js';
import { slotsIn } from './candle-window.js';
import { checkBars } from './check-bars.js';
import { gapsBetween } from './gaps.js';
import { dayAt, slotsOf } from './slots.js';
import { inPieces, type Span, without } from './stretches.js';
import { unitSlips } from './unit-slips.js';

export interface Fetched {
  /** Those that may change still, ascending; they are not stored. */
  running: Candle[];
  /** How many can be no bars. */
  rejected: number;
}

type Asked = { symbol: MarketSymbol; interval: Interval; provider: MarketProvider };

/** Holes so young may be filled by the provider later. */
const youngMs = 3 * DAY_MS;
const atOnce = 3;

/** Gets bars from a provider and stores those that will not change any more. */
@Service()
export class CandleFetchService {
  constructor(
    private readonly candles: CandleRepository,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * What came before a failure stays stored.
   * @param spans ascending. @param final bars before it are stored
   * @throws UpstreamError
   */
  async gather(asked: Asked, key: SeriesKey, spans: readonly Span[], final: number): Promise<Fetched> {
    const { candles } = asked.provider;
    if (candles === undefined) throw new UpstreamError('not_entitled');
    const pieces = inPieces(spans, candles.maxBars * (intradayMs(asked.interval) ?? DAY_MS));
    const found: Fetched = { running: [], rejected: 0 };
    let next = 0;
    const work = async () => {
      for (let piece = pieces[next++]; piece !== undefined; piece = pieces[next++]) {
        const { running, rejected } = await this.piece(asked, key, piece, final).catch((error: unknown) => {
          next = pieces.length;
          throw error;
        });
        found.running.push(...running);
        found.rejected += rejected;
      }
    };
    const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, pieces.length) }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (found.rejected > 0) this.log.warn({ ...key, rejected: found.rejected }, 'A provider sent bars that can be none; they were left out.');
    found.running.sort((a, b) => a.time.getTime() - b.time.getTime());
    return found;
  }

  private async piece(asked: Asked, key: SeriesKey, piece: Span, final: number): Promise<Fetched> {
    const { symbol, interval, provider } = asked;
    const answer = (await provider.candles?.candles(symbol, interval, new Date(piece.from), new Date(piece.to))) ?? [];
    const { bars, rejected } = checkBars(answer, interval, piece);
    const closed = bars.filter(({ time }) => time.getTime() < final);
    const parts = this.fetchedParts(asked, { from: piece.from, to: Math.min(piece.to, final) }, closed);
    await this.candles.save(key, parts, closed, this.clock.now());
    return { running: bars.slice(closed.length), rejected };
  }

  /** All of a piece but its young holes, and young bars in another unit than those around them: those are asked for again. */
  private fetchedParts({ symbol, interval }: Asked, piece: Span, all: readonly Candle[]): Span[] {
    const slips = unitSlips(all);
    const bars = slips.length === 0 ? all : all.filter((_, index) => !slips.some(({ from, to }) => from <= index && index < to));
    const young = { from: Math.max(piece.from, this.clock.now() - youngMs), to: piece.to };
    if (piece.from >= piece.to) return [];
    if (young.from >= young.to) return [piece];
    const step = intradayMs(interval);
    const slots =
      step === undefined
        ? slotsOf(this.calendar.sessions(symbol, dayAt(young.from), dayAt(young.to - 1)), interval).filter(({ time }) => time >= young.from)
        : slotsIn(this.calendar, symbol, interval, young.from, young.to);
    return without(
      piece,
      gapsBetween(slots, bars, step ?? 0).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
    );
  }
}
