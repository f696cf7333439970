import test from 'ava';
import { isProblem, problemOf } from '../support/is-problem.js';
import { serviceFor } from '../support/service-for.js';

const point = { lat: 51.9, lon: 4.1 };
/**
 * Paths of resources that are listed in order of creation, each with a function that returns a request body with a
 * given name.
 */
const made = [
  ['/markets/watchlists', (name: string) => ({ name })],
  ['/geospatial/pins', (name: string) => ({ title: name, position: point })],
  ['/geospatial/geofences', (name: string) => ({ name, shape: { type: 'circle', center: point, radiusMeters: 500 } })],
  ['/subscriptions', (name: string) => ({ name, eventTypes: ['*'], delivery: { channel: 'stream' } })],
] as const;

for (const [path, bodyOf] of made) {
  test(`${path} is listed in either order, in pages, and is deleted only in the version that If-Match names`, async (t) => {
    const { signedIn } = await serviceFor(t);
    const ada = await signedIn();
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await ada.post(path, bodyOf(name))).json.id);
    const listed = async (query: string) => (await ada.get(`${path}?limit=2&${query}`)).json;
    const idsOf = ({ items }: { items: Array<{ id: string }> }) => items.map(({ id }) => id);
    for (const [order, expected] of [
      ['', ids],
      ['order=asc', ids],
      ['order=desc', ids.toReversed()],
    ] as const) {
      const first = await listed(order);
      t.deepEqual(
        [...idsOf(first), ...idsOf(await listed(`${order}&cursor=${first.nextCursor}`))],
        [...expected],
        order,
      );
    }
    const { nextCursor } = await listed('order=desc');
    t.is(
      problemOf(await ada.get(`${path}?limit=2&cursor=${nextCursor}`)),
      '400 invalid_cursor',
      'a cursor belongs to its order',
    );
    isProblem(t, await ada.get(`${path}?order=up`), 400, 'invalid_request', 'query/order');
    const one = `${path}/${ids[0]}`;
    const etag = (await ada.get(one)).headers.get('etag') ?? '';
    isProblem(
      t,
      await ada.delete(one, { headers: { 'if-match': etag.replace('"1:', '"2:') } }),
      412,
      'precondition_failed',
    );
    t.is((await ada.delete(one, { headers: { 'if-match': etag } })).status, 204);
  });
}

test('events are listed in either order of time', async (t) => {
  const { signedIn, settle } = await serviceFor(t);
  const operator = await signedIn('grace', 'operator');
  for (const title of ['One', 'Two', 'Three']) await operator.post('/geospatial/pins', { title, position: point });
  await settle();
  for (const path of [
    '/timeline',
    '/admin/audit',
    '/geospatial/events',
    '/webhooks/deliveries',
    '/admin/users',
    '/webhooks/endpoints',
    '/auth/sessions',
  ]) {
    const [up, down] = [
      (await operator.get(`${path}?order=asc`)).json.items,
      (await operator.get(`${path}?order=desc`)).json.items,
    ];
    const ids = new Set(up.map(({ id }: { id: string }) => id));
    const both = (items: Array<{ id: string }>) =>
      items.map(({ id }) => id).filter((id) => ids.has(id) && down.some((one: { id: string }) => one.id === id));
    t.deepEqual(both(down).toReversed(), both(up), path);
  }
});
