import test from 'ava';
import { cellToParent, latLngToCell } from 'h3-js';
import { cellOf, codeAround, codeAt, FINEST } from '../../../../src/features/geospatial/map/h3-code.js';
import { randomNumbers } from '../../../support/random-numbers.js';

test('the code of a cell stands for the index of H3, at every resolution and everywhere', (t) => {
  const random = randomNumbers(7);
  for (let round = 0; round < 5_000; round += 1) {
    const [lat, lon] = [Math.asin(2 * random() - 1) * (180 / Math.PI), random() * 360 - 180];
    const code = codeAt(lat, lon);
    for (let resolution = 0; resolution <= FINEST; resolution += 1) {
      const expected = cellToParent(latLngToCell(lat, lon, FINEST), resolution);
      if (cellOf(codeAround(code, resolution), resolution) !== expected) t.fail(`${lat} ${lon} at ${resolution}`);
    }
  }
  t.pass();
});
