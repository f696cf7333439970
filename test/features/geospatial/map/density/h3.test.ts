import test from 'ava';
import { latLngToCell } from 'h3-js';
import { cellOf, codeAt, FINEST } from '../../../../../src/features/geospatial/map/density/h3.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

test('the code of a position corresponds to its H3 cell, at every resolution and everywhere', (t) => {
  const random = randomNumbers(7);
  const different: string[] = [];
  for (let round = 0; round < 5_000; round += 1) {
    const [lat, lon] = [Math.asin(2 * random() - 1) * (180 / Math.PI), random() * 360 - 180];
    for (let resolution = 0; resolution <= FINEST; resolution += 1)
      if (cellOf(codeAt(lat, lon, resolution), resolution) !== latLngToCell(lat, lon, resolution))
        different.push(`${lat} ${lon} at ${resolution}`);
  }
  t.deepEqual(different, []);
});
