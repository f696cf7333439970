import test from 'ava';
import { actionsIn } from '../../../src/features/portfolios/demo/corporate-actions.js';
import { dailySeries } from '../../../src/features/portfolios/valuation/daily-series.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('splits and dividends are derived from the adjustment of prices', (t) => {
  const series = (values: number[]) =>
    dailySeries(
      values.map((value, index) => ({ day: index + 100, value })),
      100,
      99 + values.length,
      'p',
    );
  // The close of 200 is followed by a dividend of 1, then by a split 2:1.
  const actions = actionsIn({
    asTraded: series([200, 198, 100]),
    bySplits: series([100, 99, 100]),
    byAll: series([99.5, 99, 100]),
  });
  t.deepEqual(actions, [
    { day: 101, kind: 'dividend', value: 1 },
    { day: 102, kind: 'split', value: 2 },
  ]);
});

test('an account has one labeled demonstration with sensible figures, and concurrent calls return the same', async (t) => {
  const ada = await service.signedIn();
  const [first, second] = await Promise.all([
    ada.post('/portfolios/demo', undefined),
    ada.post('/portfolios/demo', undefined),
  ]);
  t.deepEqual([first.status, second.status], [200, 200], first.text);
  t.is(first.json.portfolio.id, second.json.portfolio.id);
  t.deepEqual([first.json.created, second.json.created].sort(), [false, true]);
  const path = `/portfolios/${first.json.portfolio.id}`;
  t.regex(first.json.portfolio.name, /made-up/);
  const { items } = (await ada.get(`${path}/transactions?limit=200`)).json;
  t.true(items.every(({ note }: { note: string }) => note.startsWith('Demonstration')));
  const types = new Set(items.map(({ type }: { type: string }) => type));
  for (const type of ['deposit', 'buy', 'sell', 'dividend', 'split', 'fee']) t.true(types.has(type), type);
  const [valuation, holdings, performance, risk] = await Promise.all(
    ['valuation', 'holdings', 'performance', 'risk'].map(async (name) => (await ada.get(`${path}/${name}`)).json),
  );
  t.deepEqual(valuation.warnings, []);
  t.deepEqual([...new Set<string>(holdings.items.map(({ currency }: { currency: string }) => currency))].sort(), [
    'CHF',
    'EUR',
    'GBP',
    'USD',
  ]);
  // If a split were missed, a value would halve or double within one day.
  t.true(risk.volatility > 0.02 && risk.volatility < 0.4 && risk.maxDrawdown.depth > -0.7, JSON.stringify(risk));
  t.true(Number(valuation.value) > 50_000 && Number.isFinite(performance.value), valuation.value);
  const model = (await ada.get(`/portfolios/${first.json.model.id}/holdings`)).json;
  t.is(first.json.model.kind, 'model');
  t.true(Math.abs(model.items.find(({ symbol }: { symbol: string }) => symbol === 'VTI.US').weight - 0.4) < 0.02);
});

test('deleted parts of the demonstration are created again, and the others are returned', async (t) => {
  const ada = await service.signedIn();
  const { model, portfolio } = (await ada.post('/portfolios/demo', undefined)).json;
  t.is((await ada.delete(`/portfolios/${model.id}`)).status, 204);
  const again = (await ada.post('/portfolios/demo', undefined)).json;
  t.deepEqual([again.portfolio.id, again.created], [portfolio.id, true]);
  t.not(again.model.id, model.id);
});
