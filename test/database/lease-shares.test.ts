import test from 'ava';
import { type LeaseState, sharesOf } from '../../src/database/lease-shares.js';
import { randomNumbers } from '../support/random-numbers.js';

const lease = (key: number, candidates: string, holder?: string): LeaseState => ({
  key,
  candidates: new Set(candidates),
  ...(holder && { holder }),
});

test('leases are distributed evenly, holders keep theirs up to an even number, and names that only one process can take stay with it', (t) => {
  const shares = (...leases: LeaseState[]) =>
    [...sharesOf(leases)].sort(([a], [b]) => a - b).map(([, process]) => process);
  t.deepEqual(shares(lease(1, 'a'), lease(2, 'a')), ['a', 'a']);
  t.deepEqual(shares(lease(1, 'ab', 'a'), lease(2, 'ab', 'a'), lease(3, 'ab', 'a')), ['a', 'a', 'b']);
  t.deepEqual(shares(lease(1, 'ab', 'b'), lease(2, 'ab', 'a')), ['b', 'a'], 'nothing moves without need');
  t.deepEqual(
    shares(lease(1, 'ab', 'gone'), lease(2, 'ab', 'a')),
    ['b', 'a'],
    'the lease of a process that is gone is taken over',
  );
  t.deepEqual(shares(lease(1, 'ab', 'a'), lease(2, 'a', 'a')), ['b', 'a'], 'the other takes what it can');
  t.deepEqual(shares(lease(1, '', 'a')), []);
});

test('for any distribution every lease is assigned, no process has more than an even number, and applying the result changes nothing further', (t) => {
  const random = randomNumbers(20261123);
  for (let round = 0; round < 500; round += 1) {
    const processes = 'abcde'.slice(0, 1 + Math.floor(random() * 5));
    const leases = Array.from({ length: Math.floor(random() * 12) }, (_, key) =>
      lease(key, processes, 'abcdefg'[Math.floor(random() * 7)]),
    );
    const shares = sharesOf(leases);
    const counts = [...processes].map((process) => [...shares.values()].filter((one) => one === process).length);
    t.true(Math.max(...counts) <= Math.ceil(leases.length / processes.length));
    t.is(shares.size, leases.length);
    const applied = leases.map(({ key, candidates }) => ({ key, candidates, holder: shares.get(key) }));
    t.deepEqual(new Map([...sharesOf(applied as LeaseState[])].sort()), new Map([...shares].sort()));
  }
});
