import test from 'ava';
import { Resolver, systemLookup } from '../../../src/upstream/outbound/resolver.js';

/** Returns a lookup whose results the test releases. */
function slowLookup() {
  const asked: string[] = [];
  const answer = new Map<string, (addresses: string[]) => void>();
  const lookUp = (name: string) => {
    asked.push(name);
    return new Promise<string[]>((resolve) => answer.set(name, resolve));
  };
  return { asked, lookUp, answer: (name: string) => answer.get(name)?.([`address of ${name}`]) };
}

test('localhost is resolved by the system', async (t) => {
  for (const address of await systemLookup('localhost')) t.true(['127.0.0.1', '::1'].includes(address), address);
});

test('two names are looked up at a time, the others afterwards', async (t) => {
  const slow = slowLookup();
  const resolver = new Resolver(slow.lookUp);
  const found = ['a', 'b', 'c', 'd'].map((name) => resolver.resolve(name, 5_000));
  t.deepEqual(slow.asked, ['a', 'b']);
  slow.answer('b');
  t.deepEqual(await found[1], ['address of b']);
  t.deepEqual(slow.asked, ['a', 'b', 'c']);
  for (const [at, name] of ['a', 'c', 'd'].entries()) {
    slow.answer(name);
    t.deepEqual(await found[[0, 2, 3][at]!], [`address of ${name}`]);
  }
});

test('concurrent requests for a name share one look-up, and later ones cause another', async (t) => {
  const slow = slowLookup();
  const resolver = new Resolver(slow.lookUp);
  const found = [resolver.resolve('a', 5_000), resolver.resolve('a', 5_000)];
  slow.answer('a');
  t.deepEqual(await Promise.all(found), [['address of a'], ['address of a']]);
  t.deepEqual(slow.asked, ['a']);
  const later = resolver.resolve('a', 5_000);
  slow.answer('a');
  await later;
  t.deepEqual(slow.asked, ['a', 'a']);
});

test('a name that no caller waits for any more is not looked up', async (t) => {
  const slow = slowLookup();
  const resolver = new Resolver(slow.lookUp, 1);
  const first = resolver.resolve('a', 5_000);
  await t.throwsAsync(resolver.resolve('b', 10), { message: /in time/ });
  const third = resolver.resolve('c', 5_000);
  slow.answer('a');
  await first;
  while (slow.asked.length < 2) await new Promise((done) => setImmediate(done));
  slow.answer('c');
  await third;
  t.deepEqual(slow.asked, ['a', 'c']);
});

test('a name whose callers have all aborted is not looked up, however long their timeouts', async (t) => {
  const slow = slowLookup();
  const resolver = new Resolver(slow.lookUp, 1);
  const sentAway = ['a', 'b'].map((name) => resolver.resolve(name, 5_000));
  resolver.close();
  for (const one of sentAway) await t.throwsAsync(one, { message: /in time/ });
  const third = resolver.resolve('c', 5_000);
  slow.answer('a');
  while (slow.asked.length < 2) await new Promise((done) => setImmediate(done));
  slow.answer('c');
  await third;
  t.deepEqual(slow.asked, ['a', 'c']);
});

test('a failed look-up frees its slot for the next', async (t) => {
  const resolver = new Resolver(async (name) => {
    if (name === 'bad') throw new Error('no such name');
    return ['1.1.1.1'];
  }, 1);
  const found = [resolver.resolve('bad', 5_000), resolver.resolve('good', 5_000)];
  await t.throwsAsync(found[0]!, { message: 'no such name' });
  t.deepEqual(await found[1], ['1.1.1.1']);
});
