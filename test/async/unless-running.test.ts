import test from 'ava';
import { unlessRunning } from '../../src/async/unless-running.js';

test('a call during another run does nothing, and the next one after it runs again, also after a failure', async (t) => {
  const runs: string[] = [];
  let end = Promise.withResolvers<void>();
  const run = unlessRunning(async (name: string) => {
    runs.push(name);
    await end.promise;
  });
  const first = run('first');
  await run('during');
  end.resolve();
  await first;
  t.deepEqual(runs, ['first']);
  end = Promise.withResolvers();
  const failing = run('failing');
  end.reject(new Error('failed'));
  await t.throwsAsync(failing, { message: 'failed' });
  end = Promise.withResolvers();
  end.resolve();
  await run('again');
  t.deepEqual(runs, ['first', 'failing', 'again']);
});
