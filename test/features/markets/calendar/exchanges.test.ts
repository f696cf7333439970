import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestService } from '../../../support/test-service.js';

/** Sets the clock of a service. */
const moveTo = ({ clock }: TestService, instant: string) => clock.advance(Date.parse(instant) - clock.now());

test('every exchange is listed with its hours in local time', async (t) => {
  const { signedIn } = await serviceFor(t);
  const { status, json } = await (await signedIn()).get('/markets/exchanges');
  t.is(status, 200);
  t.is(json.nextCursor, null);
  const codes = json.items.map(({ code }: { code: string }) => code);
  for (const code of ['XNYS', 'XNAS', 'XLON', 'XETR', 'XPAR', 'XAMS', 'XBRU', 'XLIS', 'XTKS'])
    t.true(codes.includes(code), code);
  t.is(new Set(codes).size, codes.length);
  const tokyo = json.items.find(({ code }: { code: string }) => code === 'XTKS');
  t.like(tokyo, {
    venue: 'TSE',
    timeZone: 'Asia/Tokyo',
    currency: 'JPY',
    opens: '09:00',
    closes: '15:30',
    preOpens: null,
    postCloses: null,
  });
  t.deepEqual(tokyo.breaks, [{ from: '11:30', to: '12:30' }]);
  const newYork = json.items.find(({ code }: { code: string }) => code === 'XNYS');
  t.like(newYork, { venue: 'US', opens: '09:30', closes: '16:00', preOpens: '04:00', postCloses: '20:00' });
});

test('the hours of a day are returned in UTC, with pre-market and after-hours trading', async (t) => {
  const { signedIn } = await serviceFor(t);
  const { json } = await (await signedIn()).get('/markets/exchanges/XNYS/hours?date=2026-07-02');
  t.like(json, {
    code: 'XNYS',
    date: '2026-07-02',
    timeZone: 'America/New_York',
    isTradingDay: true,
    holiday: null,
    early: false,
  });
  t.deepEqual(json.sessions, [
    { kind: 'pre', open: '2026-07-02T08:00:00.000Z', close: '2026-07-02T13:30:00.000Z' },
    { kind: 'regular', open: '2026-07-02T13:30:00.000Z', close: '2026-07-02T20:00:00.000Z' },
    { kind: 'post', open: '2026-07-02T20:00:00.000Z', close: '2026-07-03T00:00:00.000Z' },
  ]);
  t.deepEqual(json.holidays[0], { date: '2026-07-03', name: 'Independence Day', closes: null });
  t.true(
    json.holidays.some(({ date }: { date: string }) => date === '2027-01-01'),
    'holidays of the next year are included',
  );
  t.deepEqual(json.holidays.at(-1), { date: '2027-06-18', name: 'Juneteenth National Independence Day', closes: null });
});

test('a holiday has no sessions and a name; a half day ends early', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  t.like((await ada.get('/markets/exchanges/XNYS/hours?date=2026-11-26')).json, {
    isTradingDay: false,
    holiday: 'Thanksgiving Day',
    sessions: [],
    early: false,
  });
  const half = (await ada.get('/markets/exchanges/XNYS/hours?date=2026-11-27')).json;
  t.like(half, { isTradingDay: true, holiday: 'Day after Thanksgiving', early: true });
  t.is(half.sessions[1].close, '2026-11-27T18:00:00.000Z');
  t.is(half.sessions[2].close, '2026-11-27T22:00:00.000Z');
  t.like((await ada.get('/markets/exchanges/XNYS/hours?date=2026-11-28')).json, {
    isTradingDay: false,
    holiday: null,
    sessions: [],
  });
});

test('an exchange can be named by venue or in lower case; the default day is today, local time', async (t) => {
  const service = await serviceFor(t);
  moveTo(service, '2026-11-19T20:00:00Z');
  const ada = await service.signedIn();
  const { json } = await ada.get('/markets/exchanges/tse/hours');
  t.like(json, {
    code: 'XTKS',
    date: '2026-11-20',
    state: 'closed',
    nextOpen: '2026-11-20T00:00:00.000Z',
    nextClose: '2026-11-20T06:30:00.000Z',
  });
  t.deepEqual(json.breaks, [{ from: '2026-11-20T02:30:00.000Z', to: '2026-11-20T03:30:00.000Z' }]);
  t.is((await ada.get('/markets/exchanges/US/hours')).json.code, 'XNYS');
});

test('the next session is found across weekends and holidays', async (t) => {
  const service = await serviceFor(t);
  moveTo(service, '2026-04-02T15:20:00Z'); // Maundy Thursday, during the London session
  const ada = await service.signedIn();
  const london = async () => (await ada.get('/markets/exchanges/XLON/hours')).json;
  t.like(await london(), {
    state: 'regular',
    nextOpen: '2026-04-07T07:00:00.000Z',
    nextClose: '2026-04-02T15:30:00.000Z',
  });
  moveTo(service, '2026-04-02T15:30:00Z');
  t.like(await london(), {
    state: 'closed',
    nextOpen: '2026-04-07T07:00:00.000Z',
    nextClose: '2026-04-07T15:30:00.000Z',
  });
});

test('an unknown exchange is a 404 and an unsupported year a 422, both with advice', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const unknown = await ada.get('/markets/exchanges/XXXX/hours');
  t.is(unknown.status, 404);
  t.regex(unknown.json.detail, /GET \/markets\/exchanges/);
  for (const date of ['1999-12-31', '2100-01-01', '0001-01-01', '9999-12-31']) {
    const { status, json } = await ada.get(`/markets/exchanges/XNYS/hours?date=${date}`);
    t.is(status, 422, date);
    t.regex(json.detail, /2000-01-01 to 2099-12-31/);
    t.is(json.errors[0].pointer, 'query/date');
  }
  isProblem(t, await ada.get('/markets/exchanges/XNYS/hours?date=2026-02-30'), 400, 'invalid_request', 'query/date');
});

test('calendars require signing in', async (t) => {
  const { client } = await serviceFor(t);
  isProblem(t, await client().get('/markets/exchanges'), 401, 'unauthenticated');
});
