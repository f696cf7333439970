import test from 'ava';
import { faultOf } from '../bench/support/smoke-run.js';

test('a bench passes when it declares its sizes and prints figures', (t) => {
  t.is(faultOf('windows: 1.2 MB for 100\n', true), undefined);
});

test('a bench without sizes, without figures or with a figure that has no value fails', (t) => {
  t.regex(faultOf('windows: 1.2 MB\n', false) ?? '', /sizesOf/);
  t.is(faultOf('', true), 'It printed no figure.');
  t.is(faultOf('done\n', true), 'It printed no figure.');
  for (const word of ['NaN', 'Infinity', 'undefined'])
    t.is(faultOf(`2 rounds: ${word} ms\n`, true), `It measured nothing: it printed ${word}.`);
});
