import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../src/events/event-log.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { startProcess } from '../support/service-process.js';
import { until } from '../support/stream-service.js';
import { SECRET } from '../support/test-service.js';
import { isSignedBy, webhookServiceFor } from '../support/webhook-service.js';

test('after a kill every event arrives in the order of its entity, with the own headers and the template', async (t) => {
  const { services, database, subscriber, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/hook', ['feed.*']);
  const changes = {
    orderBy: 'entity',
    headers: [{ name: 'X-Key', value: 'opened' }],
    bodyTemplate: '{"feed": "{{data.feed}}", "provider": "{{data.provider}}"}',
  };
  t.is((await owner.patch(`/webhooks/endpoints/${endpoint.id}`, changes)).status, 200);
  const env = {
    SVC_DATABASE_URL: database.url,
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: SECRET,
    SVC_OUTBOUND_ALLOW: '127.0.0.1',
    SVC_LOG_LEVEL: 'warn',
  };
  const process = await startProcess(t, env);
  const [log, sequencer] = [services.get(EventLog), services.get(EventSequencer)];
  const feeds = ['a', 'b', 'c'];
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1)
    for (const feed of feeds) {
      const data = { feed, provider: `${round}`, status: 'down', previousStatus: 'ok' } as const;
      await log.append(feedStatusChanged, { data, subject: `feed:${feed}` });
    }
  await sequencer.run();
  await until(() => receiver.received.length > (rounds * feeds.length) / 3, 120_000);
  process.child.kill('SIGKILL');
  await process.exit;
  await startProcess(t, env);
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(String(body)));
  const firsts = (feed: string) => [
    ...new Set(
      bodies()
        .filter((body) => body.feed === feed)
        .map(({ provider }) => Number(provider)),
    ),
  ];
  await until(() => feeds.every((feed) => firsts(feed).length === rounds), 240_000);
  const wanted = Array.from({ length: rounds }, (_, round) => round);
  for (const feed of feeds) t.deepEqual(firsts(feed), wanted, feed);
  t.true(receiver.received.every((one) => isSignedBy(endpoint.secret, one) && one.headers['x-key'] === 'opened'));
  t.log(`${receiver.received.length} attempts for ${rounds * feeds.length} events`);
});
