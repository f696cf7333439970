import test from 'ava';
import { mmsiOf } from '../../../../src/features/geospatial/ais/json-message.js';

test('an MMSI is an integer of 30 bits, as a number or as digits', (t) => {
  t.deepEqual([0, 2 ** 30 - 1, '244660000', '000000000'].map(mmsiOf), [0, 2 ** 30 - 1, 244_660_000, 0]);
  t.deepEqual([2 ** 30, -1, 1.5, '1234567890', '', 'x', null, undefined].map(mmsiOf), Array(8).fill(-1));
});
