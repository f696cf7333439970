import test from 'ava';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { enumeratedIn } from '../../../../src/features/ai/composer/spans/enumerations.js';
import { placesIn } from '../../../../src/language/places-in.js';

for (const [question, text, value] of [
  ['Apple sma 50 today', 'sma 50', 'sma:50'],
  ['Apple 50 sma today', '50 sma', 'sma:50'],
  ['Apple 50 day sma today', '50 day sma', 'sma:50'],
  ['Apple sma today', 'sma', 'sma:20'],
] as const) {
  test(`the indicator of "${question}" is "${text}"`, (t) => {
    const tokens = tokensOf(question);
    const span = enumeratedIn(tokens).find(({ type }) => type === 'indicator');
    t.is(span?.value, value);
    t.is(
      tokens
        .slice(span?.from, span?.to)
        .map(({ word }) => word)
        .join(' '),
      text,
    );
  });
}

test('a region is a box with its center', (t) => {
  const [span] = placesIn(tokensOf('earthquakes in europe'), () => true);
  t.deepEqual(span?.value, { name: 'Europe', lat: 53, lon: 10, radiusMeters: 0, bbox: [-25, 34, 45, 72] });
});
