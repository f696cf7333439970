import test from 'ava';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('a saved chart has defaults, and series without a name are named after their expression', async (t) => {
  const ada = await service.signedIn();
  const { status, json } = await ada.post('/graphs', { name: 'Ratio', series: [{ expression: ' AAPL.US /\n MSFT.US ' }] });
  t.is(status, 201);
  t.like(json, { interval: '1d', from: null, to: null, lastDays: 365, join: 'common', adjustment: 'splits', sharedAt: null, version: 1 });
  t.deepEqual(json.series, [{ name: 'AAPL.US / MSFT.US', expression: ' AAPL.US /\n MSFT.US ', axis: 'left', style: 'line' }]);
});

test('an expression that cannot be read is a 400 with the position of the error, and nothing is saved', async (t) => {
  const ada = await service.signedIn();
  const series = [{ expression: 'AAPL.US' }, { expression: 'sma(AAPL.US,\n 0)' }, { expression: '(' }];
  const { status, json } = await ada.post('/graphs', { name: 'Wrong', series });
  t.deepEqual([status, json.code], [400, 'invalid_request']);
  t.deepEqual(
    json.errors.map(({ pointer, offset, line, column }: Record<string, unknown>) => [pointer, { offset, line, column }]),
    [
      ['/series/1/expression', { offset: 14, line: 2, column: 2 }],
      ['/series/2/expression', { offset: 1, line: 1, column: 2 }],
    ],
  );
  t.regex(json.errors[0].detail, /^line 2, column 2: expected as period a whole number from 1 to 500$/);
  t.deepEqual((await ada.get('/graphs')).json.items, []);
});

test('a chart without a source, with too many sources, or with a range that ends before it begins is a 400', async (t) => {
  const ada = await service.signedIn();
  const created = (await ada.post('/graphs', { name: 'Good', series: [{ expression: 'AAPL.US' }] })).json;
  const pointers = async (change: object) => {
    const answers = [
      await ada.post('/graphs', { name: 'Wrong', series: [{ expression: 'AAPL.US' }], ...change }),
      await ada.patch(`/graphs/${created.id}`, change),
    ];
    return answers.map(({ status, json }) => `${status} ${json.errors?.[0].pointer}`);
  };
  t.deepEqual(await pointers({ series: [{ expression: '1 + 1' }] }), ['400 /series', '400 /series']);
  const many = Array.from({ length: 21 }, (_, index) => `A${index}.US`).join(' + ');
  t.deepEqual(await pointers({ series: [{ expression: many }] }), ['400 /series', '400 /series']);
  t.deepEqual(await pointers({ from: '2026-02-01', to: '2026-02-01' }), ['400 /from', '400 /from']);
  t.is((await ada.get(`/graphs/${created.id}`)).json.version, 1);
});

test('charts are found by name and are in the export of their account', async (t) => {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/graphs', { name: 'Zanzibar spread', series: [{ expression: 'AAPL.US - MSFT.US' }] })).json;
  const [found] = (await ada.get('/search?q=zanzibar&type=graph')).json.items;
  t.like(found, { title: 'Zanzibar spread', href: `/api/v1/graphs/${id}` });
  t.is((await ada.get('/users/me/export')).json.graphs[0].id, id);
});
