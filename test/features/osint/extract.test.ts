import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
});
test.after.always(() => service.close());

test('entities, identifiers, places, countries and symbols of a text have offsets', async (t) => {
  const text =
    'The Panama-flagged tanker Eastern Falcon (IMO 9008354) of Halcyon Tide Shipping Limited left Rotterdam. Apple shares fell.';
  const { status, json } = await ada.post('/osint/extract', { text });
  t.is(status, 200);
  const passages = (items: Array<{ startOffset: number; endOffset: number }>) =>
    items.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset));
  t.deepEqual(
    json.entities.map(({ entity, foundBy }: Record<string, string>) => [entity, foundBy]),
    [
      ['sanctioned:simulator:vessel-1', 'list'],
      ['sanctioned:simulator:org-1', 'list'],
    ],
  );
  t.deepEqual(passages(json.identifiers), ['9008354']);
  t.true(passages(json.places).includes('Rotterdam'));
  t.true(json.countries.some(({ country }: { country: string }) => country === 'PA'));
  t.deepEqual(
    json.symbols.map(({ symbol }: { symbol: string }) => symbol),
    ['AAPL.US'],
  );
});

test('the area behind a town is no company', async (t) => {
  const { json } = await ada.post('/osint/extract', { text: 'Police closed a road in Reading, Berkshire' });
  t.deepEqual(
    json.places.map(({ name }: { name: string }) => name),
    ['Reading', 'Berkshire'],
  );
  t.deepEqual(json.symbols, []);
});

test('an empty text, one that is too long and an unknown field return 400', async (t) => {
  for (const body of [{ text: '' }, { text: 'x'.repeat(50_001) }, { text: 'x', language: 'en' }, {}])
    isProblem(t, await ada.post('/osint/extract', body), 400, 'invalid_request');
});
