import 'reflect-metadata';
import test from 'ava';
import type { Database } from '../../../../src/database/database.js';
import { CandleRepository, type SeriesKey } from '../../../../src/features/markets/candles/candle.repository.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const MINUTE = 60_000;
const begin = Date.parse('2026-07-15T13:30:00Z');
/** Ranges of one minute in every two, as of a thinly traded instrument. */
const scattered = Array.from({ length: 200 }, (_, index) => ({
  from: begin + 2 * index * MINUTE,
  to: begin + (2 * index + 1) * MINUTE,
}));
const whole = { from: begin, to: begin + 400 * MINUTE };

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

const rangesOf = async (repository: CandleRepository, key: SeriesKey, range: typeof whole) =>
  (await repository.fetchedRanges(key, range)).map(({ from, to }) => ({ from, to }));

/** Returns the repository, and the number of statements that it has executed. */
function counted() {
  const { database } = stored;
  const state = { statements: 0 };
  const query: Database['query'] = (...asked) => {
    state.statements += 1;
    return database.query(...asked);
  };
  const transaction: Database['transaction'] = (work) => database.transaction(work);
  return { repository: new CandleRepository({ query, transaction } as Database), state };
}

test('many fetched ranges are stored with as few statements as one', async (t) => {
  const key: SeriesKey = { symbol: 'THIN.US', interval: '1m', provider: 'simulator' };
  const { repository, state } = counted();
  await repository.save(key, scattered.slice(0, 1), [], begin);
  const forOne = state.statements;
  state.statements = 0;
  await repository.save(key, scattered, [], begin);
  t.is(state.statements, forOne);
  t.deepEqual(await rangesOf(repository, key, whole), scattered);
});

test('touching ranges are joined in any order, and other ranges are unchanged', async (t) => {
  const key: SeriesKey = { symbol: 'THICK.US', interval: '1m', provider: 'simulator' };
  const { repository } = counted();
  await repository.save(key, scattered, [], begin);
  await repository.save(key, [{ from: begin + MINUTE, to: begin + 4 * MINUTE }], [], begin);
  t.deepEqual(await rangesOf(repository, key, whole), [{ from: begin, to: begin + 5 * MINUTE }, ...scattered.slice(3)]);
  await repository.save(key, [whole], [], begin);
  t.deepEqual(await rangesOf(repository, key, whole), [whole]);
  await repository.save({ ...key, symbol: 'OTHER.US' }, [whole], [], begin);
  await repository.save(
    key,
    [
      { from: begin - MINUTE, to: begin },
      { from: whole.to + MINUTE, to: whole.to + 2 * MINUTE },
    ],
    [],
    begin,
  );
  t.deepEqual(await rangesOf(repository, key, { from: 0, to: whole.to + MINUTE }), [
    { from: begin - MINUTE, to: whole.to },
    { from: whole.to + MINUTE, to: whole.to + 2 * MINUTE },
  ]);
  t.deepEqual(await rangesOf(repository, { ...key, symbol: 'OTHER.US' }, whole), [whole]);
});
