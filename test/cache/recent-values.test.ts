import test from 'ava';
import { RecentValues } from '../../src/cache/recent-values.js';

test('a renewed value is looked up at once and then returned to other callers', async (t) => {
  let found: { version: number } | undefined = { version: 1 };
  const values = new RecentValues(async () => found, { max: 10, ageMs: 60_000 });
  await values.get('ada');
  found = { version: 2 };
  t.deepEqual(await values.get('ada'), { version: 1 });
  t.deepEqual(await values.renew('ada'), { version: 2 });
  t.deepEqual(await values.get('ada'), { version: 2 });
  found = undefined;
  t.is(await values.renew('ada'), undefined);
  t.is(await values.get('ada'), undefined, 'what is gone is not remembered');
});

test('concurrent requests cause one look-up', async (t) => {
  let asked = 0;
  const values = new RecentValues(async (id) => ({ id, asked: ++asked }), { max: 10, ageMs: 1000 });
  const found = await Promise.all(Array.from({ length: 10 }, () => values.get('ada')));
  t.is(asked, 1);
  t.true(found.every((value) => value?.id === 'ada'));
});

test('a value that is removed during its look-up is looked up again without an error', async (t) => {
  const gates = [
    Promise.withResolvers<{ state: string } | undefined>(),
    Promise.withResolvers<{ state: string } | undefined>(),
  ];
  let asked = 0;
  const values = new RecentValues(() => gates[asked++]!.promise, { max: 10, ageMs: 1000 });
  const waiting = values.get('ada');
  values.forget('ada');
  gates[0]?.resolve({ state: 'before the change' });
  gates[1]?.resolve(undefined);
  t.is(await waiting, undefined);
});

test('a failed look-up is an error and is not cached', async (t) => {
  let asked = 0;
  const values = new RecentValues(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('the store is away');
      return { asked };
    },
    { max: 10, ageMs: 1000 },
  );
  await t.throwsAsync(async () => values.get('ada'), { message: 'the store is away' });
  t.deepEqual(await values.get('ada'), { asked: 2 });
});

test('a missing value is not cached', async (t) => {
  const answers = [undefined, { name: 'ada' }];
  const values = new RecentValues(async () => answers.shift(), { max: 10, ageMs: 1000 });
  t.is(await values.get('ada'), undefined);
  t.deepEqual(await values.get('ada'), { name: 'ada' });
});
