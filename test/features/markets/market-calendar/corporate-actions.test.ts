import test, { type ExecutionContext } from 'ava';
import type { CorporateAction } from '../../../../src/features/markets/candle.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { simulatorAt, symbolOf } from '../simulator/simulated-markets.js';

const NOW = Date.UTC(2026, 10, 20, 12);

/** The actions of a share: a split and dividends, one of them announced. */
const actions: CorporateAction[] = [
  { day: '2020-08-31', kind: 'split', value: 4 },
  { day: '2026-08-10', kind: 'dividend', value: 0.26, declarationDay: '2026-07-30', recordDay: '2026-08-10' },
  { day: '2026-11-09', kind: 'dividend', value: 0.27 },
  { day: '2027-02-08', kind: 'dividend', value: 0.28, declarationDay: '2026-11-18', paymentDay: '2027-02-12' },
];

async function market(t: ExecutionContext, list = actions) {
  const provider = new FakeCandleProvider({ name: 'eodhd', actions: () => list });
  const service = await serviceFor(t, { marketProviders: [provider] });
  service.clock.advance(NOW - service.clock.now());
  return { ...service, provider, ada: await service.signedIn() };
}

const daysOf = ({ json }: { json: Json }): string[] => json.items.map(({ day }: Json) => day);

test('splits and dividends are listed by ex-day with their days, announced ones too', async (t) => {
  const { ada } = await market(t);
  const answer = await ada.get('/markets/actions/aapl.us');
  t.is(answer.status, 200);
  t.deepEqual(daysOf(answer), ['2020-08-31', '2026-08-10', '2026-11-09', '2027-02-08']);
  const [split, dividend, , announced] = answer.json.items;
  t.like(split, { type: 'split', ratio: 4, amount: null, currency: null, knownSince: '2020-08-31' });
  t.like(dividend, { type: 'dividend', ratio: null, amount: 0.26, currency: 'USD', recordDay: '2026-08-10' });
  t.like(dividend, { declarationDay: '2026-07-30', paymentDay: null, knownSince: '2026-07-30' });
  t.like(announced, { amount: 0.28, paymentDay: '2027-02-12', knownSince: '2026-11-18' });
  t.like(answer.json, { symbol: 'AAPL.US', nextCursor: null });
  t.like(answer.json.provenance, { provider: 'eodhd', stale: false, warnings: [] });
});

test('actions are chosen by type, by days (the last one exclusive), and by the day on which they were known', async (t) => {
  const { ada } = await market(t);
  const list = async (query: string) => daysOf(await ada.get(`/markets/actions/AAPL.US?${query}`));
  t.deepEqual(await list('type=split'), ['2020-08-31']);
  t.deepEqual(await list('type=split,dividend&from=2026-08-10&to=2026-11-10'), ['2026-08-10', '2026-11-09']);
  t.deepEqual(await list('from=2026-08-11&to=2026-11-09'), []);
  t.deepEqual(await list('type=dividend&knownAt=2026-07-29'), []);
  t.deepEqual(await list('type=dividend&knownAt=2026-07-30'), ['2026-08-10']);
  t.deepEqual(await list('knownAt=2026-11-17'), ['2020-08-31', '2026-08-10', '2026-11-09']);
  t.is((await ada.get('/markets/actions/AAPL.US?from=2026-01-02&to=2026-01-02')).status, 400);
});

test('a dividend is in the currency that the provider states, otherwise in that of the prices', async (t) => {
  const paid = { kind: 'dividend', value: 0.35 } as const;
  const { ada } = await market(t, [
    { ...paid, day: '2026-08-13', currency: 'USD' },
    { ...paid, day: '2026-11-12', currency: null },
  ]);
  const { json } = await ada.get('/markets/actions/SHEL.LSE');
  t.deepEqual(
    json.items.map(({ currency }: Json) => currency),
    ['USD', 'GBP'],
  );
});

test('an action without a day of announcement was known when this service first received it', async (t) => {
  const list = [{ day: '2026-11-27', kind: 'dividend', value: 1 } as const];
  const { ada, clock, signedIn } = await market(t, list);
  t.is((await ada.get('/markets/actions/KO.US')).json.items[0].knownSince, '2026-11-27');
  clock.advance(8 * DAY);
  const later = await (await signedIn()).get('/markets/actions/KO.US');
  t.deepEqual(daysOf(later), ['2026-11-27']);
  t.is(later.json.items[0].knownSince, '2026-11-27', 'it was received after its ex-day');
});

test('instruments without splits and dividends, and providers without them, are a 422', async (t) => {
  const { ada } = await market(t);
  const coin = await ada.get('/markets/actions/BTC-USD.CC');
  t.is(coin.status, 422);
  t.regex(coin.json.detail, /shares and funds/);
  const { signedIn } = await serviceFor(t, { marketProviders: [new FakeCandleProvider({ name: 'eodhd' })] });
  const unserved = await (await signedIn()).get('/markets/actions/AAPL.US');
  t.is(unserved.status, 422);
  t.regex(unserved.json.detail, /No configured provider offers splits/);
});

test('an announced dividend does not adjust earlier prices', async (t) => {
  const { ada } = await market(t, [{ day: '2026-12-01', kind: 'dividend', value: 50, declarationDay: '2026-11-01' }]);
  await ada.get('/markets/actions/AAPL.US');
  const range = 'interval=1d&from=2026-11-02&to=2026-11-20';
  const [adjusted, traded] = await Promise.all(
    ['all', 'none'].map(async (way) => ada.get(`/markets/candles/AAPL.US?${range}&adjustment=${way}`)),
  );
  t.deepEqual(adjusted?.json.items, traded?.json.items);
});

test('simulated dividends are announced four to six weeks ahead and paid two to four weeks later', async (t) => {
  const { provider, clock } = simulatorAt('2026-11-20T12:00:00Z');
  const all = await provider.actions.actions(symbolOf('KO.US'), '2024-01-01', '2027-12-31');
  const dividends = all.filter(({ kind }) => kind === 'dividend');
  t.true(dividends.length >= 10);
  for (const { day, declarationDay, recordDay, paymentDay } of dividends) {
    const ahead = (Date.parse(day) - Date.parse(declarationDay as string)) / DAY;
    t.true(ahead >= 28 && ahead <= 48, `${day} was announced ${ahead} days ahead`);
    t.true(Date.parse(declarationDay as string) <= clock.now());
    t.is(recordDay, day);
    const after = (Date.parse(paymentDay as string) - Date.parse(day)) / DAY;
    t.true(after >= 14 && after <= 30, `${day} is paid ${after} days later`);
  }
});
