import type { ExecutionContext } from 'ava';
import type { Candle, CorporateAction } from '../../../../src/features/markets/candle.js';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { Timers } from '../../../../src/time/timers.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { serviceFor } from '../../../support/service-for.js';

const DAY_MS = 86_400_000;
const noon = Date.UTC(2026, 10, 20, 12);

/** Timers that run only when a test says so. */
class HeldTimers extends Timers {
  readonly waiting = new Set<() => void>();

  after(_ms: number, run: () => void): () => void {
    this.waiting.add(run);
    return () => void this.waiting.delete(run);
  }

  every(): () => void {
    return () => {};
  }

  expire(): void {
    for (const run of this.waiting) run();
  }
}

/** Starts a service with recorded companies in a market whose shares close at 200, and at 100 after a split. */
export async function market(t: ExecutionContext, actions: CorporateAction[] = []) {
  const candles = new FakeCandleProvider({ name: 'eodhd', actions: () => actions });
  candles.answer = (_symbol, _interval, from, to) => {
    const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MS);
    return Array.from({ length: days }, (_, day): Candle => {
      const time = new Date(from.getTime() + day * DAY_MS);
      const price = actions.some((action) => Date.parse(action.day) <= time.getTime()) ? 100 : 200;
      return { time, open: price, high: price + 2, low: price - 2, close: price, volume: 1_000 };
    });
  };
  const source = new RecordedCompanies();
  const timers = new HeldTimers();
  const service = await serviceFor(t, {
    marketProviders: [candles],
    replace: (services) => {
      services.set(CompanySources, new CompanySources(source));
      services.set(Timers, timers);
    },
  });
  service.clock.advance(noon - service.clock.now());
  return { ...service, candles, source, timers, ada: await service.signedIn() };
}

export const named = (...symbols: string[]) => ({ symbols });

/** Returns the data of an event about a filing of Snowflake at a time (ms). */
export const filingAt = (time: number) => ({
  company: 'Snowflake',
  accessionNumber: '1',
  form: '10-Q',
  filedAt: new Date(time).toISOString(),
  symbol: 'SNOW.US',
  reportDate: null,
  reportItems: [],
  url: null,
  provider: 'sec',
  simulated: false,
});
