import test from 'ava';
import { Config } from '../../../src/config/config.js';
import { ProcessLimit } from '../../../src/http/load/process-limit.js';
import { createLog } from '../../../src/logging/log.js';
import { ThreadedWork } from '../../../src/threads/threaded-work.js';

const LIMIT = 8;
const secret = 'a secret of the test, more than thirty-two bytes';
const config = new Config({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_DATA_SECRET: secret,
  SVC_PROCESS_CONCURRENCY: String(LIMIT),
});
const processLimit = () =>
  new ProcessLimit(config.limits, createLog(config.service), new ThreadedWork(config.limits, config.http));

test('requests that arrive together count before they run, so that one account gets no more than the limit allows', (t) => {
  const limit = processLimit();
  const requests = Array.from({ length: 100 }, () => ({}));
  const passed = requests.filter((request) => limit.letPass('heavy', request));
  // No request has run yet, so no account counts as the heaviest below twice the limit.
  t.is(passed.length, 2 * LIMIT);
  t.true(limit.letPass('light', {}));
  for (const request of passed) limit.left(request);
  t.true(limit.letPass('heavy', {}));
});

test('if requests of many accounts arrive together, one of each account is admitted, up to four times the limit', (t) => {
  const limit = processLimit();
  const passed = Array.from({ length: 100 }, (_, index) => index).filter((index) =>
    limit.letPass(`account ${index}`, {}),
  );
  t.is(passed.length, 4 * LIMIT);
});
