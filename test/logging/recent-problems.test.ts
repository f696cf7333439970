import test from 'ava';
import { createLog, MAX_PROBLEMS } from '../../src/logging/log.js';

test('the last warnings and errors of a log are kept without their other fields, and nothing below', (t) => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  log.debug({}, 'debug');
  log.info({}, 'info');
  log.warn({ component: 'ais', token: 'abc' }, 'warned');
  log.error({ requestId: 'r1', err: new Error('x'.repeat(501)) }, 'failed');
  t.is(lines.length, 4);
  const [failed, warned, ...others] = log.recentProblems.list();
  t.deepEqual(others, []);
  t.like(failed, { level: 'error', message: 'failed', requestId: 'r1', error: 'x'.repeat(500), component: null });
  t.deepEqual(Object.keys(warned as object), ['time', 'level', 'message', 'component', 'error', 'requestId']);
  t.like(warned, { level: 'warn', message: 'warned', component: 'ais', error: null });
});

test('a log keeps a bounded number of problems, and no line of more than 20,000 characters', (t) => {
  const log = createLog({ logLevel: 'debug' }, { write: () => undefined });
  log.warn({ text: 'x'.repeat(20_000) }, 'too long');
  t.deepEqual(log.recentProblems.list(), []);
  for (let index = 0; index <= MAX_PROBLEMS; index += 1) log.warn({}, `${index}`);
  const kept = log.recentProblems.list().map(({ message }) => message);
  t.deepEqual([kept.length, kept[0], kept.at(-1)], [MAX_PROBLEMS, `${MAX_PROBLEMS}`, '1']);
});
