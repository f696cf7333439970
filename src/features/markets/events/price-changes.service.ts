import { Service } from 'typedi';
import type { ContextPart, Moment, PriceChange } from '../../../events/event-context-sources.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { CandleRepository } from '../candles/candle.repository.js';
import { CandlesService } from '../candles/candles.service.js';
import { minus, percentOf } from '../decimals.js';
import type { Interval } from '../interval.js';
import { MarketProviders, storedName } from '../providers/market-provider.js';
import { FollowedSymbols } from './followed-symbols.service.js';

/** Maximum number of symbols of the event whose candles are read, from a provider if they are not stored. */
const MAX_SUBJECTS = 5;
/** Maximum number of other instruments, chosen by the largest moves. */
const MAX_MOVERS = 10;

/** Returns the price changes around an event. */
@Service()
export class PriceChanges {
  constructor(
    private readonly candles: CandlesService,
    private readonly stored: CandleRepository,
    private readonly followed: FollowedSymbols,
    private readonly providers: MarketProviders,
    private readonly clock: Clock,
  ) {}

  /** Returns the changes of the event's symbols, then of the followed symbols with stored candles that moved most. */
  async around(given: Moment): Promise<ContextPart<PriceChange>> {
    // All symbols have the same interval, also when the range ends in the future.
    const moment = { ...given, to: new Date(Math.min(given.to.getTime(), this.clock.now())) };
    const missing: string[] = [];
    const subjects: PriceChange[] = [];
    for (const symbol of moment.symbols.slice(0, MAX_SUBJECTS)) {
      const change = await this.changeOf(symbol, moment);
      if (typeof change === 'string') missing.push(change);
      else subjects.push(change);
    }
    if (moment.symbols.length > MAX_SUBJECTS)
      missing.push(`Only the first ${MAX_SUBJECTS} of ${moment.symbols.length} symbols were read.`);
    const movers = await this.movers(moment);
    if (movers.length === 0) missing.push('No candles of other followed instruments are stored in this range.');
    return { items: [...subjects, ...movers], missing };
  }

  /** Returns the change of a symbol, or a sentence with the reason why it has no change. */
  private async changeOf(symbol: string, { from, to, signal }: Moment): Promise<PriceChange | string> {
    const interval = intervalFor(to.getTime() - from.getTime());
    try {
      const range = { interval, from: from.toISOString(), to: to.toISOString() };
      const { items, provenance } = await this.candles.read(symbol, range, signal);
      const [first, last] = [items[0], items.at(-1)];
      if (first === undefined || last === undefined)
        return `${symbol} did not trade in this range, or its ${interval} candles are not available.`;
      return changeFrom({
        symbol,
        isSubject: true,
        fromTime: first.time,
        fromPrice: first.open,
        toTime: last.time,
        toPrice: last.close,
        provider: provenance.provider,
      });
    } catch (error) {
      signal.throwIfAborted();
      return `The candles of ${symbol} are not available: ${error instanceof Error ? error.message : 'the provider does not answer.'}`;
    }
  }

  private async movers({ symbols, from, to }: Moment): Promise<PriceChange[]> {
    const others = (await this.followed.list()).map(({ text }) => text).filter((text) => !symbols.includes(text));
    const names = this.providers.list.map(storedName);
    const found = await this.stored.changes(others, names, intervalFor(to.getTime() - from.getTime()), {
      from: from.getTime(),
      to: to.getTime(),
    });
    const changes = found.map(({ provider, ...change }) =>
      changeFrom({ ...change, isSubject: false, provider: provider.split(':')[0] as string }),
    );
    changes.sort((one, other) => Math.abs(other.changePercent) - Math.abs(one.changePercent));
    return changes.slice(0, MAX_MOVERS);
  }
}

const changeFrom = (change: Omit<PriceChange, 'changePercent'>): PriceChange => ({
  ...change,
  changePercent: percentOf(minus(change.toPrice, change.fromPrice), change.fromPrice),
});

/** Returns the interval with which a range has at most a few hundred candles. */
const intervalFor = (lengthMs: number): Interval =>
  lengthMs <= 6 * HOUR_MS ? '1m' : lengthMs <= 3 * DAY_MS ? '15m' : '1d';
