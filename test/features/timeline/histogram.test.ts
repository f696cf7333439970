import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { webhookTest } from '../../../src/features/webhooks/webhooks.events.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.after.always(() => service.close());

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
const day = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 10, hour, minute));

/**
 * An account that sees one public event of severity 3 and two own events of severity 1. One event of another account
 * exists too.
 */
let ada: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  const eve = await service.signedIn();
  const log = service.services.get(EventLog);
  await log.append(feedStatusChanged, {
    data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
    time: day(1, 30),
  });
  await log.append(webhookTest, { data: { endpointId: id }, ownerId: ada.accountId, time: day(1) });
  await log.append(webhookTest, { data: { endpointId: id }, ownerId: ada.accountId, time: day(4, 59) });
  await log.append(webhookTest, { data: { endpointId: id }, ownerId: eve.accountId, time: day(2) });
  await service.settle();
});

const range = 'from=2026-11-10T00:00:00Z&to=2026-11-10T06:00:00Z';

test('visible events are counted by bucket, severity and type group, with empty buckets', async (t) => {
  const { json } = await ada.get(`/timeline/histogram?bucket=1h&${range}`);
  t.deepEqual(
    json.items.map(({ count }: { count: number }) => count),
    [0, 2, 0, 0, 1, 0],
  );
  t.like(json, { bucket: '1h', from: day(0).toISOString(), to: day(6).toISOString(), count: 3, nextCursor: null });
  t.deepEqual(json.items[1], {
    time: day(1).toISOString(),
    count: 2,
    bySeverity: [1, 0, 1, 0, 0],
    byType: [
      { group: 'feed', count: 1 },
      { group: 'webhook', count: 1 },
    ],
  });
});

test('a histogram takes the filters of the timeline', async (t) => {
  const count = async (query: string) => (await ada.get(`/timeline/histogram?${range}&${query}`)).json.count;
  t.is(await count('type=webhook.*'), 2);
  t.is(await count('minSeverity=3'), 1);
  t.is(await count('q=simulator'), 1);
  t.is(await count('entity=feed:ais'), 1);
  t.is(await count('q=nothing'), 0);
});

test('events outside the range are not counted in the first and last bucket', async (t) => {
  const { json } = await ada.get('/timeline/histogram?bucket=1d&from=2026-11-10T01:30:00Z&to=2026-11-10T04:59:00Z');
  t.deepEqual([json.items.length, json.items[0].count, json.from], [1, 1, day(0).toISOString()]);
});

test('without a bucket the shortest is chosen that gives at most 100 buckets, and weeks start on Mondays', async (t) => {
  const chosen = async (from: string, to: string) => (await ada.get(`/timeline/histogram?from=${from}&to=${to}`)).json;
  t.is((await chosen('2026-11-10T00:00:00Z', '2026-11-10T01:00:00Z')).bucket, '1m');
  t.is((await chosen('2026-11-10', '2026-11-11')).bucket, '15m');
  const year = await chosen('2025-11-12', '2026-11-12');
  t.deepEqual([year.bucket, year.items[0].time], ['1w', '2025-11-10T00:00:00.000Z']);
});

test('more than 500 buckets are rejected', async (t) => {
  const { status, json } = await ada.get('/timeline/histogram?bucket=1m&from=2026-11-10&to=2026-11-11');
  t.is(status, 400);
  t.deepEqual(json.errors[0].name, 'bucket');
  isProblem(t, await ada.get('/timeline/histogram?from=0001-01-01'), 400, 'invalid_request', 'query/bucket');
});

test('without a range the last day is counted', async (t) => {
  const { json } = await ada.get('/timeline/histogram');
  const now = service.clock.now();
  t.true(
    Date.parse(json.from) <= now - 86_400_000 && Date.parse(json.to) > now && Date.parse(json.to) <= now + 900_000,
    JSON.stringify([json.from, json.to]),
  );
});

test('as CSV there is a column for each severity and each type group', async (t) => {
  const { text } = await ada.get(`/timeline/histogram?bucket=6h&${range}&format=csv`);
  t.is(
    text,
    `time,count,severity1,severity2,severity3,severity4,severity5,feed,webhook\r\n${day(0).toISOString()},3,2,0,1,0,0,1,2\r\n`,
  );
});

test('as SVG the bars are divided by severity or type group, and the counts are in the description', async (t) => {
  const bySeverity = await ada.get(`/timeline/histogram.svg?bucket=1h&${range}`);
  t.regex(bySeverity.text, /<desc>[^<]*1 minor 2, 3 moderate 1\.<\/desc>/);
  const byType = await ada.get(`/timeline/histogram?bucket=1h&${range}&by=type&format=svg`);
  t.regex(byType.text, /<desc>[^<]*webhook 2, feed 1\.<\/desc>/);
  t.regex((await ada.get('/timeline/histogram.svg?from=2020-01-01&to=2020-01-02')).text, /No data in this range/);
});
