import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const defaults = {
  locale: 'en',
  timeZone: 'UTC',
  baseCurrency: 'USD',
  units: 'metric',
  theme: 'system',
  quietHours: null,
  defaultWatchlistId: null,
};

test('a new account has the default preferences', async (t) => {
  const ada = await service.signedIn();
  t.deepEqual((await ada.get('/users/me/preferences')).json, { id: ada.accountId, ...defaults, version: 1 });
});

test('an update changes the fields sent, keeps omitted ones, and null restores the default', async (t) => {
  const ada = await service.signedIn();
  const chosen = {
    locale: 'de-CH',
    timeZone: 'Europe/Zurich',
    baseCurrency: 'CHF',
    units: 'nautical',
    theme: 'dark',
    quietHours: { start: '22:00', end: '07:00', days: ['saturday', 'sunday'] },
  };
  t.like((await ada.patch('/users/me/preferences', chosen)).json, { ...chosen, version: 2 });
  t.like((await ada.patch('/users/me/preferences', { theme: null, quietHours: null })).json, {
    ...chosen,
    theme: 'system',
    quietHours: null,
  });
  t.like((await ada.get('/users/me/preferences')).json, { locale: 'de-CH', theme: 'system', version: 3 });
});

test('concurrent updates of different preferences both apply', async (t) => {
  const ada = await service.signedIn();
  await Promise.all([
    ada.patch('/users/me/preferences', { theme: 'dark' }),
    ada.patch('/users/me/preferences', { units: 'imperial' }),
  ]);
  t.like((await ada.get('/users/me/preferences')).json, { theme: 'dark', units: 'imperial', version: 3 });
});

for (const [name, value] of [
  ['timeZone', 'Mars/Olympus'],
  ['locale', 'en-u-u'],
  ['baseCurrency', 'QQQ'],
] as const) {
  test(`a well-formed ${name} that does not exist is rejected`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.patch('/users/me/preferences', { [name]: value, theme: 'dark' });
    t.is(answer.status, 422);
    t.is(answer.json.errors[0].pointer, `/${name}`);
    t.is((await ada.get('/users/me/preferences')).json.theme, 'system');
  });
}

for (const [body, pointer] of [
  [{ units: 'furlongs' }, '/units'],
  [{ quietHours: { start: '22:00' } }, '/quietHours/end'],
  [{ quietHours: { start: '24:00', end: '07:00' } }, '/quietHours/start'],
  [{ quietHours: { start: '22:00', end: '07:00', days: ['holiday'] } }, '/quietHours/days'],
  [{ quietHours: { start: '22:00', end: '07:00', zone: 'UTC' } }, '/quietHours/zone'],
  [{ quietHours: { start: '22:00', end: '07:00', constructor: 1 } }, '/quietHours/constructor'],
  [{ quietHours: [] }, '/quietHours'],
  [{ defaultWatchlistId: 'x' }, '/defaultWatchlistId'],
  [{ version: 7 }, '/version'],
  [{ id: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e' }, '/id'],
] as const) {
  test(`${JSON.stringify(body)} is rejected at ${pointer}`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.patch('/users/me/preferences', body);
    t.is(answer.status, 400);
    t.deepEqual([...new Set(answer.json.errors.map((error: { pointer: string }) => error.pointer))], [pointer]);
    t.is((await ada.get('/users/me/preferences')).json.version, 1);
  });
}

test('an update with a stale version is rejected', async (t) => {
  const ada = await service.signedIn();
  const etag = (await ada.get('/users/me/preferences')).headers.get('etag') as string;
  await ada.patch('/users/me/preferences', { theme: 'dark' });
  isProblem(
    t,
    await ada.patch('/users/me/preferences', { theme: 'light' }, { headers: { 'if-match': etag } }),
    412,
    'precondition_failed',
  );
});

test('the default watchlist must belong to the account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const { id } = (await ada.post('/markets/watchlists', { name: 'Majors' })).json;
  t.is(
    (await ada.patch('/users/me/preferences', { defaultWatchlistId: id, theme: 'dark' })).json.defaultWatchlistId,
    id,
  );
  for (const foreign of [id, '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901']) {
    const refused = await bob.patch('/users/me/preferences', { defaultWatchlistId: foreign, theme: 'dark' });
    t.deepEqual(
      [refused.status, refused.json.code, refused.json.errors[0].pointer],
      [422, 'unprocessable', '/defaultWatchlistId'],
    );
  }
  t.like((await bob.get('/users/me/preferences')).json, { defaultWatchlistId: null, theme: 'system', version: 1 });
});

test('deleting the default watchlist unsets it; deleting another one does not', async (t) => {
  const ada = await service.signedIn();
  const [one, two] = [
    await ada.post('/markets/watchlists', { name: 'One' }),
    await ada.post('/markets/watchlists', { name: 'Two' }),
  ];
  await ada.patch('/users/me/preferences', { defaultWatchlistId: one.json.id, theme: 'dark' });
  t.is((await ada.delete(`/markets/watchlists/${two.json.id}`)).status, 204);
  t.like((await ada.get('/users/me/preferences')).json, { defaultWatchlistId: one.json.id, version: 2 });
  t.is((await ada.delete(`/markets/watchlists/${one.json.id}`)).status, 204);
  t.like((await ada.get('/users/me/preferences')).json, { defaultWatchlistId: null, theme: 'dark', version: 3 });
});

test('a watchlist that is deleted while it is being chosen never stays the default', async (t) => {
  const ada = await service.signedIn();
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await ada.post('/markets/watchlists', { name: 'Fleeting' })).json;
    const [chosen, deleted] = await Promise.all([
      ada.patch('/users/me/preferences', { defaultWatchlistId: id }),
      ada.delete(`/markets/watchlists/${id}`),
    ]);
    t.true([200, 422].includes(chosen.status));
    t.is(deleted.status, 204);
    t.is((await ada.get('/users/me/preferences')).json.defaultWatchlistId, null);
  }
});
