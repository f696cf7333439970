import test from 'ava';
import { StreamCursor } from '../../../../src/features/geospatial/stream/stream-cursor.js';
import type { GoneItem } from '../../../../src/features/geospatial/stream/stream-item.js';
import type { StreamRequest } from '../../../../src/features/geospatial/stream/stream-request.js';

const request: StreamRequest = {
  accountId: 'ada',
  box: { west: 0, south: 0, east: 10, north: 10 },
  layers: ['vessels', 'aircraft'],
};
const gone = (count: number, from = 0): GoneItem[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'gone',
    layer: 'vessels',
    id: `${from + index}`,
    reason: 'expired' as GoneItem['reason'],
  }));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('the size is the number of objects, pins, events and gone items together', (t) => {
  const cursor = new StreamCursor('s', request);
  for (const key of numbers(2)) cursor.known.vessels.add(key);
  for (const key of numbers(3)) cursor.known.aircraft.add(key);
  for (const key of numbers(5)) cursor.pins.set(`${key}`, 1);
  for (const key of numbers(7)) cursor.events.add(`${key}`);
  cursor.checkpoint(gone(11));
  t.is(cursor.size, 28);
});

test('the latest 180 checkpoints can be resumed, numbered from 1', (t) => {
  const cursor = new StreamCursor('s', request);
  t.deepEqual(
    numbers(180).map(() => cursor.checkpoint([])),
    numbers(180).map((index) => `s.${index + 1}`),
  );
  t.truthy(cursor.resumeAt(1, request, 'n'));
  cursor.checkpoint([]);
  t.is(cursor.resumeAt(1, request, 'n'), undefined);
  t.truthy(cursor.resumeAt(2, request, 'n'));
});

test('at most 5,000 gone items are kept; the oldest checkpoints make room', (t) => {
  const cursor = new StreamCursor('s', request);
  cursor.checkpoint(gone(2_000));
  cursor.checkpoint(gone(3_000));
  t.is(cursor.size, 5_000);
  t.truthy(cursor.resumeAt(1, request, 'n'));
  cursor.checkpoint(gone(1));
  t.is(cursor.size, 3_001);
  t.is(cursor.resumeAt(1, request, 'n'), undefined);
});

test('a resumed stream has the objects and the progress of its checkpoint, and is sent the objects that have gone since', (t) => {
  const cursor = new StreamCursor('s', request);
  cursor.known.vessels.add(7);
  cursor.known.aircraft.add(8);
  cursor.events.add('e');
  cursor.pins.set('p', 4);
  cursor.truncated = true;
  cursor.progress = { versions: { vessels: 1, aircraft: 2 }, position: 3 };
  cursor.checkpoint(gone(1, 0));
  cursor.progress = { versions: { vessels: 10, aircraft: 20 }, position: 30 };
  cursor.checkpoint(gone(2, 1));
  const resumed = cursor.resumeAt(1, request, 'n');
  t.like(resumed?.cursor, {
    id: 'n',
    truncated: true,
    progress: { versions: { vessels: 1, aircraft: 2 }, position: 3 },
  });
  t.deepEqual([...(resumed?.cursor.known.vessels ?? [])], [7]);
  t.deepEqual([...(resumed?.cursor.known.aircraft ?? [])], [8]);
  t.deepEqual([...(resumed?.cursor.events ?? [])], ['e']);
  t.deepEqual([...(resumed?.cursor.pins ?? [])], [['p', 0]]);
  t.deepEqual(
    resumed?.gone.map(({ id }) => id),
    ['1', '2'],
  );
  t.deepEqual(cursor.resumeAt(2, request, 'n')?.gone, []);
});

test('a request with other parameters, or of another account, does not resume a stream', (t) => {
  const cursor = new StreamCursor('s', request);
  cursor.checkpoint([]);
  t.is(cursor.resumeAt(1, { ...request, accountId: 'bob' }, 'n'), undefined);
  t.is(cursor.resumeAt(1, { ...request, minSeverity: 3 }, 'n'), undefined);
  t.truthy(cursor.resumeAt(1, { ...request, layers: ['aircraft', 'vessels'] }, 'n'));
});
