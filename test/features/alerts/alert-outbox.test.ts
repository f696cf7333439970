import test from 'ava';
import type { AlertBatch } from '../../../src/features/alerts/run/alert-batch.js';
import { AlertOutbox } from '../../../src/features/alerts/run/alert-outbox.js';
import type { AlertWriter, WriteOptions } from '../../../src/features/alerts/run/alert-writer.service.js';
import type { Log } from '../../../src/logging/log.js';

const batchOf = (id: string): AlertBatch => ({
  id,
  transitions: [],
  states: new Map([['rule', {} as never]]),
  position: 0,
});
const rejected = new Error('a value is out of range');
const unavailable = Object.assign(new Error('the server shuts down'), { code: '57P01' });

/** Returns an outbox of two batches, and what its writer and its log received. */
function outbox(answers: ReadonlyArray<Error | 'superseded' | 'written'>) {
  const [waiting, calls, logged, left] = [
    ['first', 'second'].map(batchOf),
    [] as string[],
    [] as string[],
    [...answers],
  ];
  const write = async ({ id }: AlertBatch, { isRejection }: WriteOptions) => {
    calls.push(isRejection === undefined ? id : `${id} by rule: ${isRejection(rejected)} ${isRejection(unavailable)}`);
    const answer = left.shift() ?? 'written';
    if (answer instanceof Error) throw answer;
    return answer === 'superseded' ? answer : { rejected: new Map() };
  };
  const log = {
    warn: (_: object, text: string) => logged.push(text),
    error: (_: object, text: string) => logged.push(text),
  };
  const tested = new AlertOutbox('term', {
    writer: { write } as unknown as AlertWriter,
    log: log as unknown as Log,
    now: () => 0,
    take: () => waiting.shift(),
    written: () => undefined,
  });
  return { tested, calls, logged };
}

test('batches are written as a whole', async (t) => {
  const { tested, calls } = outbox([]);
  await tested.flush();
  t.deepEqual(calls, ['first', 'second']);
});

test('the rules of a rejected batch are written separately, once, and the next batch as a whole again', async (t) => {
  const { tested, calls, logged } = outbox([rejected, rejected]);
  await tested.flush();
  t.deepEqual(calls, ['first', 'first by rule: true false', 'second']);
  t.deepEqual(logged, ['Alert evaluation state rejected by the database.']);
});

test('a batch waits while the database is unavailable, which is logged once', async (t) => {
  const { tested, calls, logged } = outbox([unavailable, unavailable]);
  await tested.flush();
  await tested.flush();
  t.deepEqual(calls, ['first', 'first']);
  await tested.flush();
  t.deepEqual(calls, ['first', 'first', 'first', 'second']);
  t.deepEqual(logged, ['Alerts are queued: the database is unavailable.']);
});

test('nothing is written after another process has taken over', async (t) => {
  const { tested, calls } = outbox(['superseded']);
  await tested.flush();
  await tested.flush();
  t.deepEqual(calls, ['first']);
});
