import 'reflect-metadata';
import test from 'ava';
import { BacktestRecords } from '../../../../src/features/alerts/backtest/backtest-record.service.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/time/durations.js';

const FROM = Date.UTC(2026, 10, 20, 12);
const range = { from: FROM, to: FROM + HOUR_MS };
const price = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 1 };

interface Stored {
  key: string;
  crossing: number;
  firedAt: Date | null;
  resolvedAt: Date | null;
}

interface Scene {
  covered?: Array<{ from: number; to: number }>;
  dropped?: number;
  alerts?: Stored[];
  rule?: object;
  window?: number;
}

/** Reads the record of a rule; the rule is a day old unless `rule` is given. */
async function recordOf({ covered = [], dropped = 0, alerts = [], rule, window = 0 }: Scene) {
  const asked: Array<{ from: number; to: number }> = [];
  const before: Array<[time: number, cooldownMs: number]> = [];
  const ticks = {
    read: async (key: string, span: { from: number; to: number }) => {
      asked.push(span);
      return { key, covered: covered.map((one) => ({ ...one })), packed: [], entries: 0, dropped };
    },
  };
  const repository = {
    before: async (_id: string, time: Date, cooldownMs: number) => {
      before.push([time.getTime(), cooldownMs]);
      return alerts;
    },
  };
  const needs = {
    symbols: new Set(['AAPL.US']),
    candles: new Map(),
    priceWindows: new Map(window === 0 ? [] : [['AAPL.US', window]]),
  };
  const stored = {
    id: 'rule',
    createdAt: new Date(FROM - DAY_MS),
    updatedAt: new Date(FROM - DAY_MS),
    pendingSeconds: 0,
    recoverySeconds: 0,
    cooldownSeconds: 120,
    oneShot: false,
    disarmedAt: null,
    ...rule,
  };
  const records = new BacktestRecords(ticks as never, repository as never);
  const record = await records.read(
    { condition: price } as never,
    needs as never,
    range,
    rule === undefined ? undefined : (stored as never),
  );
  return { ...record, asked, before };
}

const all = [{ from: FROM - DAY_MS, to: range.to }];

test('nothing is missing where every price of the range is recorded', async (t) => {
  t.deepEqual((await recordOf({ covered: [range] })).missing, []);
  const [late] = (await recordOf({ covered: [{ from: FROM + 1, to: range.to }] })).missing;
  t.regex(late?.detail ?? '', /not recorded from 2026-11-20T12:00:00\.000Z to 2026-11-20T12:00:00\.001Z\./);
  const [early] = (await recordOf({ covered: [{ from: FROM, to: range.to - 1 }] })).missing;
  t.regex(early?.detail ?? '', /not recorded from 2026-11-20T12:59:59\.999Z to 2026-11-20T13:00:00\.000Z\./);
  const [none] = (await recordOf({})).missing;
  t.regex(none?.detail ?? '', /not recorded for this time\./);
  const gaps = [0, 20, 40].map((minute) => ({
    from: FROM + minute * MINUTE_MS,
    to: FROM + (minute + 10) * MINUTE_MS,
  }));
  t.regex((await recordOf({ covered: gaps })).missing[0]?.detail ?? '', /T12:10:00\.000Z to .*, and 2 more times\./);
});

test('a single dropped price is reported', async (t) => {
  t.deepEqual((await recordOf({ covered: [range], dropped: 0 })).missing, []);
  t.regex((await recordOf({ covered: [range], dropped: 1 })).missing[0]?.detail ?? '', /^1 prices of AAPL\.US are not/);
});

test('a new rule begins at the start of the range, and a stored rule begins its longest wait and ten minutes earlier', async (t) => {
  const fresh = await recordOf({ covered: all });
  t.deepEqual([fresh.start, fresh.state], [FROM, undefined]);
  t.is((await recordOf({ covered: all, rule: {} })).start, FROM - 10 * MINUTE_MS);
  const waits = { pendingSeconds: 60, recoverySeconds: 300 };
  t.is((await recordOf({ covered: all, rule: waits })).start, FROM - 15 * MINUTE_MS);
  const changed = { updatedAt: new Date(FROM - MINUTE_MS) };
  t.is((await recordOf({ covered: all, rule: changed })).start, FROM - MINUTE_MS);
  const late = { updatedAt: new Date(FROM + 1), createdAt: new Date(FROM - 2 * MINUTE_MS) };
  t.is((await recordOf({ covered: all, rule: late })).start, FROM - 2 * MINUTE_MS);
  const newer = { createdAt: new Date(FROM + 1) };
  t.is((await recordOf({ covered: all, rule: newer })).state, undefined, 'it is not older than the range');
});

test('a stored rule begins at the start of the range if earlier prices are missing', async (t) => {
  const gap = [{ from: FROM - 10 * MINUTE_MS + 1, to: range.to }];
  t.is((await recordOf({ covered: gap, rule: {} })).start, FROM);
  const created = { createdAt: new Date(FROM - 5 * MINUTE_MS), updatedAt: new Date(FROM - 5 * MINUTE_MS) };
  const soon = [{ from: FROM - 4 * MINUTE_MS, to: range.to }];
  t.is((await recordOf({ covered: soon, rule: created })).start, FROM - 5 * MINUTE_MS, 'it begins with the rule');
  const later = [{ from: FROM - 4 * MINUTE_MS + 1, to: range.to }];
  t.is((await recordOf({ covered: later, rule: created })).start, FROM);
});

test('prices are read from a minute and their window before the start', async (t) => {
  t.deepEqual((await recordOf({ covered: all, window: 90 })).asked, [
    { from: FROM - 90 * SECOND_MS - MINUTE_MS, to: range.to },
  ]);
});

test('the state at the start has open alerts, and those within their cooldown', async (t) => {
  const start = FROM - 10 * MINUTE_MS;
  const at = (ms: number) => new Date(start + ms);
  const { state, before } = await recordOf({
    covered: all,
    rule: { oneShot: true, disarmedAt: at(-1) },
    alerts: [
      { key: 'open', crossing: 3, firedAt: at(-5_000), resolvedAt: null },
      { key: 'later', crossing: 7, firedAt: at(-4_000), resolvedAt: at(1) },
      { key: 'resolved', crossing: 5, firedAt: at(-4_000), resolvedAt: at(0) },
    ],
  });
  t.deepEqual(before, [[start, 120 * SECOND_MS]]);
  t.deepEqual(state, {
    savedAt: start,
    crossings: 7,
    isDisarmed: true,
    instances: [
      { key: 'open', state: 'firing', crossing: 3, since: start - 5_000 },
      { key: 'later', state: 'firing', crossing: 7, since: start - 4_000 },
      { key: 'resolved', state: 'inactive', crossing: 5, cooldownUntil: start + 120 * SECOND_MS },
    ],
    leaves: {},
  });
  const free = await recordOf({
    covered: all,
    rule: { cooldownSeconds: 0, oneShot: true, disarmedAt: at(0) },
    alerts: [{ key: 'resolved', crossing: 5, firedAt: at(-4_000), resolvedAt: at(-1) }],
  });
  t.deepEqual([free.state?.instances, free.state?.isDisarmed], [[], false]);
});
