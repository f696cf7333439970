import 'reflect-metadata';
import test from 'ava';
import type { Observation } from '../../../src/features/alerts/engine/observation.js';
import { SavedSearchRules } from '../../../src/features/search/saved/saved-search-rules.service.js';
import { SearchService } from '../../../src/features/search/search.service.js';
import { MINUTE, serviceFor } from '../../support/service-for.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('a new result of a saved search is reported once, and earlier results are not', async (t) => {
  const ada = await service.signedIn();
  const saved = (await ada.post('/search/saved', { name: 'Reefs', q: 'atoll', type: ['watchlist'] })).json.id;
  await ada.post('/markets/watchlists', { name: 'Atoll one' });
  const observed: Observation[] = [];
  const run = service.services.get(SavedSearchRules).runner((observation) => void observed.push(observation));
  await run(new Set([saved]));
  t.deepEqual(observed, []);
  const second = (await ada.post('/markets/watchlists', { name: 'Atoll two' })).json.id;
  await ada.post('/markets/watchlists', { name: 'Island' });
  await run(new Set([saved]));
  await run(new Set([saved]));
  t.deepEqual(observed, [
    { kind: 'saved_search', savedSearchId: saved, recordType: 'watchlist', recordId: second, at: service.clock.now() },
  ]);
  await ada.patch(`/search/saved/${saved}`, { q: 'island' });
  await run(new Set([saved]));
  t.is(observed.length, 1, 'results of a changed query are not new');
});

test('results since the last successful run are reported, however long ago that was', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const saved = (await ada.post('/search/saved', { name: 'Reefs', q: 'cay', type: ['watchlist'] })).json.id;
  const observed: Observation[] = [];
  const run = service.services.get(SavedSearchRules).runner((observation) => void observed.push(observation));
  await run(new Set([saved]));
  service.clock.advance(10 * MINUTE);
  const early = (await ada.post('/markets/watchlists', { name: 'Cay one' })).json.id;
  service.clock.advance(50 * MINUTE);
  await run(new Set([saved]));
  await run(new Set([saved]));
  t.like(observed, [{ recordId: early }]);
});

test('results are not new if the only earlier run failed', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const saved = (await ada.post('/search/saved', { name: 'Reefs', q: 'shoal', type: ['watchlist'] })).json.id;
  await ada.post('/markets/watchlists', { name: 'Shoal one' });
  const observed: Observation[] = [];
  const run = service.services.get(SavedSearchRules).runner((observation) => void observed.push(observation));
  const searches = service.services.get(SearchService);
  const { since } = searches;
  searches.since = async () => {
    throw new Error('no search for a test');
  };
  await run(new Set([saved]));
  searches.since = since;
  await run(new Set([saved]));
  t.deepEqual(observed, []);
});

test('a rule may refer only to saved searches of its own account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const saved = (await ada.post('/search/saved', { name: 'Reefs', q: 'atoll' })).json.id;
  const rule = {
    name: 'New reefs',
    severity: 'info',
    condition: { type: 'saved_search', savedSearchId: saved, windowSeconds: 3_600 },
  };
  t.is((await ada.post('/alerts/rules', rule)).status, 201);
  const refused = await bob.post('/alerts/rules', rule);
  t.is(refused.status, 422);
  t.like(refused.json.errors?.[0], { pointer: '/condition/savedSearchId' });
});
