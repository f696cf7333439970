import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { ListedAction, ListedActions } from '../actions/listed-action.js';
import { ListedActionsService } from '../actions/listed-actions.service.js';
import { CalendarChunks } from '../market-calendar/calendar-chunks.service.js';
import type { MarketSymbol } from '../market-symbol.js';
import { dividendDeclared, earningsReported } from './market.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Days after an announcement or a report up to which it is still published if it becomes known late. */
const MAX_AGE_DAYS = 3;
/** An announcement without a day is published if its ex-day is at most this number of days ahead. */
const MAX_AHEAD_DAYS = 30;

/** Publishes announced dividends and reported earnings. */
@Service()
export class CalendarEvents {
  constructor(
    private readonly actions: ListedActionsService,
    private readonly calendar: CalendarChunks,
    private readonly publisher: MarketEventPublisher,
    private readonly clock: Clock,
  ) {}

  async publish(symbols: readonly MarketSymbol[], signal: AbortSignal): Promise<void> {
    const companies = symbols.filter(({ assetClass }) => assetClass === 'equity');
    for (const symbol of companies) {
      signal.throwIfAborted();
      await unlessUpstreamFails(async () => this.publishDividends(symbol));
    }
    if (companies.length > 0 && this.calendar.isOffered('earnings'))
      await unlessUpstreamFails(async () => this.publishEarnings(new Set(companies.map(({ text }) => text)), signal));
  }

  private async publishDividends(symbol: MarketSymbol): Promise<void> {
    const listed = await this.actions.list(symbol, { kinds: ['dividend'], firstDay: this.day(1) });
    for (const action of listed.actions) if (this.isNews(action)) await this.publishDividend(listed, action);
  }

  private isNews({ day, declarationDay }: ListedAction): boolean {
    return declarationDay ? declarationDay >= this.day(-MAX_AGE_DAYS) : day <= this.day(MAX_AHEAD_DAYS);
  }

  private async publishDividend({ symbol, provenance }: ListedActions, action: ListedAction): Promise<void> {
    const { day, value: amount, currency, declarationDay = null, recordDay = null, paymentDay = null } = action;
    const origin = originOf(provenance.provider);
    await this.publisher.publish(dividendDeclared, `${symbol} ${day}`, {
      subject: `symbol:${symbol}`,
      data: { symbol, day, amount, currency, declarationDay, recordDay, paymentDay, ...origin },
    });
  }

  private async publishEarnings(companies: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { entries, provider } = await this.calendar.read('earnings', this.day(-MAX_AGE_DAYS), this.day(0));
    for (const { symbol, day, period = null, actual, estimate = null, currency = null } of entries) {
      signal.throwIfAborted();
      if (!symbol || !companies.has(symbol) || typeof actual !== 'number') continue;
      const surprisePercent = surpriseOf(actual, estimate);
      await this.publisher.publish(earningsReported, `${symbol} ${day}`, {
        subject: `symbol:${symbol}`,
        data: { symbol, day, period, actual, estimate, surprisePercent, currency, ...originOf(provider) },
      });
    }
  }

  /** Returns the day (UTC) that is `ahead` days after today. */
  private day(ahead: number): string {
    return new Date(this.clock.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  }
}

const originOf = (provider: string) => ({ provider, simulated: provider === 'simulator' });

/** Returns the difference to the expected earnings in percent of their amount, with two decimals. */
function surpriseOf(actual: number, estimate: number | null): number | null {
  if (estimate === null || estimate === 0) return null;
  return Math.round(((actual - estimate) / Math.abs(estimate)) * 10_000) / 100;
}

/** Runs work whose failure at a provider is ignored, because it is repeated. */
async function unlessUpstreamFails(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}
