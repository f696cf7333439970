import test from 'ava';
import {
  fieldKinds,
  fieldShape,
  MAX_CANDLES,
  parseField,
} from '../../../../src/features/markets/screens/screen-fields.js';
import { isProblem } from '../../../support/is-problem.js';
import type { Json } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const compare = (field: string, operator: string, value: number) => ({ type: 'compare', field, operator, value });
const oneOf = (field: string, ...values: string[]) => ({ type: 'one_of', field, values });
const all = (...conditions: object[]) => ({ type: 'all', conditions });
const not = (condition: object) => ({ type: 'not', condition });
const create = async (body: object) => (await service.signedIn()).post('/markets/screens', { name: 'Screen', ...body });

/** Returns the errors of a screen that is rejected, by their pointers. */
async function errorsOf(body: object, status = 400): Promise<Record<string, string>> {
  const rejected = await create(body);
  if (rejected.status !== status) throw new Error(`The status is ${rejected.status}, not ${status}.`);
  return Object.fromEntries(rejected.json.errors.map(({ pointer, detail }: Json) => [pointer, detail]));
}

test('a screen is saved with its defaults, changed and deleted', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post('/markets/screens', { name: 'All shares' });
  t.is(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  t.deepEqual(rest, {
    name: 'All shares',
    universe: { assetClasses: null, venue: null, symbols: null, watchlistId: null, portfolioId: null },
    condition: null,
    sort: [],
    columns: [],
    limit: null,
    version: 1,
  });
  const path = `/markets/screens/${id}`;
  const condition = all(compare('priceToEarnings', 'below', 15), oneOf('sector', 'Energy'));
  const changes = { condition, universe: { venue: 'us' }, sort: [{ field: 'marketCap', order: 'desc' }], limit: 10 };
  const changed = await ada.patch(path, changes);
  t.like(changed.json, { version: 2, condition, sort: changes.sort, limit: 10, name: 'All shares' });
  t.is(changed.json.universe.venue, 'US');
  const again = await ada.patch(path, { universe: { symbols: ['aapl.us', 'AAPL.US'] }, condition: null, limit: null });
  t.like(again.json, { version: 3, condition: null, limit: null });
  t.deepEqual(again.json.universe.symbols, ['AAPL.US']);
  t.is(again.json.universe.venue, 'US', 'omitted members of `universe` are unchanged');
  t.is((await ada.delete(path)).status, 204);
  t.is((await ada.get(path)).status, 404);
});

test('a screen is found by its name, and is part of the export', async (t) => {
  const ada = await service.signedIn();
  await ada.post('/markets/screens', { name: 'Cheap tankers' });
  const found = await ada.get('/search?q=tankers&type=screen');
  t.is(found.json.items[0].title, 'Cheap tankers');
  const { json } = await ada.get('/users/me/export');
  t.is(json.screens[0].name, 'Cheap tankers');
});

test('an unknown field is rejected with the closest known one', async (t) => {
  const errors = await errorsOf({
    condition: all(
      compare('priceEarnings', 'below', 15),
      compare('rsy:14', 'below', 30),
      compare('PriceToBook', 'below', 1),
      compare('qqqqqqqq', 'below', 1),
    ),
    sort: [{ field: 'marketCapp', order: 'desc' }],
    columns: ['sectr'],
  });
  t.deepEqual(errors, {
    '/condition/conditions/0/field': 'is not a known field; did you mean `priceToEarnings`?',
    '/condition/conditions/1/field': 'is not a known field; did you mean `rsi`?',
    '/condition/conditions/2/field': 'is not a known field; did you mean `priceToBook`?',
    '/condition/conditions/3/field': 'is not a known field; GET /markets/screens/fields lists them',
    '/sort/0/field': 'is not a known field; did you mean `marketCap`?',
    '/columns/0': 'is not a known field; did you mean `sector`?',
  });
});

test('parameters of fields are checked on both sides of their limits', (t) => {
  const problemOf = (field: string) => {
    const parsed = parseField(field);
    return typeof parsed === 'string' ? parsed : undefined;
  };
  t.is(problemOf('priceChange:1'), undefined);
  t.is(problemOf('priceChange:500'), undefined);
  for (const field of ['priceChange', 'priceChange:0', 'priceChange:501', 'priceChange:1.5'])
    t.regex(problemOf(field) ?? '', /number of candles from 1 to 500/);
  t.is(problemOf('netMargin:annual'), undefined);
  t.regex(problemOf('netMargin:month') ?? '', /one of ttm, annual, quarter/);
  t.regex(problemOf('sector:1') ?? '', /no parameters/);
  t.regex(problemOf('priceChange:5:5') ?? '', /one parameter/);
  t.is(problemOf('macd:12:26:9.signal'), undefined);
  t.regex(problemOf('macd.sygnal') ?? '', /as output one of macd, signal/);
  t.regex(problemOf('rsi:900') ?? '', /whole number/);
  t.is(problemOf('rsi:31'), undefined);
  t.regex(
    problemOf('rsi:32') ?? '',
    new RegExp(`depends on 641 daily candles, and screens read at most ${MAX_CANDLES}`),
  );
  t.regex(problemOf('obv') ?? '', /adds up from the first candle on/);
});

test('every declared field has a name of its own that requests accept', (t) => {
  const names = fieldKinds.map(({ name }) => name);
  t.is(new Set(names).size, names.length);
  for (const name of names) t.regex(name, fieldShape);
  for (const { name, parameters } of fieldKinds) {
    const parsed = parseField(parameters[0] === 'days' ? `${name}:20` : name);
    // Some indicators depend on more candles unless their period is shorter than the default.
    if (typeof parsed === 'string') t.regex(parsed, /use a shorter period$/, name);
    else t.true(parsed.text.startsWith(name));
  }
});

test('comparisons that do not fit their fields are rejected', async (t) => {
  const errors = await errorsOf({
    universe: { symbols: ['AAPL.US'], watchlistId: '019a9d4f-1b3c-7d2e-8f4a-5b6c7d8e9f00' },
    condition: all(
      compare('sector', 'above', 1),
      oneOf('price', 'high'),
      { type: 'compare', field: 'price', operator: 'above' },
      { type: 'compare', field: 'price', operator: 'above', value: 1, otherField: 'sma:50' },
      { type: 'compare', field: 'price', operator: 'above', otherField: 'price' },
      { type: 'compare', field: 'price', operator: 'above', otherField: 'country' },
      { type: 'compare', field: 'price', operator: 'above', value: 1, factor: 2 },
      oneOf('assetClass', 'equity', 'shares'),
    ),
  });
  t.deepEqual(errors, {
    '/universe/watchlistId': 'must not be given together with `symbols`',
    '/condition/conditions/0/field': 'is a text: use `one_of`',
    '/condition/conditions/1/field': 'is a number: use `compare`',
    '/condition/conditions/2': 'must have either `value` or `otherField`',
    '/condition/conditions/3': 'must have either `value` or `otherField`',
    '/condition/conditions/4/otherField': 'must be another field than `field`',
    '/condition/conditions/5/otherField': 'is a text: use a number',
    '/condition/conditions/6/factor': 'is a factor of `otherField`',
    '/condition/conditions/7/values/1': 'must be one of equity, etf, index, fx, crypto, commodity',
  });
});

test('5 levels and 20 comparisons are accepted, one more is rejected', async (t) => {
  const nested = (levels: number): object => (levels === 1 ? compare('price', 'above', 1) : not(nested(levels - 1)));
  const many = (count: number) => all(...Array.from({ length: count }, () => compare('price', 'above', 1)));
  t.is((await create({ condition: nested(5) })).status, 201);
  t.regex(JSON.stringify(await errorsOf({ condition: nested(6) })), /nested deeper than 5 levels/);
  t.is((await create({ condition: many(20) })).status, 201);
  const excess = { type: 'any', conditions: [many(15), many(6)] };
  t.deepEqual(Object.keys(await errorsOf({ condition: excess })), ['/condition/conditions/1/conditions/5']);
});

test('a condition that can never be true is a 422 that names its smallest part', async (t) => {
  const never: Array<[object, object]> = [
    [compare('rsi:14', 'above', 100), compare('rsi:14', 'at_least', 100)],
    [compare('priceChange:20', 'below', -1), compare('priceChange:20', 'at_most', -1)],
    [compare('marketCap', 'at_most', 0), compare('marketCap', 'at_most', 1)],
    [compare('averageVolume:20', 'below', 0), compare('averageVolume:20', 'at_most', 0)],
    [
      all(compare('netMargin', 'above', 0.2), compare('netMargin:ttm', 'below', 0.1)),
      all(compare('netMargin', 'above', 0.2), compare('netMargin:annual', 'below', 0.1)),
    ],
    [all(compare('price', 'above', 5), not(compare('price', 'above', 5))), not(compare('price', 'above', 5))],
    [
      all(oneOf('sector', 'Energy'), oneOf('sector', 'Materials')),
      all(oneOf('sector', 'Energy'), oneOf('sector', 'ENERGY')),
    ],
  ];
  for (const [impossible, possible] of never) {
    t.deepEqual(Object.keys(await errorsOf({ condition: impossible }, 422)), ['/condition']);
    t.is((await create({ condition: possible })).status, 201);
  }
  const inside = all(compare('price', 'above', 1), compare('rsi:14', 'below', 0));
  t.deepEqual(Object.keys(await errorsOf({ condition: inside }, 422)), ['/condition/conditions/1']);
});

test('a change is checked like a new screen, together with what it leaves unchanged', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/markets/screens', { name: 'Two', universe: { symbols: ['AAPL.US'] } });
  const path = `/markets/screens/${json.id}`;
  const wrong = await ada.patch(path, { universe: { portfolioId: '019a9d4f-1b3c-7d2e-8f4a-5b6c7d8e9f00' } });
  isProblem(t, wrong, 400, 'invalid_request');
  isProblem(t, await ada.patch(path, { condition: compare('rsi:14', 'below', 0) }), 422, 'unprocessable');
  t.is((await ada.get(path)).json.version, 1);
});
