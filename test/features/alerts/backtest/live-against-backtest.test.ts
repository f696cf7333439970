import test from 'ava';
import { type Evaluation } from '../../../../src/features/alerts/run/evaluation.service.js';
import { Evaluations } from '../../../../src/features/alerts/run/evaluations.service.js';
import { MINUTE_MS, SECOND_MS } from '../../../../src/time/durations.js';
import { alertsOf } from '../../../support/alert-scene.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import type { TestClient } from '../../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

const LIVE_MINUTES = 16;
const [bitcoin, ether, euro] = ['BTC-USD.CC', 'ETH-USD.CC', 'EURUSD.FOREX'];

let service: TestService;
let clock: ManualClock;
let timers: ManualTimers;
let evaluation: Evaluation;
let ada: TestClient & { email: string };
/** Ids of the rules by name. */
const ids = new Map<string, string>();
let [createdAt, middle, end] = [0, 0, 0];

test.before(async () => {
  // The time is on a Wednesday, when currencies are traded.
  clock = new ManualClock(Date.parse('2026-06-03T14:00:20.300Z'));
  timers = new ManualTimers(clock);
  service = await startTestService({ parts: { clock, timers } });
  ada = await service.signedIn();
  evaluation = service.services.get(Evaluations).create();
  await evaluation.begin();
  // Rules of another account start the recording of these prices, so that the prices are known when the next rules
  // begin.
  const carl = await service.signedIn();
  for (const symbol of [bitcoin, ether, euro])
    await carl.post('/alerts/rules', { name: symbol, condition: above(symbol as string, 1) });
  await follow();
  await live(2 * MINUTE_MS);
  const quotes = await ada.get(`/markets/quotes?symbol=${bitcoin},${ether},${euro}`);
  const { items } = quotes.json;
  const priceOf = (symbol: string | undefined): number =>
    items.find((quote: { symbol: string }) => quote.symbol === symbol).price;
  createdAt = clock.now();
  for (const [name, rule] of Object.entries(rulesAt(priceOf(bitcoin), priceOf(ether), priceOf(euro)))) {
    const made = await ada.post('/alerts/rules', { name, ...rule });
    if (made.status !== 201) throw new Error(made.text);
    ids.set(name, made.json.id);
  }
  await follow();
  await live((LIVE_MINUTES / 2) * MINUTE_MS);
  middle = clock.now();
  await live((LIVE_MINUTES / 2) * MINUTE_MS);
  end = clock.now();
  await evaluation.flush();
  await evaluation.saveTicks();
  // The access token has expired meanwhile.
  await ada.signIn(ada.email, PASSWORD);
});
test.after.always(async () => {
  await evaluation.end();
  await service.close();
});

const above = (symbol: string, threshold: number, more: object = {}) => ({
  type: 'price',
  symbol,
  operator: 'above',
  threshold,
  ...more,
});

function rulesAt(bitcoinPrice: number, etherPrice: number, euroPrice: number): Record<string, object> {
  const high = above(bitcoin as string, bitcoinPrice);
  return {
    'a price above a level': { condition: high },
    'a price for at least 20 seconds': { condition: high, pendingSeconds: 20 },
    'a price with a recovery threshold': {
      condition: above(bitcoin as string, bitcoinPrice, { recoveryThreshold: bitcoinPrice * 0.9999 }),
    },
    'a price with a recovery time and a cooldown': { condition: high, recoverySeconds: 7, cooldownSeconds: 45 },
    'a change within 60 seconds': {
      condition: { type: 'price_change', symbol: bitcoin, operator: 'above', windowSeconds: 60, percent: 0.01 },
    },
    'a change within 5 minutes': {
      condition: { type: 'price_change', symbol: bitcoin, operator: 'below', windowSeconds: 300, percent: 0 },
    },
    'a pair of currencies': { condition: above(euro as string, euroPrice) },
    'one price without the other': {
      condition: { type: 'all', conditions: [high, { type: 'not', condition: above(ether as string, etherPrice) }] },
    },
    'an RSI of minutes': {
      condition: {
        type: 'indicator',
        symbol: bitcoin,
        interval: '1m',
        indicator: 'rsi:14',
        operator: 'above',
        threshold: 50,
      },
    },
    'an RSI of minutes that must last': {
      condition: {
        type: 'indicator',
        symbol: bitcoin,
        interval: '1m',
        indicator: 'rsi:14',
        operator: 'above',
        threshold: 45,
      },
      pendingSeconds: 30,
    },
  };
}

async function follow(): Promise<void> {
  await service.settle();
  while (await evaluation.follow());
  await evaluation.settled();
}

/** Advances the simulator and the evaluation, as the runner does. */
async function live(ms: number): Promise<void> {
  const stop = timers.every(250, () => evaluation.advance());
  for (let done = 0; done < ms; done += SECOND_MS) {
    await timers.advance(SECOND_MS);
    await evaluation.settled();
    if (done % MINUTE_MS === 0) await evaluation.flush();
    if (done % (10 * SECOND_MS) === 0) await evaluation.saveTicks();
  }
  stop();
}

interface Times {
  firedAt: string;
  resolvedAt: string | null;
}

async function compared(from: number, name: string): Promise<{ live: Times[]; tested: Times[]; missing: unknown[] }> {
  const range = { from: new Date(from).toISOString(), to: new Date(end).toISOString() };
  const fired = (await alertsOf(ada, `&limit=200&ruleId=${ids.get(name)}`)) as unknown as Array<
    Times & { state: string }
  >;
  const tested = await ada.post('/alerts/rules/backtest', { ruleId: ids.get(name), ...range });
  const timesOf = ({ firedAt, resolvedAt }: Times) => ({ firedAt, resolvedAt });
  const { alerts, missing } = tested.json;
  return {
    live: fired.filter(({ firedAt }) => firedAt !== null && firedAt >= range.from).map(timesOf),
    tested: alerts.map(timesOf),
    missing,
  };
}

for (const name of Object.keys(rulesAt(1, 1, 1))) {
  test.serial(`a backtest since the creation of a rule on ${name} gives the alerts that fired`, async (t) => {
    const { live, tested, missing } = await compared(createdAt, name);
    t.true(live.length > 0);
    t.deepEqual(missing, []);
    t.deepEqual(tested, live);
  });

  test.serial(`a backtest that begins while a rule on ${name} is evaluated gives the alerts that fired`, async (t) => {
    const { live, tested, missing } = await compared(middle, name);
    t.deepEqual(missing, []);
    t.deepEqual(tested, live);
  });
}
