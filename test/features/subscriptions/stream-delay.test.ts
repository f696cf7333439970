import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { appendPublic } from '../../support/feed-events.js';
import { samplesOf } from '../../support/metrics-text.js';
import { SECOND, serviceFor } from '../../support/service-for.js';

const NAME = 'watchfloor_stream_event_delay_seconds';

test('the delay is measured of events that open streams receive, and of no other events', async (t) => {
  const { services, clock, settle, signedIn } = await serviceFor(t);
  const [operator, ada] = [await signedIn('operator', 'operator'), await signedIn()];
  const log = services.get(EventLog);
  const delays = async () =>
    samplesOf((await operator.get('/admin/metrics')).text)
      .filter(({ name }) => name.startsWith(NAME))
      .map(({ name, labels, value }) => [name.slice(NAME.length + 1), labels.le, value] as const);
  const { json } = await ada.post('/subscriptions', {
    name: 'AIS',
    eventTypes: ['feed.*'],
    filter: { entityIds: ['feed:ais'] },
    delivery: { channel: 'stream' },
  });
  await settle();
  const source = await ada.stream(`/subscriptions/${json.id}/stream`);
  t.is((await source.next()).event, 'ready');
  await appendPublic(log, 'news');
  await settle();
  t.deepEqual(await delays(), [], 'the stream gets no event of another feed');
  await appendPublic(log, 'ais');
  // Ids of events have the time of the machine.
  clock.advance(Date.now() - clock.now() + 3 * SECOND);
  await settle();
  await source.next();
  const found = await delays();
  const value = (name: string, le?: string) => found.find((one) => one[0] === name && one[1] === le)?.[2];
  t.deepEqual([value('count'), value('bucket', '2.5'), value('bucket', '300')], [1, 0, 1]);
  t.true((value('sum') as number) >= 3);
});
