import 'reflect-metadata';
import test from 'ava';
import { shapeDto } from '../../../../../src/features/geospatial/geofences/api/geofence-shape.dto.js';
import type { FenceShape } from '../../../../../src/features/geospatial/geofences/geofence.js';

test('the fields of a shape are in a fixed order, `type` first', (t) => {
  const shapes: FenceShape[] = [
    { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 },
    { type: 'moving', entity: 'vessel:211000001', radiusMeters: 2_000 },
  ];
  t.deepEqual(
    shapes.map((shape) => JSON.stringify(shapeDto(shape))),
    shapes.map((shape) => JSON.stringify(shape)),
  );
});
