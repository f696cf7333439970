import 'reflect-metadata';
import test from 'ava';
import { ForgetOldTicksJob } from '../../../../src/features/alerts/record/forget-old-ticks.job.js';
import { TickRecordRepository } from '../../../../src/features/alerts/record/tick-record.repository.js';
import { TickRecords } from '../../../../src/features/alerts/record/tick-record.service.js';
import { TickRecorder } from '../../../../src/features/alerts/record/tick-recorder.js';
import { DAY_MS, SECOND_MS } from '../../../../src/time/durations.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
  // The first statement creates the database, so it runs before the tests.
  await service.signedIn();
});
test.after.always(() => service.close());

/** Stores one price a second, in chunks of `perChunk` seconds. */
async function record(key: string, from: number, seconds: number, perChunk: number): Promise<void> {
  const recorder = new TickRecorder();
  recorder.need(new Set([key]), from);
  for (let second = 1; second <= seconds; second += 1) {
    const now = from + second * SECOND_MS;
    recorder.add(key, { kind: 'price', at: now - 1, price: second }, now - 1, false);
    if (second % perChunk === 0) recorder.stop(now);
    if (second % perChunk === 0) recorder.need(new Set([key]), now);
  }
  await service.services.get(TickRecordRepository).save(recorder.take(from + seconds * SECOND_MS));
}

test('consecutive chunks are one covered range, and a gap divides it', async (t) => {
  const from = service.clock.now() - DAY_MS;
  await record('GAP.US', from, 20, 10);
  await record('GAP.US', from + 60 * SECOND_MS, 10, 10);
  const range = { from: from + 5 * SECOND_MS, to: from + DAY_MS };
  const records = service.services.get(TickRecords);
  const all = await records.read('GAP.US', range, 30);
  t.deepEqual(all.covered, [
    { from, to: from + 20 * SECOND_MS },
    { from: from + 60 * SECOND_MS, to: from + 70 * SECOND_MS },
  ]);
  t.is(all.entries, 30);
  t.like(await records.read('GAP.US', range, 29), { covered: [{ from, to: from + 20 * SECOND_MS }], entries: 20 });
});

test('recorded ticks are deleted after a week', async (t) => {
  const { services, clock } = service;
  const end = clock.now() - 7 * DAY_MS;
  await record('OLD.US', end - 10 * SECOND_MS, 10, 10);
  const job = services.get(ForgetOldTicksJob);
  const left = async () =>
    (await services.get(TickRecords).read('OLD.US', { from: 0, to: clock.now() }, 1_000)).entries;
  await job.run(new AbortController().signal);
  t.is(await left(), 10, 'exactly a week old');
  clock.advance(1);
  t.deepEqual(await job.expired(), [{ table: 'alert_ticks', rows: 1 }]);
  await job.run(new AbortController().signal);
  t.is(await left(), 0);
});
