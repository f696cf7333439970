import 'reflect-metadata';
import test from 'ava';
import { nextTime } from '../../../src/features/ai/briefings/briefing.js';
import { BriefingPublisher } from '../../../src/features/ai/briefings/briefing-publisher.service.js';
import { plain } from '../../../src/features/ai/briefings/briefing-text.js';
import { isProblem } from '../../support/is-problem.js';
import { mailed, mailServiceFor } from '../../support/mail-service.js';
import { ownArticle } from '../../support/own-article.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const publishDue = () => service.services.get(BriefingPublisher).publishDue(new AbortController().signal);

test('a briefing states the events of its period, a watchlist and a portfolio, with citations that open', async (t) => {
  const ada = await service.signedIn();
  const time = new Date(service.clock.now() - 3_600_000).toISOString();
  await ada.post('/timeline/notes', { title: 'Queue [outside](http://evil.example) the port', time, severity: 3 });
  const list = (await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US'] })).json;
  const portfolio = (await ada.post('/portfolios', { name: 'Mine', baseCurrency: 'EUR' })).json;
  await service.settle();
  const { status, json } = await ada.post('/ai/briefings', { watchlistId: list.id, portfolioId: portfolio.id });
  t.is(status, 200);
  t.deepEqual(
    [...json.content.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
    ['Portfolio', 'Performance', 'Watchlist', 'Events', 'News', 'Firing alerts'],
  );
  t.true(json.content.includes('Queue \\[outside\\](http://evil.example) the port'));
  t.true(json.content.includes('AAPL.US'));
  t.is(json.model, 'builtin');
  for (const { href } of json.citations) t.is((await ada.get(href.replace('/api/v1', ''))).status, 200, href);
  t.deepEqual(
    (await (await service.signedIn()).post('/ai/briefings', { watchlistId: list.id })).json.errors[0].pointer,
    '/watchlistId',
  );
  t.is((await ada.post('/ai/briefings', { from: '2026-11-02', to: '2026-11-01' })).json.errors[0].pointer, '/from');
});

test('a scheduled briefing is published once at its time as an event of its account, and again a day later', async (t) => {
  const other = await startTestService();
  t.teardown(() => other.close());
  const run = () => other.services.get(BriefingPublisher).publishDue(new AbortController().signal);
  const ada = await other.signedIn();
  const { json } = await ada.post('/ai/briefing-schedules', { name: 'Morning', time: '07:00' });
  const events = async () => {
    await other.settle();
    return (await ada.get('/timeline?type=ai.briefing')).json.items;
  };
  await run();
  t.deepEqual(await events(), []);
  other.clock.advance(86_400_000);
  await ada.signIn(ada.email, 'correct horse battery staple');
  await Promise.all([run(), run()]);
  const [event] = await events();
  t.is((await events()).length, 1);
  t.like(event, {
    title: 'Briefing: Morning',
    subject: `briefing:${json.id}`,
    data: { scheduleId: json.id, name: 'Morning' },
  });
  t.is(event.data.to.slice(11, 16), '07:00');
  t.is(Date.parse(event.data.to) - Date.parse(event.data.from), 86_400_000);
  t.regex(event.data.content, /^# Morning\n/);
  t.deepEqual((await (await other.signedIn()).get('/timeline?type=ai.briefing')).json.items, []);
  other.clock.advance(86_400_000);
  await run();
  await ada.signIn(ada.email, 'correct horse battery staple');
  t.is((await events()).length, 2);
});

test('a briefing of a place has the events and articles of its box, and all of its numbers are in records', async (t) => {
  const ada = await service.signedIn();
  const time = new Date(service.clock.now() - 3_600_000).toISOString();
  await ada.post('/timeline/notes', { title: '12 ships wait', time, severity: 3, place: { lat: 26.5, lon: 56.3 } });
  await ada.post('/timeline/notes', { title: '7 ships sail', time, severity: 3, place: { lat: 51.9, lon: 4.1 } });
  await ownArticle(ada, service, 'Ferry runs aground in the Strait of Hormuz');
  service.clock.advance(1_000);
  await service.settle();
  const { status, json } = await ada.post('/ai/briefings', { place: 'hormuz' });
  t.is(status, 200);
  t.like(json, { place: 'Strait of Hormuz', unverifiedNumbers: [] });
  const [west, south, east, north] = json.bbox;
  t.true(west < 56.3 && 56.3 < east && south < 26.5 && 26.5 < north && east - west < 5, String(json.bbox));
  t.true(json.content.includes('12 ships wait') && !json.content.includes('7 ships sail'), json.content);
  t.true(json.content.includes('Ferry runs aground in the Strait of Hormuz'), json.content);
  t.is((await ada.post('/ai/briefings', { place: 'Japan' })).json.place, 'Japan');
  t.is((await ada.post('/ai/briefings', { place: 'Nowhere at all' })).json.errors[0].pointer, '/place');
  t.is((await ada.post('/ai/briefings', { place: 'Japan', bbox: [1, 1, 2, 2] })).json.errors[0].pointer, '/place');
});

test('a briefing of a place, a watchlist or a portfolio can be scheduled, and its place changed', async (t) => {
  const ada = await service.signedIn();
  const list = (await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US'] })).json;
  const portfolio = (await ada.post('/portfolios', { name: 'Mine', baseCurrency: 'EUR' })).json;
  const { status, json } = await ada.post('/ai/briefing-schedules', {
    name: 'Gate',
    time: '07:00',
    place: 'hormuz',
    watchlistId: list.id,
    portfolioId: portfolio.id,
  });
  t.is(status, 201);
  t.like(json, { place: 'Strait of Hormuz', bbox: null, watchlistId: list.id, portfolioId: portfolio.id });
  const path = `/ai/briefing-schedules/${json.id}`;
  t.is(
    (await ada.post('/ai/briefing-schedules', { name: 'x', time: '07:00', place: 'Nowhere at all' })).json.errors[0]
      .pointer,
    '/place',
  );
  t.is((await ada.patch(path, { bbox: [55, 25, 58, 27] })).json.errors[0].pointer, '/place');
  t.like((await ada.patch(path, { bbox: [55, 25, 58, 27], place: null })).json, {
    place: null,
    bbox: [55, 25, 58, 27],
    version: 2,
  });
  t.like((await ada.patch(path, { bbox: null, place: 'red sea' })).json, { place: 'Red Sea', bbox: null, version: 3 });
  t.like((await ada.patch(path, { place: 'Red Sea', name: 'Gate' })).json, { version: 3 });
  await service.database.database.query(
    "update ai_briefing_schedules set next_at = '2020-01-01T07:00:00Z' where id = $1",
    [json.id],
  );
  await publishDue();
  await service.settle();
  const [event] = (await ada.get('/timeline?type=ai.briefing')).json.items;
  t.regex(event.data.content, /^# Gate\n[\s\S]*Red Sea[\s\S]*## Portfolio[\s\S]*## Watchlist/);
});

test('a request in words proposes a scheduled briefing at the time of day in the account’s time zone', async (t) => {
  const ada = await service.signedIn();
  const zone = await ada.patch('/users/me/preferences', { timeZone: 'Asia/Tokyo' });
  t.is(zone.status, 200);
  const { id } = (await ada.post('/ai/threads', {})).json;
  const ask = async (content: string) => (await ada.post(`/ai/threads/${id}/messages`, { content })).json;
  const daily = await ask('briefing every morning at 7 for the Strait of Hormuz');
  t.regex(daily.content, /“Briefing, Strait of Hormuz” every day at 22:00 UTC\. It is not scheduled/);
  const [call] = daily.toolCalls;
  t.like(call, {
    name: 'create_briefing_schedule',
    status: 'proposed',
    arguments: { time: '22:00', place: 'Strait of Hormuz' },
  });
  t.deepEqual((await ada.get('/ai/briefing-schedules')).json.items, []);
  const approved = await ada.post(`/ai/threads/${id}/approvals/${call.callId}`, {
    argumentsHash: call.proposal.argumentsHash,
  });
  t.like(approved.json, { done: true, result: { place: 'Strait of Hormuz', time: '22:00', weekday: null } });
  const weekly = await ask('weekly briefing on the Red Sea');
  t.is(weekly.clarification.slot, 'weekday');
  t.like((await ask('on Mondays at 6 am')).toolCalls[0].arguments, {
    time: '21:00',
    weekday: 'sunday',
    place: 'Red Sea',
  });
});

test('a scheduled briefing is mailed to a subscription of its event', async (t) => {
  const mail = await mailServiceFor(t);
  const ada = await mail.signedIn();
  await mailed(ada, {}, { eventTypes: ['ai.briefing'] });
  t.is((await ada.post('/ai/briefing-schedules', { name: 'Dawn report', time: '07:00' })).status, 201);
  mail.clock.advance(86_400_000);
  await mail.services.get(BriefingPublisher).publishDue(new AbortController().signal);
  await mail.deliver();
  t.is(mail.sink.mails.length, 1);
  t.regex(mail.sink.mails[0]?.headers.subject ?? '', /Dawn report/);
});

test('a schedule about a record of another account is rejected', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const list = (await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US'] })).json;
  const body = { name: 'Theirs', time: '07:00', watchlistId: list.id };
  t.is((await eve.post('/ai/briefing-schedules', body)).json.errors[0].pointer, '/watchlistId');
  const own = (await eve.post('/ai/briefing-schedules', { name: 'Mine', time: '07:00' })).json;
  isProblem(
    t,
    await eve.patch(`/ai/briefing-schedules/${own.id}`, { watchlistId: list.id }),
    400,
    'invalid_request',
    '/watchlistId',
  );
  t.is((await eve.post('/ai/briefing-schedules', { name: 'x', time: '24:00' })).json.errors[0].pointer, '/time');
  await publishDue();
});

test('the next time of a schedule is after now, on its weekday if it has one', (t) => {
  const at = (time: string, weekday: Parameters<typeof nextTime>[0]['weekday'], after: string) =>
    nextTime({ time, weekday }, new Date(after)).toISOString();
  t.is(at('07:00', null, '2026-11-20T06:59:59Z'), '2026-11-20T07:00:00.000Z');
  t.is(at('07:00', null, '2026-11-20T07:00:00Z'), '2026-11-21T07:00:00.000Z');
  t.is(at('07:00', 'monday', '2026-11-20T12:00:00Z'), '2026-11-23T07:00:00.000Z');
  t.is(at('07:00', 'friday', '2026-11-20T12:00:00Z'), '2026-11-27T07:00:00.000Z');
  t.is(at('23:30', null, '2026-12-31T23:45:00Z'), '2027-01-01T23:30:00.000Z');
});

test('text of feeds in a briefing makes no link, image or HTML', (t) => {
  t.is(plain('![x](http://evil.example/?q) <b>\n*now*'), '\\!\\[x\\](http://evil.example/?q) \\<b\\> \\*now\\*');
});
