import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { RuleSources } from '../../../src/features/alerts/alerts.api.js';
import type { Needs } from '../../../src/features/alerts/engine/engine-rule.js';
import type { Candle } from '../../../src/features/markets/candle.js';
import { CompanySources } from '../../../src/features/markets/providers/company-source.js';
import { AlertScene, alertsOf } from '../../support/alert-scene.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { RecordedCompanies } from '../../support/company-source.js';
import { isProblem } from '../../support/is-problem.js';
import { DAY, serviceFor } from '../../support/service-for.js';

/** Starts a service with recorded companies at a day, in a market whose shares close at 200. */
async function market(t: ExecutionContext, day = '2022-12-01') {
  const candles = new FakeCandleProvider({ name: 'eodhd', actions: () => [] });
  candles.answer = (_symbol, _interval, from, to) => {
    const days = Math.ceil((to.getTime() - from.getTime()) / DAY);
    return Array.from({ length: days }, (_, at): Candle => {
      const time = new Date(from.getTime() + at * DAY);
      return { time, open: 200, high: 200, low: 200, close: 200, volume: 1 };
    });
  };
  const service = await serviceFor(t, {
    marketProviders: [candles],
    replace: (services) => void services.set(CompanySources, new CompanySources(new RecordedCompanies())),
  });
  service.clock.advance(Date.parse(`${day}T12:00Z`) - service.clock.now());
  return { service, ada: await service.signedIn() };
}

const fact = {
  type: 'indicator',
  symbol: 'TSLA.US',
  interval: '1d',
  indicator: 'fact',
  fact: 'netMargin:ttm',
  operator: 'above',
  threshold: 0.1,
};
const rule = (condition: object) => ({ name: 'Margin', condition });
/** Net margin of the twelve months to September 2022. */
const margin = (3_292 + 2_259 + 3_318 + 2_321) / (21_454 + 16_934 + 18_756 + 17_719);

test('a rule compares a ratio of a company with a value, and names the filing that states it', async (t) => {
  const { ada } = await market(t);
  const preview = async () =>
    (await ada.post('/alerts/rules/preview', rule({ ...fact, threshold: 0.2 }))).json.instances[0].results[0];
  let found = await preview();
  // A preview waits a few seconds for figures that are read for the first time.
  while (found.status === 'waiting') found = await preview();
  t.like(found, { type: 'indicator', status: 'ok', met: false, operator: 'above', threshold: 0.2 });
  t.true(Math.abs(found.value - margin) < 1e-12 && Math.abs(found.distance - (0.2 - margin)) < 1e-12);
  t.deepEqual(
    Object.fromEntries(found.details.map(({ name, value }: { name: string; value: string }) => [name, value])),
    {
      fact: 'netMargin:ttm',
      firstDay: '2021-10-01',
      lastDay: '2022-09-30',
      knownSince: '2022-10-25T03:00:00.000Z',
      filing: '0000950170-22-019867',
    },
  );
  const { description } = (await ada.post('/alerts/rules/validate', rule(fact))).json;
  t.regex(description, /netMargin:ttm of TSLA.US, as filed so far, is above 0.1/);
});

test('a rule about a group fires for each company whose figure crosses the threshold when a filing changes it', async (t) => {
  const { service, ada } = await market(t, '2022-10-20');
  const alerts = await AlertScene.of(service);
  t.teardown(() => alerts.stop());
  const list = (await ada.post('/markets/watchlists', { name: 'Two', symbols: ['TSLA.US', 'SNOW.US'] })).json;
  const condition = { ...fact, symbol: 'EACH.GROUP', symbols: { watchlistId: list.id }, threshold: margin - 1e-4 };
  t.is((await ada.post('/alerts/rules', rule(condition))).status, 201);
  await alerts.settle();
  const source = service.services.get(RuleSources).find('fact');
  const read = async () => {
    const facts = new Set(['TSLA.US netMargin:ttm', 'SNOW.US netMargin:ttm']);
    const current = async () => (await source?.current?.({ facts } as unknown as Needs)) ?? [];
    let figures = await current();
    // Figures that are still being read are left out.
    while (figures.length < facts.size) figures = await current();
    for (const one of figures) alerts.observe(one);
    await alerts.settle();
  };
  await read();
  t.deepEqual(await alertsOf(ada), []);
  service.clock.advance(6 * DAY);
  await read();
  // The token of the caller has expired by now.
  const { rows } = await service.database.database.query<{ data: { alert: { entity: string; symbols: string[] } } }>(
    `select data from events where type = 'alert.firing'`,
  );
  t.deepEqual(
    rows.map(({ data: { alert } }) => `${alert.entity} ${alert.symbols}`),
    ['symbol:TSLA.US TSLA.US'],
  );
});

test('a backtest sees a figure from the publication of its filing on, and not before', async (t) => {
  const { ada } = await market(t);
  const tested = await ada.post('/alerts/rules/backtest', {
    rule: rule({ ...fact, threshold: margin - 1e-4 }),
    from: '2022-10-01',
    to: '2022-12-01',
  });
  t.is(tested.status, 200);
  t.deepEqual(tested.json.missing, []);
  t.is(tested.json.alerts.length, 1);
  const [alert] = tested.json.alerts;
  t.is(alert.firedAt, '2022-10-25T03:00:00.000Z');
  t.like(alert.explanation[0], { type: 'indicator', met: true });
  t.true(Math.abs(alert.explanation[0].value - margin) < 1e-12);
});

test('a ratio of a price is tested after each day', async (t) => {
  const { ada } = await market(t);
  const condition = { ...fact, fact: 'priceToEarnings', operator: 'above', threshold: 1 };
  const range = { from: '2022-11-01', to: '2022-11-11' };
  const { json } = await ada.post('/alerts/rules/backtest', { rule: rule(condition), ...range });
  t.is(json.alerts.length, 1);
  t.is(json.observationCount, 10);
  t.true(Math.abs(json.alerts[0].explanation[0].value - (200 * 3_157_752_449) / 11_190e6) < 1e-9);
  const unknown = await ada.post('/alerts/rules/backtest', { rule: rule({ ...fact, fact: 'taxRate' }), ...range });
  t.deepEqual(unknown.json.missing, [{ pointer: '', detail: 'No taxRate of TSLA.US is known for this time.' }]);
});

test('a figure that companies do not have, and an instrument without filings, are rejected', async (t) => {
  const { ada } = await market(t);
  const faults: Array<[object, string, RegExp]> = [
    [{ fact: 'netMargins' }, '/condition/fact', /did you mean `netMargin`/],
    [{ fact: 'netMargin:monthly' }, '/condition/fact', /ttm, annual, quarter/],
    [{ fact: 'rsi:14' }, '/condition/fact', /is not a figure or ratio of companies/],
    [{ fact: 'sector' }, '/condition/fact', /is not a figure or ratio of companies/],
    [{ symbol: 'EURUSD.FOREX' }, '/condition/symbol', /Only shares belong to a company/],
    [{ symbol: 'NONE.US' }, '/condition/symbol', /knows no company/],
    [{ fact: undefined }, '/condition/fact', /is required with the indicator `fact`/],
    [{ indicator: 'rsi:14' }, '/condition/fact', /only with it/],
    [{ interval: '1h' }, '/condition/interval', /must be 1d/],
    [{ recoveryThreshold: 0.2 }, '/condition/recoveryThreshold', /must not be beyond the threshold/],
  ];
  for (const [changes, pointer, detail] of faults) {
    const answer = await ada.post('/alerts/rules', rule({ ...fact, ...changes }));
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors[0].pointer, pointer);
    t.regex(answer.json.errors[0].detail, detail);
  }
  const listed = { ...fact, symbol: 'EACH.GROUP', symbols: { watchlistId: crypto.randomUUID() } };
  const answer = await ada.post('/alerts/rules', rule({ ...listed, fact: 'price' }));
  t.deepEqual(
    answer.json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/condition/symbols/watchlistId', '/condition/fact'],
  );
});
