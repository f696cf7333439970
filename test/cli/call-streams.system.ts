import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { checkedFetch } from '../support/checked-fetch.js';
import { signedInMachine } from '../support/machine.js';
import { serviceFor } from '../support/service-for.js';
import { root } from '../support/sources.js';
import { streamService, until } from '../support/stream-service.js';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a stream is printed as one line of JSON for each event, across lost connections, until Ctrl-C', async (t) => {
  const service = await streamService(t);
  const { run } = await signedInMachine(t, service, checkedFetch(service));
  service.board.past = [1, 2].map((number) => ({ number, text: 'tea' }));
  const leave = new AbortController();
  let seen = '';
  const ended = run(['call', 'GET', '/bulletins/stream'], {
    interruption: leave.signal,
    onOut: (text) => {
      seen += text;
    },
    wait: async () => {
      service.board.past.push({ number: 3, text: 'cake' });
    },
  });
  await until(() => seen.split('\n').length > 2);
  for (const stream of service.hub.streams) stream.cut();
  await until(() => seen.split('\n').length > 3);
  leave.abort();
  const { status, out, err } = await ended;
  t.is(status, 0);
  t.deepEqual(linesOf(out), [
    { event: 'bulletin', id: '1', data: { number: 1, text: 'tea' } },
    { event: 'bulletin', id: '2', data: { number: 2, text: 'tea' } },
    { event: 'bulletin', id: '3', data: { number: 3, text: 'cake' } },
  ]);
  t.is(err, 'The connection was lost; trying again in 3 s.\n');
});

test('at the request limit of an account the command prints how long it waits, and repeats the request once', async (t) => {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '2' } });
  const { run } = await signedInMachine(t, service, checkedFetch(service));
  await run(['call', '/users/me']);
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    service.clock.advance(ms);
  };
  const { status, err } = await run(['call', '/users/me'], { wait });
  t.is(status, 0);
  t.is(err, `Too many requests; trying again in ${waits[0]! / 1000} s.\n`);
  await run(['call', '/users/me']);
  const impatient = await run(['call', '/users/me'], { wait: async () => undefined });
  t.is(impatient.status, 1);
  t.regex(impatient.err, /\nToo many requests \(429 rate_limited\)\n/);
});

test('Ctrl-C ends the stream of the command with exit code 0', async (t) => {
  const service = await serviceFor(t);
  const { home } = await signedInMachine(t, service, fetch);
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: home };
  const args = [join(root, 'bin', 'watchfloor.js'), 'call', 'GET', '/markets/quotes/stream', 'symbol==BTC-USD.CC'];
  const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(said))),
  ]);
  t.is(JSON.parse(line).data.symbol, 'BTC-USD.CC');
  child.kill('SIGINT');
  const [code] = await ended;
  t.deepEqual([code, said], [0, '']);
});
