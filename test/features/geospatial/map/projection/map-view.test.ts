import test from 'ava';
import { type Box, boxContains } from '../../../../../src/features/geospatial/box.js';
import {
  directionOnMap,
  isInFrame,
  mapView,
  nearLongitude,
  sidesBeyond,
} from '../../../../../src/features/geospatial/map/projection/map-view.js';
import { normalLongitude } from '../../../../../src/features/geospatial/position.js';

const frame = { x: 16, y: 52, width: 928, height: 400 };
const boxes: Record<string, Box> = {
  world: { west: -180, south: -90, east: 180, north: 90 },
  'a sea': { west: 3.1, south: 51.7, east: 4.7, north: 52.3 },
  'up to the antimeridian': { west: 170, south: 10, east: 180, north: 30 },
  'from the antimeridian': { west: 180, south: 10, east: -170, north: 30 },
  europe: { west: -12, south: 34, east: 32, north: 62 },
  port: { west: 3.9, south: 51.85, east: 4.6, north: 52.05 },
  pacific: { west: 140, south: -40, east: -110, north: 60 },
  arctic: { west: -180, south: 60, east: 180, north: 90 },
  antarctic: { west: -180, south: -90, east: 180, north: -60 },
  'far north': { west: -20, south: 78, east: 40, north: 89 },
  tall: { west: -30, south: -60, east: 20, north: 88 },
  'a place': { west: 5, south: 50, east: 5, north: 50 },
  'the pole': { west: 0, south: 90, east: 0, north: 90 },
};

for (const [name, box] of Object.entries(boxes)) {
  const view = mapView(box, frame);

  test(`the whole box is in the image: ${name}`, (t) => {
    const pixel = { x: 0, y: 0 };
    const span = box.west <= box.east ? box.east - box.west : box.east - box.west + 360;
    for (const lat of [box.south, (box.south + box.north) / 2, box.north]) {
      for (let part = 0; part <= 8; part += 1) {
        view.project(nearLongitude(view, box.west + (span * part) / 8), lat, pixel);
        const isNear =
          pixel.x > view.frame.x - 0.01 &&
          pixel.x < view.frame.x + view.frame.width + 0.01 &&
          pixel.y > view.frame.y - 0.01 &&
          pixel.y < view.frame.y + view.frame.height + 0.01;
        t.true(isNear, `${lat} ${part}: ${JSON.stringify(pixel)}`);
      }
    }
  });

  test(`converting a pixel to a position and back gives the same pixel: ${name}`, (t) => {
    const pixel = { x: 0, y: 0 };
    const middle = { x: view.frame.x + view.frame.width * 0.4, y: view.frame.y + view.frame.height * 0.3 };
    const { lat, lon } = view.invert(middle.x, middle.y);
    view.project(lon, lat, pixel);
    t.true(isInFrame(view, pixel));
    t.true(Math.hypot(pixel.x - middle.x, pixel.y - middle.y) < 0.01);
  });

  test(`everything shown is inside the box that is searched: ${name}`, (t) => {
    for (let step = 0; step <= 40; step += 1) {
      const { lat } = view.invert(
        view.frame.x + (view.frame.width * step) / 40,
        view.frame.y + (view.frame.height * (step % 7)) / 6,
      );
      t.true(lat >= view.box.south - 0.01 && lat <= view.box.north + 0.01);
    }
  });
}

test('positions on the edge of the box are searched and in the image, however wide the box is', (t) => {
  const missed: string[] = [];
  for (const [name, box] of Object.entries(boxes)) {
    for (const width of [288, 468, 768, 928, 1_968]) {
      const view = mapView(box, { ...frame, width });
      for (const lat of [box.south, box.north]) {
        for (const lon of [box.west, box.east]) {
          const pixel = { x: 0, y: 0 };
          view.project(nearLongitude(view, lon), lat, pixel);
          if (!boxContains(view.box, lat, normalLongitude(lon)) || !isInFrame(view, pixel))
            missed.push(`${name}, ${width} wide: ${lat} ${lon}`);
        }
      }
    }
  }
  t.deepEqual(missed, []);
});

test('boxes near a pole use a polar projection, regional boxes Mercator, and the world an equirectangular one', (t) => {
  const chosen = Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, mapView(box, frame).projection]));
  t.like(chosen, {
    world: 'equirectangular',
    europe: 'mercator',
    port: 'mercator',
    pacific: 'mercator',
    arctic: 'polar',
    antarctic: 'polar',
    tall: 'equirectangular',
  });
});

test('north is up on a chart, and points away from the center of a map around the South Pole', (t) => {
  t.true(Math.abs(directionOnMap(mapView(boxes.port as Box, frame), 4.1, 51.9, 0)) < 0.1);
  t.true(Math.abs(directionOnMap(mapView(boxes.port as Box, frame), 4.1, 51.9, 90) - 90) < 0.1);
  t.true(Math.abs(directionOnMap(mapView(boxes.antarctic as Box, frame), 90, -70, 0) - 90) < 0.1);
});

test('a point on the edge of a window is not beyond any side', (t) => {
  const window = { left: 10, top: 20, right: 30, bottom: 40 };
  for (const [x, y] of [
    [10, 20],
    [30, 40],
  ] as const)
    t.is(sidesBeyond(window, x, y), 0);
  t.deepEqual([sidesBeyond(window, 9, 19), sidesBeyond(window, 31, 41), sidesBeyond(window, 20, 41)], [5, 10, 8]);
});
