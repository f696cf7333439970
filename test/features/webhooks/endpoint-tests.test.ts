import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import type { LimitsConfig } from '../../../src/config/limits-config.js';
import { EndpointTests } from '../../../src/features/webhooks/endpoint-tests.service.js';
import type { EndpointsService } from '../../../src/features/webhooks/endpoints.service.js';
import type { WindowStore } from '../../../src/http/rate-limit/window-store.js';
import { ManualClock } from '../../support/manual-clock.js';

test('the wait after too many tests is in whole seconds, at least one', async (t) => {
  const waits: Array<string | undefined> = [];
  for (const resetInMs of [0, 1, 1_000, 1_001, 60_000]) {
    const windows = { hit: async () => ({ count: 2, resetInMs }) } as unknown as WindowStore;
    const limits = { webhookTestsPerMinute: 1, webhookTestsPerMinuteOfEndpoint: 1 } as LimitsConfig;
    const tests = new EndpointTests(
      {} as EndpointsService,
      {} as never,
      {} as never,
      limits,
      windows,
      new ManualClock(),
    );
    const problem = await t.throwsAsync(tests.send('ada', 'endpoint'), { instanceOf: Problem, code: 'rate_limited' });
    waits.push(problem?.headers['Retry-After']);
  }
  t.deepEqual(waits, ['1', '1', '1', '2', '60']);
});
