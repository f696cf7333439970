import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { Observation } from '../../../src/features/alerts/engine/observation.js';
import { ScreenRules } from '../../../src/features/alerts/sources/screen-rules.service.js';
import type { Candle } from '../../../src/features/markets/candle.js';
import { MarketsScreensApi, type Screen } from '../../../src/features/markets/markets.screens.api.js';
import { AlertScene, alertEvents } from '../../support/alert-scene.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { DAY, serviceFor } from '../../support/service-for.js';
import type { Json } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

/** Starts a service in which a share closes at a price on every day until it is changed. */
async function market(t: ExecutionContext) {
  const prices = new Map([
    ['AAPL.US', 100],
    ['MSFT.US', 100],
  ]);
  const candles = new FakeCandleProvider({ name: 'simulator' });
  candles.answer = ({ text }, _interval, from, to) => {
    const close = prices.get(text) ?? 1;
    const days = Math.ceil((to.getTime() - from.getTime()) / DAY);
    return Array.from({ length: days }, (_, day): Candle => {
      const time = new Date(from.getTime() + day * DAY);
      return { time, open: close, high: close, low: close, close, volume: 1 };
    });
  };
  const service = await serviceFor(t, { marketProviders: [candles] });
  // From a Monday on, so that the days of a test are trading days.
  const now = service.clock.now();
  service.clock.advance((8 - new Date(now).getUTCDay()) * DAY - (now % DAY) + DAY / 2);
  const rules = service.services.get(ScreenRules);
  return { service, clock: service.clock, prices, rules, ada: await service.signedIn() };
}

/** Reads figures until those of a share have a price, because a busy machine needs longer than a run waits. */
async function untilPriced({ services }: TestService, id: string, price: number): Promise<void> {
  const api = services.get(MarketsScreensApi);
  const saved = (await api.any(id)) as Screen;
  for (let text = ''; !text.includes(`price ${price} `); )
    text = (await api.valuesOf(saved, ['MSFT.US', 'AAPL.US']))['AAPL.US'] ?? '';
}

const screen = {
  name: 'Dear',
  universe: { symbols: ['AAPL.US', 'MSFT.US'] },
  condition: { type: 'compare', field: 'price', operator: 'above', value: 150 },
};
const rule = (screenId: string, transition: string) => ({
  name: 'Dear shares',
  condition: { type: 'saved_search', savedSearchId: screenId, windowSeconds: 3_600, transition },
});

/** Returns the explanations of the events of a type, oldest first. */
async function explanations(service: TestService, type: string): Promise<Json[]> {
  const { rows } = await service.database.database.query<{ data: Json }>(
    'select data from events where type = $1 order by position',
    [type],
  );
  return rows.map(({ data }) => ({ ...data.explanation[0], symbols: data.alert.symbols }));
}

test('a rule fires when an instrument enters a screen and when one leaves it, with its values', async (t) => {
  const { service, ada, prices, clock, rules } = await market(t);
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const { id } = (await ada.post('/markets/screens', screen)).json;
  for (const transition of ['enter', 'leave'])
    t.is((await ada.post('/alerts/rules', rule(id, transition))).status, 201);
  await scene.settle();
  const run = rules.runner((observation) => scene.observe(observation));
  const close = async (price: number) => {
    prices.set('AAPL.US', price);
    clock.advance(DAY);
    await untilPriced(service, id, price);
    await run(new Set([id]));
    await scene.settle();
    return alertEvents(service, ada);
  };
  t.deepEqual(await close(100), [], 'the instruments of the first run have not entered');
  t.deepEqual(await close(200), ['alert.firing']);
  t.deepEqual(await close(200), ['alert.firing', 'alert.resolved']);
  t.deepEqual(await close(120), ['alert.firing', 'alert.resolved', 'alert.firing']);
  const [entered, left] = await explanations(service, 'alert.firing');
  t.like(entered, { type: 'saved_search', met: true, value: 1, symbols: ['AAPL.US'] });
  t.deepEqual(
    entered.records.map(({ type, href }: Json) => [type, href]),
    [
      ['screen', `/api/v1/markets/screens/${id}`],
      ['symbol', '/api/v1/markets/quotes/AAPL.US'],
    ],
  );
  t.regex(entered.details[1].value, /^price 200 USD \(\d{4}-\d\d-\d\d\)$/);
  t.regex(left.details[1].value, /^price 120 USD/);
});

test('the instruments of a changed screen have not entered, and a deleted screen has no data', async (t) => {
  const { service, ada, prices, rules } = await market(t);
  prices.set('AAPL.US', 200);
  const { id } = (await ada.post('/markets/screens', screen)).json;
  await untilPriced(service, id, 200);
  const seen: Observation[] = [];
  const run = rules.runner((observation) => void seen.push(observation));
  await run(new Set([id]));
  t.like(seen.at(-1), { members: ['AAPL.US'], entered: [] });
  await ada.patch(`/markets/screens/${id}`, { condition: { ...screen.condition, value: 50 } });
  await run(new Set([id]));
  t.like(seen.at(-1), { members: ['AAPL.US', 'MSFT.US'], entered: [], left: [] });
  t.is((await ada.delete(`/markets/screens/${id}`)).status, 204);
  await run(new Set([id]));
  t.like(seen.at(-1), { members: null });
  t.deepEqual(
    service.logged.filter((line) => line.includes('Screen of alert rules failed')),
    [],
  );
});

test('a rule may refer to screens of its own account alone', async (t) => {
  const { ada, service } = await market(t);
  const { id } = (await ada.post('/markets/screens', screen)).json;
  const refused = await (await service.signedIn()).post('/alerts/rules', rule(id, 'enter'));
  isProblem(t, refused, 422, 'unprocessable');
  t.is(refused.json.errors[0].pointer, '/condition/savedSearchId');
  await untilPriced(service, id, 100);
  const preview = await ada.post('/alerts/rules/preview', rule(id, 'inside'));
  t.like(preview.json.instances[0].results[0], { status: 'ok', met: false, value: 0 });
  const { transition: _, ...bare } = rule(id, 'enter').condition;
  const unclear = await ada.post('/alerts/rules', { name: 'Bare', condition: bare });
  t.regex(unclear.json.errors[0].detail, /needs `transition`/);
  const single = await ada.post('/alerts/rules', { name: 'One', condition: { ...bare, symbol: 'AAPL.US' } });
  t.is(single.json.errors[0].pointer, '/condition/symbol');
});

test('a rule on a figure of a company fires when a filing changes it, and names the filing', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const universe = { symbols: ['AAPL.US'] };
  const { id } = (await ada.post('/markets/screens', { name: 'Revenue', universe, columns: ['revenue'] })).json;
  const seen: Observation[] = [];
  const run = service.services.get(ScreenRules).runner((observation) => void seen.push(observation));
  const read = async () => {
    while (seen.length === 0) await run(new Set([id]));
    return seen.splice(0).at(-1) as Observation & { kind: 'screen' };
  };
  const first = (await read()).values['AAPL.US'] ?? '';
  t.regex(first, /^revenue:ttm \d+ USD \(\d{4}-\d\d-\d\d, filing simulated-AAPL-\d{4}-\d\d-\d\d-10-[QK]\)$/);
  service.clock.advance(100 * DAY);
  let later = first;
  while (later === first) later = (await read()).values['AAPL.US'] ?? '';
  t.regex(later, /filing simulated-AAPL/);
});
