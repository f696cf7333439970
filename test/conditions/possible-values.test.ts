import test from 'ava';
import type { Tree } from '../../src/conditions/condition-tree.js';
import { canBeTrue, impossiblePart, type Requirement, WordSet } from '../../src/conditions/possible-values.js';

/** A leaf that requires a word, of a figure that can have any. */
interface Leaf {
  type: 'word';
  words: string[];
}

const word = (...words: string[]): Tree<Leaf> => ({ type: 'word', words });
const all = (...conditions: Array<Tree<Leaf>>): Tree<Leaf> => ({ type: 'all', conditions });
const any = (...conditions: Array<Tree<Leaf>>): Tree<Leaf> => ({ type: 'any', conditions });
const not = (condition: Tree<Leaf>): Tree<Leaf> => ({ type: 'not', condition });
const requirementOf = ({ words }: Leaf, isNegated: boolean): Requirement => ({
  name: 'color',
  values: new WordSet(new Set(words), isNegated),
  domain: new WordSet(new Set(), true),
});

test('words exclude each other unless their lists share one', (t) => {
  t.false(canBeTrue(all(word('red'), word('blue')), requirementOf));
  t.true(canBeTrue(all(word('red', 'blue'), word('blue', 'green')), requirementOf));
  t.false(canBeTrue(all(word('red', 'blue'), word('blue', 'green'), not(word('blue'))), requirementOf));
});

test('excluded words leave all others, of a list those that are not excluded', (t) => {
  t.true(canBeTrue(all(not(word('red')), not(word('blue'))), requirementOf));
  t.true(canBeTrue(all(not(word('red')), word('red', 'blue')), requirementOf));
  t.false(canBeTrue(all(not(any(word('red'), word('blue'))), word('red', 'blue')), requirementOf));
});

test('the smallest impossible part is named, also below a possible one', (t) => {
  const never = all(word('red'), word('blue'));
  t.is(impossiblePart(all(word('green', 'red'), never), '/condition', requirementOf), '/condition/conditions/1');
  t.is(impossiblePart(any(never, never), '/condition', requirementOf), '/condition');
  t.is(impossiblePart(any(never, word('red')), '/condition', requirementOf), undefined);
});
