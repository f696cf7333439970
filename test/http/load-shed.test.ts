import test from 'ava';
import { EventLoopWatch } from '../../src/http/event-loop-watch.js';
import { startTestService } from '../support/test-service.js';

test('while the event loop is blocked requests are refused, but liveness answers; afterwards all is well', async (t) => {
  const service = await startTestService();
  const watch = service.services.get(EventLoopWatch);
  watch.start();
  t.teardown(async () => {
    watch.close();
    await service.close();
  });
  const client = service.client();
  await client.get('/health/feeds');
  // A stretch of its own begins, then nothing else gets a turn for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const until = performance.now() + 2000;
  while (performance.now() < until);
  while (!watch.overloaded) await new Promise((resolve) => setTimeout(resolve, 10));
  const refused = await client.get('/health/feeds');
  t.is(refused.status, 503);
  t.is(refused.json.code, 'overloaded');
  t.truthy(refused.headers.get('retry-after'));
  t.is((await client.get('/health')).status, 200);
  while (watch.overloaded) await new Promise((resolve) => setTimeout(resolve, 50));
  t.is((await client.get('/health/feeds')).status, 200);
});
