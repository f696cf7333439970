import test from 'ava';
import { isProblem } from '../support/is-problem.js';
import { serviceFor } from '../support/service-for.js';

test('`fields` returns only the named members of each item, in every list', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const chosen = await ada.get('/markets/exchanges?fields=code,name');
  t.is(chosen.headers.get('content-type'), 'application/json;partial=true; charset=utf-8');
  const exchanges = chosen.json;
  t.deepEqual(Object.keys(exchanges.items[0]), ['code', 'name']);
  t.is(exchanges.nextCursor, null);
  // This response is written in chunks and has another member beside `items`.
  const quotes = (await ada.get('/markets/quotes?symbol=AAPL.US,NO.SUCH&fields=symbol&fields=price')).json;
  t.deepEqual(quotes.items.map(Object.keys), [['symbol', 'price']]);
  t.is(quotes.errors[0].symbol, 'NO.SUCH');
  // This operation has no other query parameters and needs no credentials.
  for (const feed of (await ada.get('/health/feeds?fields=feed', { token: null })).json.items)
    t.deepEqual(Object.keys(feed), ['feed']);
});

test('`fields` changes the entity tag and not the cursor', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  for (const name of ['One', 'Two']) await ada.post('/markets/watchlists', { name });
  const whole = await ada.get('/markets/watchlists?limit=1');
  const part = await ada.get('/markets/watchlists?limit=1&fields=name');
  t.not(part.headers.get('etag'), whole.headers.get('etag'));
  t.is(
    (
      await ada.get('/markets/watchlists?limit=1&fields=name', {
        headers: { 'if-none-match': part.headers.get('etag') ?? '' },
      })
    ).status,
    304,
  );
  const second = await ada.get(`/markets/watchlists?limit=1&fields=name&cursor=${whole.json.nextCursor}`);
  t.deepEqual(second.json.items, [{ name: 'Two' }]);
});

test('a field that no item has is rejected, and so is `fields` without a list', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  for (const fields of ['nothing', 'name,nothing', '', 'name,', 'constructor']) {
    const { status, json } = await ada.get(`/markets/watchlists?fields=${fields}`);
    t.deepEqual(
      [status, json.errors.map(({ in: part, name }: { in: string; name: string }) => [part, name])],
      [400, [['query', 'fields']]],
      fields,
    );
  }
  isProblem(t, await ada.get('/users/me?fields=email'), 400, 'invalid_request', 'query/fields');
});
