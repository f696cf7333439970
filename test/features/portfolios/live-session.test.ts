import test from 'ava';
import type { Observation, RuleNeeds } from '../../../src/features/alerts/alerts.api.js';
import { LivePortfolio } from '../../../src/features/portfolios/live/live-portfolio.js';
import {
  type LiveParts,
  LivePortfolioSession,
} from '../../../src/features/portfolios/live/live-portfolio-session.service.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';

/** Starts a session with the portfolios `a`, `b` and `c`, which hold the symbols of the same names. */
function scene() {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const failing = new Set<string>();
  const placeless = new Set<string>();
  const logged: unknown[] = [];
  const followed: string[] = [];
  const seen: Observation[] = [];
  const fail = (ids: ReadonlySet<string>, id: string) => {
    if (ids.has(id)) throw new Error(`no ${id}`);
  };
  const parts = {
    portfolios: { byIds: async (ids: string[]) => ids.map((id) => ({ id, version: 1 })) },
    transactions: { fingerprints: async () => new Map() },
    loader: {
      load: async ({ id }: { id: string }) => {
        fail(failing, id);
        const holdings = [{ symbol: id, quantity: 1, currency: 'USD', price: 5 }];
        return new LivePortfolio({ baseCurrency: 'USD', holdings, cash: new Map(), rates: new Map(), history: null });
      },
    },
    exposures: {
      placesOf: async ({ id }: { id: string }) => {
        fail(placeless, id);
        return [];
      },
    },
    markets: {
      follow: async ([symbol]: string[]) => {
        followed.push(symbol as string);
        return { errors: [], close: () => undefined };
      },
    },
    log: { warn: (fields: unknown) => logged.push(fields) },
    clock,
    timers,
  } as unknown as LiveParts;
  const needs = { portfolios: new Set(['a', 'b', 'c']) } as unknown as RuleNeeds;
  const session = new LivePortfolioSession(
    parts,
    () => needs,
    (observation) => seen.push(observation),
  );
  const valued = () => [...new Set(seen.flatMap((one) => (one.kind === 'portfolio' ? [one.portfolioId] : [])))];
  return { timers, session, failing, placeless, logged, followed, valued };
}

test('a portfolio that cannot be loaded does not stop the others, and is loaded when it can be', async (t) => {
  const { timers, session, failing, placeless, logged, followed, valued } = scene();
  failing.add('a');
  placeless.add('b');
  await timers.advance(2_000);
  await session.settled();
  await timers.advance(1_000);
  t.deepEqual(valued(), ['b', 'c']);
  t.deepEqual(followed, ['b', 'c']);
  t.like(logged, [{ portfolioId: 'a' }, { portfolioId: 'b' }]);
  await timers.advance(20_000);
  t.is(logged.length, 2);
  failing.clear();
  placeless.clear();
  await timers.advance(6_000);
  await session.settled();
  await timers.advance(1_000);
  t.deepEqual(valued(), ['b', 'c', 'a']);
  t.deepEqual(followed, ['b', 'c', 'a']);
  session.close();
});

test('a failure is logged again after a success', async (t) => {
  const { timers, session, placeless, logged } = scene();
  placeless.add('b');
  await timers.advance(2_000);
  placeless.clear();
  await timers.advance(10_000);
  placeless.add('b');
  await timers.advance(61_000);
  t.like(logged, [{ portfolioId: 'b' }, { portfolioId: 'b' }]);
  t.is(logged.length, 2);
  session.close();
});
