import test from 'ava';
import { type LoadMany, StaleWhileRevalidateCache } from '../../src/cache/stale-while-revalidate-cache.js';
import { ManualClock } from '../support/manual-clock.js';

const options = { max: 3, freshMs: 60_000, staleMs: 600_000, revalidateMs: 15_000 };

/** Returns a source that counts its calls and fails on demand. */
function source(
  clock: ManualClock,
  over: Partial<ConstructorParameters<typeof StaleWhileRevalidateCache<string>>[1]> = {},
) {
  const values = new StaleWhileRevalidateCache<string>(clock, { ...options, ...over });
  const asked: string[][] = [];
  const state = { fails: false };
  const load: LoadMany<string> = async (keys) => {
    asked.push(keys);
    await null;
    if (state.fails) throw new Error('away');
    return new Map(
      keys.map((key) => [key, key === 'bad' ? { error: new Error('bad') } : { value: `${key}${asked.length}` }]),
    );
  };
  const get = (key: string) =>
    values.get(key, async (one) => ((await load([one])).get(one) as { value: string }).value);
  return { values, asked, state, load, get };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent requests for a key share one load, and a fresh value needs no load', async (t) => {
  const clock = new ManualClock();
  const { asked, get, values } = source(clock);
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('a')));
  t.true(answers.every(({ value, stale }) => value === 'a1' && !stale));
  clock.advance(59_999);
  await get('a');
  t.is(values.peek('a')?.value, 'a1');
  t.is(asked.length, 1);
});

test('a value just past its freshness is served immediately, marked stale, and reloaded once in the background', async (t) => {
  const clock = new ManualClock();
  const { asked, get, values } = source(clock);
  await get('a');
  clock.advance(60_000);
  t.is(values.peek('a'), undefined);
  const answers = await Promise.all([get('a'), get('a'), get('a')]);
  t.deepEqual(
    answers.map(({ value, stale }) => [value, stale]),
    Array.from({ length: 3 }, () => ['a1', true]),
  );
  await settled();
  t.is(asked.length, 2);
  t.deepEqual(await get('a'), { value: 'a2', loadedAt: clock.now(), stale: false });
});

test('a value past the revalidation window is reloaded before it is served', async (t) => {
  const clock = new ManualClock();
  const { get } = source(clock);
  await get('a');
  clock.advance(75_000);
  t.is((await get('a')).value, 'a2');
});

test('a value that cannot be reloaded is served, marked stale, until staleMs has passed', async (t) => {
  const clock = new ManualClock();
  const { get, state } = source(clock);
  const { loadedAt } = await get('a');
  state.fails = true;
  clock.advance(300_000);
  t.deepEqual(await get('a'), { value: 'a1', loadedAt, stale: true });
  clock.advance(360_000);
  await t.throwsAsync(get('a'), { message: 'away' });
});

test('a failed background reload reaches no caller and is not cached', async (t) => {
  const clock = new ManualClock();
  const { get, state } = source(clock);
  await get('a');
  state.fails = true;
  clock.advance(61_000);
  t.true((await get('a')).stale);
  await settled();
  state.fails = false;
  t.is((await get('a')).value, 'a1');
  await settled();
  t.is((await get('a')).value, 'a3');
});

test('only the missing keys of several are loaded, in one call, and a failed one does not fail the others', async (t) => {
  const { values, asked, load } = source(new ManualClock());
  await values.getMany(['a'], load);
  const outcomes = await values.getMany(['a', 'b', 'bad', 'b'], load);
  t.deepEqual(asked, [['a'], ['b', 'bad']]);
  t.deepEqual([...outcomes].map(([key, { found, error }]) => [key, found?.value ?? (error as Error).message]).sort(), [
    ['a', 'a1'],
    ['b', 'b2'],
    ['bad', 'bad'],
  ]);
});

test('a second batch does not load keys whose load is in progress', async (t) => {
  const { values, asked, load } = source(new ManualClock());
  await Promise.all([values.getMany(['a', 'b'], load), values.getMany(['b', 'c'], load)]);
  t.deepEqual(asked, [['a', 'b'], ['c']]);
});

test('when every key is fresh the result is returned without a promise', async (t) => {
  const { values, load } = source(new ManualClock());
  t.true(values.getMany(['a', 'b'], load) instanceof Promise);
  await settled();
  t.true(values.getMany(['b', 'a'], load) instanceof Map);
});

test('freshness may depend on the value', async (t) => {
  const clock = new ManualClock();
  const { get, asked } = source(clock, {
    freshMs: (value) => (value.startsWith('slow') ? 100_000 : 1_000),
    revalidateMs: 0,
  });
  await get('slow');
  await get('quick');
  clock.advance(50_000);
  await get('slow');
  await get('quick');
  t.deepEqual(asked, [['slow'], ['quick'], ['quick']]);
});

test('the least recently used value is evicted first', async (t) => {
  const { get, values } = source(new ManualClock());
  for (const key of ['a', 'b', 'c', 'a', 'd']) await get(key);
  t.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => values.peek(key) !== undefined),
    [true, false, true, true],
  );
});

test('a clock that is set back does not extend freshness', async (t) => {
  const clock = new ManualClock();
  const { get, asked } = source(clock);
  await get('a');
  clock.advance(-3_600_000);
  await get('a');
  t.is(asked.length, 2);
});

test('if a load fails for a reason that concerns only its caller, the callers that joined it retry it', async (t) => {
  const values = new StaleWhileRevalidateCache<string>(new ManualClock(), options);
  const refusal = Object.assign(new Error('your share is used up'), { concernsCallerAlone: true });
  const loads: string[] = [];
  const loader = (who: string, refused: boolean) => async () => {
    loads.push(who);
    await null;
    if (refused) throw refusal;
    return who;
  };
  const [first, ...joined] = await Promise.allSettled([
    values.get('a', loader('one', true)),
    values.get('a', loader('two', false)),
    values.get('a', loader('three', false)),
  ]);
  t.is(first.status === 'rejected' && first.reason, refusal);
  t.deepEqual(
    joined.map((one) => one.status === 'fulfilled' && one.value.value),
    ['two', 'two'],
  );
  t.deepEqual(loads, ['one', 'two']);
});
