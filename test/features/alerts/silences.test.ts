import test from 'ava';
import { isSilencedBy, type Silence } from '../../../src/features/alerts/silences/silence.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const in1Hour = () => new Date(service.clock.now() + 3_600_000).toISOString();

for (const [what, status, body, pointer] of [
  ['that ends before it begins', 422, () => ({ from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' }), '/to'],
  ['in the past', 422, () => ({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }), '/to'],
  ['in a box that is upside down', 422, () => ({ to: in1Hour(), bbox: [0, 50, 10, 40] }), '/bbox'],
  [
    'of a rule of another account',
    422,
    () => ({ to: in1Hour(), ruleId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' }),
    '/ruleId',
  ],
] as ReadonlyArray<readonly [string, number, () => object, string]>) {
  test(`a silence ${what} is rejected`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.post('/alerts/silences', body());
    t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [status, pointer]);
    t.deepEqual((await ada.get('/alerts/silences')).json.items, []);
  });
}

test('the box of a silence reaches to the poles and may be a line, and no farther', async (t) => {
  const ada = await service.signedIn();
  for (const [bbox, status] of [
    [[-180, -90, 180, 90], 201],
    [[5, 40, 15, 40], 201],
    [[170, -10, -170, 10], 201],
    [[5, 40, 15, 39.999], 422],
    [[0, -90.001, 10, 0], 422],
    [[0, 0, 10, 90.001], 422],
  ] as const) {
    const answer = await ada.post('/alerts/silences', { to: in1Hour(), bbox });
    t.is(answer.status, status, `${bbox}`);
  }
});

test('an end time in the past ends a silence now', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post('/alerts/silences', { to: in1Hour(), severity: ['info'] });
  t.is(made.status, 201);
  const ended = await ada.patch(`/alerts/silences/${made.json.id}`, { to: '2020-01-01T00:00:00Z' });
  t.is(ended.json.to, new Date(service.clock.now()).toISOString());
});

test('a silence matches if all of its conditions match, from its start (inclusive) to its end (exclusive)', (t) => {
  const times = { startsAt: new Date(1_000), endsAt: new Date(2_000) };
  const any: Silence = {
    id: 's',
    accountId: 'a',
    comment: '',
    ruleId: null,
    severities: null,
    symbols: null,
    bbox: null,
    version: 1,
    ...times,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  const alert = { ruleId: 'r', severity: 'warning', symbols: ['AAPL.US'], place: { lat: 0, lon: 179 } } as const;
  const matches = (conditions: Partial<Silence>, now = 1_500) => isSilencedBy({ ...any, ...conditions }, alert, now);
  t.deepEqual(
    [999, 1_000, 1_999, 2_000].map((now) => matches({}, now)),
    [false, true, true, false],
  );
  t.deepEqual([matches({ ruleId: 'r' }), matches({ ruleId: 'q' })], [true, false]);
  t.deepEqual([matches({ severities: ['warning'] }), matches({ severities: ['info'] })], [true, false]);
  t.deepEqual([matches({ symbols: ['AAPL.US', 'X.US'] }), matches({ symbols: ['X.US'] })], [true, false]);
  t.deepEqual([matches({ bbox: [170, -10, -170, 10] }), matches({ bbox: [-10, -10, 10, 10] })], [true, false]);
  t.false(isSilencedBy({ ...any, bbox: [170, -10, -170, 10] }, { ...alert, place: null }, 1_500));
  t.false(matches({ ruleId: 'r', severities: ['info'] }));
});
