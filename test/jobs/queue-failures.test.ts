import test from 'ava';
import { NoConnectionFree } from '../../src/database/database-errors.js';
import { QueueFailures } from '../../src/jobs/queue-failures.js';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

function scene() {
  const lines: string[] = [];
  let now = 0;
  const failures = new QueueFailures(
    (line) => lines.push(line),
    () => now,
  );
  const at = (tick: number) => {
    now = tick;
    return failures;
  };
  return { lines, at };
}

test('the job queue logs one line at the start of a database outage and one at its end', (t) => {
  const { lines, at } = scene();
  for (let tick = 0; tick < 750; tick += 1)
    at(tick).failed(`Queue ${tick % 20}`, tick % 2 === 0 ? refused : { ...refused, message: refused.message });
  t.deepEqual(lines, ['The job queue cannot reach the database; retrying: connect ECONNREFUSED 127.0.0.1:5432']);
  at(800).succeeded(700);
  t.is(lines.length, 1, 'what began before the last failure does not end the outage');
  at(900).succeeded(800);
  at(901).succeeded(900);
  t.deepEqual(lines.slice(1), ['The job queue reaches the database again; 749 more failures were not logged.']);
  at(1_000).failed('Queue 1', refused);
  t.is(lines.length, 3, 'the next outage is logged again');
});

test('errors of the database are recognized in the copies that pg-boss makes of them', (t) => {
  const { lines, at } = scene();
  const place = ' (Queue: auth.sweep-sessions, Worker: e6e79ff0-d730-4b53-bc0c-e61ab2d8889a)';
  const failures = [new NoConnectionFree(2_000), new Error('Query read timeout')];
  for (const [tick, error] of failures.entries()) {
    error.message += place;
    const { message, stack } = error;
    at(tick).failed('The job queue failed', { ...error, message, stack, queue: 'auth.sweep-sessions' });
  }
  t.deepEqual(lines, [
    'The job queue cannot reach the database; retrying: No database connection was free within 2000 ms',
  ]);
  at(3).failed('The job queue failed', { message: `a mistake${place}` });
  t.is(lines[1], `The job queue failed: a mistake${place}`);
});

test('a failure that is not an outage is logged each time', (t) => {
  const { lines, at } = scene();
  for (let tick = 0; tick < 3; tick += 1) at(tick).failed('A run of auth.sweep failed', new TypeError('a mistake'));
  t.deepEqual(lines, Array(3).fill('A run of auth.sweep failed: a mistake'));
});
