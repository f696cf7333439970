import test from 'ava';
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
