import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';
import { freePort } from './own-port.js';

/** Starts a Redis for one test, which the test can stop and start again. */
export async function ownRedis(t: ExecutionContext) {
  const port = await freePort();
  const start = () =>
    spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
      cwd: '/',
    });
  let child = start();
  const exit = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  t.teardown(() => void child.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    leave: exit,
    /** From now on, accepts connections but does not reply, until `thaw`. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    comeBack: () => {
      child = start();
    },
  };
}
