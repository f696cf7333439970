import test from 'ava';
import { countryAt, countryShape, prepareCountries } from '../../../../src/features/geospatial/land/country-shape.js';

test('shapes that are read in slices are those of the countries', async (t) => {
  let turns = 0;
  let isOver = false;
  const watch = () => {
    turns += 1;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await prepareCountries();
  isOver = true;
  t.true(turns > 1, `${turns} turns`);
  for (const [code, lat, lon] of [
    ['FR', 48.85, 2.35],
    ['US', 39, -98],
    ['CA', 60, -110],
    ['FJ', -17.8, 178],
  ] as const) {
    t.is(countryAt(lat, lon), code);
    t.true(countryShape(code)?.area.contains(lat, lon));
  }
  t.is(countryAt(40, -40), undefined);
  t.is(countryShape('XX'), undefined);
});
