import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { EventLog } from '../../../../src/events/event-log.js';
import { CompaniesService } from '../../../../src/features/markets/companies/companies.service.js';
import { RatiosService } from '../../../../src/features/markets/companies/ratios.service.js';
import { filingPublished } from '../../../../src/features/markets/events/filing.events.js';
import { PriceColumnsService } from '../../../../src/features/markets/screens/price-columns.service.js';
import { ScreenCompanies } from '../../../../src/features/markets/screens/screen-company.repository.js';
import { ScreenFigures } from '../../../../src/features/markets/screens/screen-figures.service.js';
import { Log } from '../../../../src/logging/log.js';
import { filingAt, market, named } from './screen-market.js';

/** Starts a market whose figures of Tesla, Snowflake and an unknown share were loaded by an earlier process. */
async function restarted(t: ExecutionContext) {
  const made = await market(t);
  const { ada, services, clock, source, timers } = made;
  const symbols = ['TSLA.US', 'SNOW.US', 'NONE.US'];
  const universe = named(...symbols);
  await ada.post('/markets/screens/evaluate', { universe, columns: ['revenue', 'netMargin:annual'] });
  const before = services.get(ScreenFigures);
  await before.settle();
  const unlisted = { exchange: null, isin: null, sector: null, country: null, firstDay: null };
  const instruments = symbols.map(
    (symbol) => ({ symbol, name: symbol, assetClass: 'equity', currency: 'USD', ...unlisted }) as const,
  );
  const request = { instruments, needs: { company: true, candles: 0 }, accountId: ada.accountId };
  /** Reads the figures in a process that has just started; returns the calls that it made, and the figures. */
  const read = async () => {
    source.calls.length = 0;
    const figures = new ScreenFigures(
      services.get(CompaniesService),
      services.get(RatiosService),
      services.get(PriceColumnsService),
      services.get(ScreenCompanies),
      services.get(EventLog),
      clock,
      timers,
      services.get(Log),
    );
    const found = await figures.read(request);
    return { calls: source.calls.filter((call) => call.startsWith('facts')), found };
  };
  // The service of facts keeps them for an hour, so that calls show what is computed again only after it.
  clock.advance(61 * 60_000);
  return { ...made, read, expected: await before.read(request) };
}

test('after a start screens use the stored figures of companies, also the absence of figures', async (t) => {
  const { read, expected } = await restarted(t);
  const { calls, found } = await read();
  t.deepEqual(calls, []);
  t.deepEqual(found, expected);
  t.is(found[2]?.company, 'not_reported');
});

test('stored figures are not used after a filing, or after six hours', async (t) => {
  const { read, clock, services, settle } = await restarted(t);
  const data = filingAt(clock.now());
  await services.get(EventLog).append(filingPublished, { subject: 'symbol:SNOW.US', data });
  await settle();
  t.deepEqual((await read()).calls, ['facts SNOW']);
  clock.advance(5.5 * 3_600_000);
  const late = await read();
  t.true(late.calls.includes('facts TSLA'), late.calls.join());
});

test('figures are loaded while the stored ones cannot be read or written', async (t) => {
  const { read, services } = await restarted(t);
  const stored = services.get(ScreenCompanies);
  stored.read = () => {
    throw new Error('connection closed');
  };
  stored.store = async () => {
    throw new Error('connection closed');
  };
  const { calls, found } = await read();
  t.deepEqual(calls.toSorted(), ['facts SNOW', 'facts TSLA']);
  t.not(typeof found[0]?.company, 'string');
});

test('stored figures of another source, another day or other fields are not read', async (t) => {
  const { services, clock, database } = await market(t);
  const stored = services.get(ScreenCompanies);
  const now = clock.now();
  const one = { symbol: 'A.US', found: 'not_reported' as const, loadedAt: now, day: '2026-11-20' };
  await stored.store('sec', [one, { ...one, symbol: 'B.US' }]);
  await stored.store('sec', [{ ...one, symbol: 'B.US', found: 'not_meaningful' }]);
  const read = async (of: object = {}) => {
    const all: unknown[] = [];
    for await (const page of stored.read({ source: 'sec', day: '2026-11-20', since: now, ...of }))
      all.push(...page.map(({ symbol, found }) => [symbol, found]));
    return all;
  };
  t.deepEqual(await read(), [
    ['A.US', 'not_reported'],
    ['B.US', 'not_meaningful'],
  ]);
  t.deepEqual(await read({ source: 'simulator' }), []);
  t.deepEqual(await read({ day: '2026-11-21' }), []);
  t.deepEqual(await read({ since: now + 1 }), []);
  await database.database.query("update screen_companies set layout = 'sec other'");
  t.deepEqual(await read(), []);
});
