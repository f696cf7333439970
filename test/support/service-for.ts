import type { ExecutionContext } from 'ava';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.js';

/**
 * Starts a service for one test, which may move the clock, set limits or break something. It is stopped when the test
 * ends.
 */
export async function serviceFor(t: ExecutionContext, options?: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options);
  t.teardown(() => service.close());
  return service;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
