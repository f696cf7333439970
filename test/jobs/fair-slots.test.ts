import test from 'ava';
import { FairSlots, type Turn } from '../../src/jobs/fair-slots.js';

let ids = 0;
const turn = (owner: string, group = owner): Turn => {
  ids += 1;
  return { id: `${ids}`, owner, group };
};

/** Gives slots until no more may be given. @returns the owners that got one, in order */
function granted(turns: FairSlots<Turn>): Turn[] {
  const taken: Turn[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) taken.push(next);
  return taken;
}

const count = (taken: readonly Turn[], owner: string) => taken.filter((one) => one.owner === owner).length;

test('a single owner holds at most a fifth of the slots', (t) => {
  const turns = new FairSlots<Turn>(50);
  for (let index = 0; index < 100; index += 1) turns.add(turn('a', `endpoint ${index % 20}`));
  t.is(granted(turns).length, 10);
  t.deepEqual([turns.free, turns.waiting], [40, 90]);
});

test('owners take turns, and so do the groups of an owner', (t) => {
  const turns = new FairSlots<Turn>(50);
  for (const group of ['1', '1', '1', '2', '2', '3']) turns.add(turn('a', group));
  for (const group of ['1', '1']) turns.add(turn('b', group));
  t.deepEqual(
    granted(turns).map(({ owner, group }) => owner + group),
    ['a1', 'b1', 'a2', 'b1', 'a3', 'a1', 'a2', 'a1'],
  );
});

for (const owners of [5, 20, 40])
  test(`slots stay free while ${owners} owners keep theirs`, (t) => {
    const turns = new FairSlots<Turn>(50);
    for (let index = 0; index < owners * 100; index += 1)
      turns.add(turn(`hanging ${index % owners}`, `${index % 2_000}`));
    const hanging = granted(turns);
    for (let owner = 0; owner < owners; owner += 1) t.true(count(hanging, `hanging ${owner}`) >= 1);
    t.true(turns.free >= 4, `${turns.free} free`);
    turns.add(turn('quick'));
    t.is(turns.next()?.owner, 'quick');
  });

test('an owner without a slot gets the next one, however many wait before it', (t) => {
  const turns = new FairSlots<Turn>(2);
  for (let index = 0; index < 1_000; index += 1) turns.add(turn('a'));
  turns.add(turn('b'));
  t.deepEqual(
    granted(turns).map(({ owner }) => owner),
    ['a', 'b'],
  );
});

test('a released slot is assigned again, and finished runs are removed from memory', (t) => {
  const turns = new FairSlots<Turn>(1);
  const [first, second] = [turn('a'), turn('a')];
  turns.add(first);
  turns.add(second);
  t.deepEqual([turns.next(), turns.next()], [first, undefined]);
  turns.done(first.id);
  turns.done(first.id);
  t.is(turns.free, 1);
  t.is(turns.next(), second);
  turns.done(second.id);
  t.deepEqual([turns.free, turns.waiting, turns.ids()], [1, 0, []]);
});

test('a run that is already waiting or running is not added again', (t) => {
  const turns = new FairSlots<Turn>(2);
  const one = turn('a');
  turns.add(one);
  turns.add(one);
  t.is(turns.waiting, 1);
  turns.next();
  turns.add(one);
  t.deepEqual([turns.waiting, turns.ids()], [0, [one.id]]);
});

test('waiting runs can be withdrawn, and none of them starts afterwards', (t) => {
  const turns = new FairSlots<Turn>(1);
  const [first, second, third] = [turn('a'), turn('a'), turn('b')];
  for (const one of [first, second, third]) turns.add(one);
  turns.next();
  t.deepEqual(
    turns.drain().sort((one, other) => Number(one.id) - Number(other.id)),
    [second, third],
  );
  turns.done(first.id);
  t.deepEqual([turns.next(), turns.free, turns.ids()], [undefined, 1, []]);
});
