import test from 'ava';
import { allowedErrors, errorsIn } from '../../src/search/typing-errors.js';

test('words of five letters may have one error, those of nine two, and words with digits none', (t) => {
  t.deepEqual(
    ['ship', 'ships', 'tankers', 'container', 'fund2024'].map((word) => allowedErrors(word)),
    [0, 1, 1, 2, 0],
  );
});

test('missing, added, wrong and exchanged letters are errors; the first letter must be correct', (t) => {
  t.is(errorsIn('maersk', 'marsk', false), 1);
  t.is(errorsIn('marsk', 'maersk', false), 1);
  t.is(errorsIn('maersk', 'maerks', false), 1);
  t.is(errorsIn('container', 'cotnainer', false), 1);
  t.is(errorsIn('kontainer', 'container', false), undefined);
  t.is(errorsIn('ship', 'shop', false), undefined);
  t.is(errorsIn('ship', 'shop', false, true), 1);
});

test('only the beginning of a word is compared with a prefix', (t) => {
  t.is(errorsIn('rotterdam', 'rottr', true), 1);
  t.is(errorsIn('rotterdam', 'rottr', false), undefined);
  t.is(errorsIn('rotterdam', 'rotter', true), 0);
});
