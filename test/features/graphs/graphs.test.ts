import test from 'ava';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('a saved chart has defaults, and series without a name are named after their expression', async (t) => {
  const ada = await service.signedIn();
  const { status, json } = await ada.post('/graphs/charts', {
    name: 'Ratio',
    series: [{ expression: ' AAPL.US /\n MSFT.US ' }],
  });
  t.is(status, 201);
  t.like(json, {
    interval: '1d',
    from: null,
    to: null,
    lastDays: 365,
    join: 'common',
    adjustment: 'splits',
    sharedAt: null,
    version: 1,
  });
  t.deepEqual(json.series, [
    { name: 'AAPL.US / MSFT.US', expression: ' AAPL.US /\n MSFT.US ', axis: 'left', style: 'line' },
  ]);
});

test('an expression that cannot be read is a 400 with the position of the error, and nothing is saved', async (t) => {
  const ada = await service.signedIn();
  const series = [{ expression: 'AAPL.US' }, { expression: 'sma(AAPL.US,\n 0)' }, { expression: '(' }];
  const { status, json } = await ada.post('/graphs/charts', { name: 'Wrong', series });
  t.deepEqual([status, json.code], [400, 'invalid_request']);
  t.deepEqual(
    json.errors.map(({ pointer, offset, line, column }: Record<string, unknown>) => [
      pointer,
      { offset, line, column },
    ]),
    [
      ['/series/1/expression', { offset: 14, line: 2, column: 2 }],
      ['/series/2/expression', { offset: 1, line: 1, column: 2 }],
    ],
  );
  t.regex(json.errors[0].detail, /^line 2, column 2: expected as period a whole number from 1 to 500$/);
  t.deepEqual((await ada.get('/graphs/charts')).json.items, []);
});

test('a chart without a source, with too many sources, or with a range that ends before it begins is a 400', async (t) => {
  const ada = await service.signedIn();
  const created = (await ada.post('/graphs/charts', { name: 'Good', series: [{ expression: 'AAPL.US' }] })).json;
  const pointers = async (change: object) => {
    const answers = [
      await ada.post('/graphs/charts', { name: 'Wrong', series: [{ expression: 'AAPL.US' }], ...change }),
      await ada.patch(`/graphs/charts/${created.id}`, change),
    ];
    return answers.map(({ status, json }) => `${status} ${json.errors?.[0].pointer}`);
  };
  t.deepEqual(await pointers({ series: [{ expression: '1 + 1' }] }), ['400 /series', '400 /series']);
  const many = Array.from({ length: 21 }, (_, index) => `A${index}.US`).join(' + ');
  t.deepEqual(await pointers({ series: [{ expression: many }] }), ['400 /series', '400 /series']);
  t.deepEqual(await pointers({ from: '2026-02-01', to: '2026-02-01' }), ['400 /from', '400 /from']);
  t.is((await ada.get(`/graphs/charts/${created.id}`)).json.version, 1);
});

test('charts are found by name and are in the export of their account', async (t) => {
  const ada = await service.signedIn();
  const { id } = (
    await ada.post('/graphs/charts', { name: 'Zanzibar spread', series: [{ expression: 'AAPL.US - MSFT.US' }] })
  ).json;
  const [found] = (await ada.get('/search?q=zanzibar&type=chart')).json.items;
  t.like(found, { title: 'Zanzibar spread', href: `/api/v1/graphs/charts/${id}` });
  t.is((await ada.get('/users/me/export')).json.charts[0].id, id);
});

test('a chart has up to 20,000 candles of a symbol without a gap; a longer range is rejected with a start that fits', async (t) => {
  const ada = await service.signedIn();
  const to = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const at = (minutes: number) => new Date(to - minutes * 60_000).toISOString();
  const evaluate = (from: number) =>
    ada.post('/graphs/charts/evaluate', {
      interval: '1m',
      from: at(from),
      to: at(0),
      series: [{ expression: 'BTC-USD.CC' }],
    });
  const { status, json } = await evaluate(5_400);
  t.is(status, 200);
  t.deepEqual([json.times.length, json.times[0], json.times.at(-1)], [5_400, at(5_400), at(1)]);
  t.true(
    json.times.every(
      (time: string, index: number) => index === 0 || Date.parse(time) - Date.parse(json.times[index - 1]) === 60_000,
    ),
  );
  const border = (await ada.get(`/markets/candles/BTC-USD.CC?interval=1m&from=${at(402)}&to=${at(398)}`)).json.items;
  t.deepEqual(
    json.items[0].values.slice(4_998, 5_002),
    border.map(({ close }: { close: number }) => close),
  );
  const refused = await evaluate(20_001);
  t.is(refused.status, 422);
  t.is(refused.json.errors[0].pointer, '/from');
  t.true(
    refused.json.errors[0].detail.includes(
      `At most 20000 candles can be read. With the same end and interval the range can begin at ${at(20_000)}`,
    ),
  );
});
