import 'reflect-metadata';
import test from 'ava';
import { RateTables } from '../../../../src/features/markets/fx/rate-tables.service.js';
import { MarketProviders } from '../../../../src/features/markets/providers/market-provider.js';
import { MarketRouter } from '../../../../src/features/markets/routing/market-router.service.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { RecordedRates, recordedTables } from '../../../support/recorded-rates.js';
import { DAY, HOUR, MINUTE } from '../../../support/service-for.js';

/** Returns recorded rate tables at a moment; the last one was published on `published`. */
function tablesAt(moment: string, published: string) {
  const [source, second, clock] = [new RecordedRates(), new RecordedRates('ecb'), new ManualClock(Date.parse(moment))];
  source.published = published;
  const router = new MarketRouter(new MarketProviders([source, second]), clock);
  return { source, second, clock, tables: new RateTables(router, clock) };
}

test('the latest rates are requested once until the next are due, also by concurrent callers', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-09T13:10:00Z', '2026-04-08');
  await Promise.all(Array.from({ length: 10 }, () => tables.read()));
  clock.advance(49 * MINUTE);
  t.is((await tables.read()).table.day, '2026-04-08');
  t.deepEqual(source.asked, [undefined]);
  source.published = '2026-04-09';
  clock.advance(MINUTE);
  t.is((await tables.read()).table.day, '2026-04-09');
  t.is(source.asked.length, 2);
});

test('overdue rates are requested every five minutes', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-09T14:00:00Z', '2026-04-08');
  await tables.read();
  clock.advance(5 * MINUTE - 1);
  await tables.read();
  t.is(source.asked.length, 1);
  source.published = '2026-04-09';
  clock.advance(1);
  t.is((await tables.read()).table.day, '2026-04-09');
});

test('the latest rates are refreshed after an hour, because they may be corrected', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-11T09:00:00Z', '2026-04-10');
  await tables.read();
  clock.advance(HOUR);
  await tables.read();
  t.is(source.asked.length, 2);
});

test('rates of a past day are requested once a day', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-20T09:00:00Z', '2026-04-13');
  t.is((await tables.read('2026-04-05')).table.day, '2026-04-02', 'there are no rates over Easter');
  t.is((await tables.read('2026-04-08')).table.day, '2026-04-08');
  clock.advance(DAY - 1);
  await tables.read('2026-04-05');
  await tables.read('2026-04-08');
  t.deepEqual(source.asked, ['2026-04-05', '2026-04-08']);
  clock.advance(1);
  await tables.read('2026-04-05');
  t.is(source.asked.length, 3);
});

test('a request for today returns the latest rates', async (t) => {
  const { source, tables } = tablesAt('2026-04-09T15:00:00Z', '2026-04-09');
  t.is(await tables.read('2026-04-09'), await tables.read());
  t.deepEqual(source.asked, [undefined]);
});

test('when the first source fails the second answers, with a warning', async (t) => {
  const { source, tables } = tablesAt('2026-04-09T15:00:00Z', '2026-04-09');
  source.failure = new UpstreamError('timeout');
  const { provenance } = await tables.read('2026-04-08');
  t.like(provenance, { provider: 'ecb', stale: false, asOf: new Date('2026-04-08') });
  t.is(provenance.warnings.length, 1);
});

test('when every source fails, known rates are served stale for a week', async (t) => {
  const { source, second, clock, tables } = tablesAt('2026-04-13T15:00:00Z', '2026-04-13');
  const fresh = await tables.read();
  t.false(fresh.provenance.stale);
  for (const failing of [source, second]) failing.failure = new UpstreamError('server_error', 60_000);
  clock.advance(2 * HOUR);
  const old = await tables.read();
  t.true(old.provenance.stale);
  t.deepEqual(old.provenance.fetchedAt, fresh.provenance.fetchedAt);
  t.is(old.table, fresh.table);
  clock.advance(8 * DAY);
  await t.throwsAsync(tables.read(), { code: 'unavailable' } as object);
  source.failure = undefined;
  t.false((await tables.read()).provenance.stale);
});

test('rates of a later day than requested are rejected', async (t) => {
  const { source, tables } = tablesAt('2026-04-20T09:00:00Z', '2026-04-13');
  const [latest] = recordedTables.slice(-1);
  source.rates.rates = async () => latest as (typeof recordedTables)[number];
  const { table, provenance } = await tables.read('2026-04-01');
  t.deepEqual([table.day, provenance.provider], ['2026-04-01', 'ecb']);
});

test('rates are as of the time that their source publishes', async (t) => {
  const { source, tables } = tablesAt('2026-04-13T22:00:00Z', '2026-04-13');
  const latest = await source.rates.rates();
  const at = new Date('2026-04-13T14:00:00Z');
  source.rates.rates = async () => ({ ...latest, at });
  t.deepEqual((await tables.read()).provenance.asOf, at);
});

test('live rates are refreshed every minute, and are dated today at the latest', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-13T22:00:00Z', '2026-04-13');
  const latest = await source.rates.rates();
  source.rates.rates = async () => ({ ...latest, day: '2026-04-14' });
  source.capabilities = [{ operation: 'rates', assetClasses: ['fx'], delaySeconds: 0 }];
  const { table, provenance } = await tables.read();
  t.deepEqual([table.day, provenance.asOf], ['2026-04-13', new Date(clock.now())]);
  clock.advance(MINUTE - 1);
  t.is((await tables.read()).table, table);
  clock.advance(1);
  t.not((await tables.read()).table, table);
});

test('a past day without rates of its own is requested again for a week, then once a day', async (t) => {
  const { source, clock, tables } = tablesAt('2026-04-09T14:00:00Z', '2026-04-08');
  const countOf = () => source.asked.length;
  // The first day is a Sunday four days ago, the second a Sunday eleven days ago.
  for (const [day, table, pause] of [
    ['2026-04-05', '2026-04-02', 5 * MINUTE],
    ['2026-03-29', '2026-03-27', DAY],
    ['2026-04-07', '2026-04-07', DAY],
  ] as const) {
    t.is((await tables.read(day)).table.day, table);
    const before = countOf();
    clock.advance(pause - 1);
    await tables.read(day);
    t.is(countOf(), before, day);
    clock.advance(1);
    await tables.read(day);
    t.is(countOf(), before + 1, day);
  }
});
