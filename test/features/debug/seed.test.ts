import 'reflect-metadata';
import test from 'ava';
import { InProcessApi } from '../../../src/http/in-process-api.js';
import { problemOf } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';

test('one call creates demonstration data that its account can read', async (t) => {
  const service = await serviceFor(t);
  const operator = await service.signedIn(undefined, 'operator');
  const { status, json } = await operator.post('/debug/seed');
  t.is(status, 200);
  const paths = [
    `/portfolios/${json.portfolioId}`,
    `/markets/watchlists/${json.watchlistId}`,
    `/geospatial/geofences/${json.geofenceId}`,
    `/alerts/rules/${json.alertRuleId}`,
  ];
  const ada = await service.signedIn();
  for (const path of paths) {
    t.is((await operator.get(path)).status, 200, path);
    t.is(problemOf(await ada.get(path)), '404 not_found', path);
  }
});

test('when a part cannot be created, the others are deleted again', async (t) => {
  const service = await serviceFor(t, { env: { SVC_ALERT_RULE_LIMIT: '1' } });
  const operator = await service.signedIn(undefined, 'operator');
  await operator.post('/debug/seed');
  t.is((await operator.post('/debug/seed')).json.code, 'quota_reached');
  for (const path of ['/markets/watchlists', '/geospatial/geofences', '/alerts/rules'])
    t.is((await operator.get(path)).json.items.length, 1, path);
});

test('a record that cannot be deleted again is logged, the others are deleted, and the first problem is returned', async (t) => {
  const service = await serviceFor(t, { env: { SVC_ALERT_RULE_LIMIT: '1' } });
  const operator = await service.signedIn(undefined, 'operator');
  await operator.post('/debug/seed');
  const api = service.services.get(InProcessApi);
  const call = api.call.bind(api);
  api.call = async (caller, request, signal) =>
    request.method === 'DELETE' && request.url.includes('/geofences/')
      ? { status: 503, value: null }
      : call(caller, request, signal);
  t.is((await operator.post('/debug/seed')).json.code, 'quota_reached');
  t.is((await operator.get('/markets/watchlists')).json.items.length, 1);
  const kept = service.logged.filter((line) => line.includes('Demonstration data was not deleted'));
  t.deepEqual(
    kept.map((line) => [JSON.parse(line).path.split('/')[2], JSON.parse(line).status]),
    [['geofences', 503]],
  );
});
