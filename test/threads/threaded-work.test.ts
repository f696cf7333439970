import 'reflect-metadata';
import test from 'ava';
import { Config } from '../../src/config/config.js';
import { ThreadOutOfMemory } from '../../src/threads/thread-pool.js';
import { ThreadedWork } from '../../src/threads/threaded-work.js';
import { inThread as functions } from '../support/thread-functions.js';

const secret = 'a secret of the test, more than thirty-two bytes';

test('work that needs more memory than a thread may have is a 503, and other work continues', async (t) => {
  const { limits, http } = new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret });
  const heavy = new ThreadedWork(limits, http);
  t.teardown(() => heavy.close());
  const owner = { accountId: 'ada', signal: new AbortController().signal, releaseProcessSlot: () => undefined };
  const failed = heavy.run(owner, async () => {
    throw new ThreadOutOfMemory('The thread ended early');
  });
  await t.throwsAsync(failed, { code: 'overloaded', message: /memory/ } as object);
  t.is(await heavy.run(owner, (inThread) => inThread(functions.double, 21)), 42);
});
