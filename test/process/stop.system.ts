import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

/** Starts a service with its own database. */
async function running(
  t: ExecutionContext,
  env: Record<string, string> = {},
  preload?: string,
): Promise<ServiceProcess> {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  return startProcess(t, { SVC_DATABASE_URL: database.url, SVC_DRAIN_SECONDS: '5', ...env }, preload);
}

/**
 * Returns the readiness over a new connection. Overload also makes the service not ready, so `stops` shows whether it
 * is shutting down.
 * @throws if it accepts no new connections
 */
async function readiness(url: string) {
  const answer = await fetch(`${url}/api/v1/health/ready`, { headers: { connection: 'close' } });
  const { checks = [] } = (await answer.json()) as { checks?: Array<{ name: string }> };
  return { status: answer.status, stops: checks.some(({ name }) => name === 'lifecycle') };
}

/**
 * Resolves when the service reports that it is shutting down.
 * @throws if it stops accepting connections without reporting it first
 */
async function reportsShutdown(url: string): Promise<void> {
  while (!(await readiness(url)).stops);
}

/**
 * Sends a sign-in slowly: its first bytes, then a byte every 100 ms, because a stopping service closes connections
 * whose body stops arriving. `finish` sends the rest and resolves with the response.
 */
async function halfSent(url: string, agent: Agent, index: number) {
  const credentials = { email: `nobody${index}@watchfloor.test`, password: 'correct horse battery' };
  const body = `${JSON.stringify(credentials)}${' '.repeat(2_000)}`;
  const sent = request(`${url}/api/v1/auth/login`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  let length = 20;
  sent.write(body.slice(0, length));
  const drip = setInterval(() => {
    sent.write(body.slice(length, length + 1));
    length += 1;
  }, 100);
  sent.once('close', () => clearInterval(drip));
  await once(sent, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : undefined));
  return {
    finish: async () => {
      clearInterval(drip);
      sent.end(body.slice(length));
      const [message] = await answer;
      message.resume();
      return message;
    },
  };
}

test('on SIGTERM the service is not ready at once, finishes requests in progress, closes connections and exits with 0', async (t) => {
  const { url, child, exit, said } = await running(t);
  const agent = new Agent({ keepAlive: true });
  const uploads = await Promise.all(Array.from({ length: 10 }, (_, index) => halfSent(url, agent, index)));
  t.false((await readiness(url)).stops); // the half-sent requests have been received by now
  const reported = performance.now();
  child.kill('SIGTERM');
  await reportsShutdown(url);
  t.deepEqual(await readiness(url), { status: 503, stops: true }, 'ready says no while it still answers');
  const last = await fetch(`${url}/api/v1/health`);
  t.deepEqual([last.status, last.headers.get('connection')], [200, 'close']);
  const accepted = () =>
    readiness(url).then(
      () => true,
      () => false,
    );
  while (await accepted()) await wait(20);
  const answers = await Promise.all(uploads.map(({ finish }) => finish()));
  t.deepEqual(
    answers.map(({ statusCode, headers }) => [statusCode, headers.connection]),
    Array(10).fill([401, 'close']),
  );
  const { code, at } = await exit;
  t.is(code, 0, said());
  t.true(at - reported < 25_000);
  agent.destroy();
});

test('continuous load is neither reset nor rejected while the service drains', async (t) => {
  // The drain time is long enough for a busy machine to answer fifty more requests.
  const { url, child, exit } = await running(t, { SVC_DRAIN_SECONDS: '15' });
  const outcomes = new Set<unknown>();
  let answered = 0;
  let stopping = false;
  const caller = async () => {
    while (!stopping) {
      outcomes.add(
        await fetch(`${url}/api/v1/health`).then(
          ({ status }) => status,
          (error: Error) => error.cause,
        ),
      );
      answered += 1;
    }
  };
  const more = async (count: number) => {
    for (const enough = answered + count; answered < enough; ) await wait(5);
  };
  const callers = Array.from({ length: 5 }, caller);
  await more(20);
  child.kill('SIGTERM');
  await reportsShutdown(url);
  await more(50);
  stopping = true;
  await Promise.all(callers);
  t.deepEqual([...outcomes], [200]);
  t.is((await exit).code, 0);
});

test('a second signal more than a second later exits at once; a sooner one does not', async (t) => {
  const { url, child, exit } = await running(t, { SVC_DRAIN_SECONDS: '60' });
  child.kill('SIGTERM');
  await reportsShutdown(url);
  const again = performance.now();
  // Signals within a second of the first one count as the same signal.
  const signals = setInterval(() => child.kill('SIGTERM'), 100);
  t.teardown(() => clearInterval(signals));
  const { code, at } = await exit;
  t.not(code, 0);
  t.true(at - again > 500, `${at - again} ms`);
  t.true(at - again < 10_000, `${at - again} ms, while the drain takes a minute`);
});

for (const [signal, text] of [
  ['SIGUSR2', 'a rejection nobody handles'],
  ['SIGWINCH', 'an error nobody catches'],
] as const) {
  test(`${text} is logged, and the process exits with a status other than 0`, async (t) => {
    const { child, exit, said } = await running(t, { SVC_DRAIN_SECONDS: '0' }, 'late-failure.js');
    child.kill(signal);
    const { code } = await exit;
    t.is(code, 1);
    t.regex(said(), new RegExp(`"level":50.*${text}.*`));
  });
}
