import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import { ExchangeCalendar } from '../calendar/exchange-calendar.js';
import { exchanges } from '../calendar/exchanges.js';
import { formatDay } from '../civil-day.js';
import { marketClosed, marketOpened } from './market.events.js';
import { MarketEventPublisher } from './market-event-publisher.service.js';

/** Maximum age (ms) of openings and closes that are published; after an outage, for example, older ones are skipped. */
const MAX_AGE_MS = HOUR_MS;

/** Publishes the openings and closes of exchanges, by their calendars. */
@Service()
export class ExchangeSessions {
  constructor(
    private readonly calendar: ExchangeCalendar,
    private readonly publisher: MarketEventPublisher,
    private readonly clock: Clock,
  ) {}

  async publish(): Promise<void> {
    const now = this.clock.now();
    const isDue = (time: number) => time <= now && now - time < MAX_AGE_MS;
    for (const { code, name, venue } of exchanges) {
      const schedule = this.calendar.exchange(code);
      if (schedule === undefined) continue;
      const today = schedule.dayOf(now);
      for (const day of [today - 1, today]) {
        const trading = schedule.on(day);
        if (trading === undefined || !(isDue(trading.open) || isDue(trading.close))) continue;
        const session = formatDay(day);
        const hours = {
          opensAt: new Date(trading.open).toISOString(),
          closesAt: new Date(trading.close).toISOString(),
        };
        const data = { exchange: code, name, venue, session, ...hours, early: trading.early };
        const event = { data, subject: `exchange:${code}` };
        if (isDue(trading.open))
          await this.publisher.publish(marketOpened, `${code} ${session}`, { ...event, time: new Date(trading.open) });
        if (isDue(trading.close))
          await this.publisher.publish(marketClosed, `${code} ${session}`, { ...event, time: new Date(trading.close) });
      }
    }
  }
}
