import test from 'ava';
import { type Area, boxArea, circleArea } from '../../../../src/features/geospatial/area.js';
import { type Box, boxContains, WORLD } from '../../../../src/features/geospatial/box.js';
import { liveState } from '../../../support/live-state.js';
import { randomNumbers } from '../../../support/random-numbers.js';

interface Place {
  key: number;
  lat: number;
  lon: number;
}

const random = randomNumbers(20_261_121);
const between = (low: number, high: number) => low + random() * (high - low);
/** Returns a longitude: often an edge case (the antimeridian, an edge of cells), otherwise any. */
const longitude = () =>
  [-180, 180, 179.999999, -179.999999, Math.floor(between(-180, 180)), 0][Math.floor(random() * 12)] ??
  between(-180, 180);
const latitude = () =>
  [-90, 90, 89.999999, Math.floor(between(-90, 90)), 0][Math.floor(random() * 12)] ?? between(-90, 90);

/**
 * Returns a live state in which many objects have appeared, moved and partly expired, and a plain list of the remaining
 * objects.
 */
function world() {
  const { picture, clock, vessel, words } = liveState({ SVC_VESSEL_TTL_SECONDS: '60' });
  const places = new Map<number, Place>();
  const put = (key: number) => {
    const [lat, lon] = [latitude(), longitude()];
    vessel({ key, lat, lon });
    places.set(key, { key, lat, lon: lon === 180 ? -180 : lon });
  };
  for (let key = 1; key <= 3_000; key += 1) put(211_000_000 + key);
  clock.advance(45_000);
  for (let count = 0; count < 4_000; count += 1) {
    clock.advance(1);
    put(211_001_000 + Math.floor(random() * 4_000));
  }
  words({ key: 211_009_000, name: 'NOWHERE' });
  clock.advance(15_000);
  picture.expire();
  const kept = [...places.values()].filter(({ key }) => picture.vessels.get(key) !== undefined);
  return { layer: picture.vessels, places: kept, put, forgotten: places.size - kept.length };
}

const box = (): Box => {
  const [one, other] = [latitude(), latitude()];
  return { west: longitude(), south: Math.min(one, other), east: longitude(), north: Math.max(one, other) };
};
const sorted = (keys: Iterable<number>) => [...keys].sort((one, other) => one - other);

test('searches by box and circle find exactly the objects inside, also across the antimeridian and at the poles', (t) => {
  const { layer, places, forgotten } = world();
  t.true(forgotten > 500 && places.length > 2_000);
  const areas: Area[] = [
    boxArea(WORLD),
    boxArea({ west: 180, south: -90, east: -180, north: 90 }),
    boxArea({ west: 180, south: -90, east: 180, north: 90 }),
  ];
  for (let count = 0; count < 400; count += 1)
    areas.push(boxArea(box()), circleArea(latitude(), longitude(), between(1, 20_000_000) * random() ** 4));
  const wrong = areas.filter((area) => {
    const expected = sorted(places.filter(({ lat, lon }) => area.contains(lat, lon)).map(({ key }) => key));
    return expected.join() !== sorted(Array.from(layer.within(area), (slot) => layer.keyAt(slot))).join();
  });
  t.deepEqual(wrong, []);
});

test('the count of a box is the number of objects in it', (t) => {
  const { layer, places } = world();
  const boxes = [WORLD, ...Array.from({ length: 400 }, box)];
  t.deepEqual(
    boxes.map((one) => layer.count(one)),
    boxes.map((one) => places.filter(({ lat, lon }) => boxContains(one, lat, lon)).length),
  );
});

test('the changes in a box since a version are exactly the objects reported since', (t) => {
  const { layer, places, put } = world();
  const since = layer.version;
  const changed = new Set(places.filter((_, index) => index % 7 === 0).map(({ key }) => key));
  for (const key of changed) put(key);
  const boxes = [WORLD, ...Array.from({ length: 200 }, box)];
  const found = boxes.map((one) => sorted(Array.from(layer.changedWithin(one, since), (slot) => layer.keyAt(slot))));
  const expected = boxes.map((one) =>
    sorted(
      [...changed].filter((key) => boxContains(one, layer.latAt(layer.slotOf(key)!), layer.lonAt(layer.slotOf(key)!))),
    ),
  );
  t.deepEqual(found, expected);
  t.true(expected[0]!.length > 300);
});

test('without an area all objects are found, including those without a position', (t) => {
  const { layer, places } = world();
  t.deepEqual(
    sorted(Array.from(layer.within(), (slot) => layer.keyAt(slot))),
    sorted([...places.map(({ key }) => key), 211_009_000]),
  );
});
