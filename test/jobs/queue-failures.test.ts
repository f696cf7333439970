import test from 'ava';
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

test('an outage of the database is one line of the job queue, and its end is another line', (t) => {
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

test('a failure that is not an outage is logged each time', (t) => {
  const { lines, at } = scene();
  for (let tick = 0; tick < 3; tick += 1) at(tick).failed('A run of auth.sweep failed', new TypeError('a mistake'));
  t.deepEqual(lines, Array(3).fill('A run of auth.sweep failed: a mistake'));
});
