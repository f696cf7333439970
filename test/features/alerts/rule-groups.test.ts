import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Problem, type ProblemCode } from '../../../src/api/problem.js';
import { AuditLog } from '../../../src/audit/audit-log.js';
import { RuleGroups } from '../../../src/features/alerts/sources/rule-groups.service.js';
import { RuleSources } from '../../../src/features/alerts/sources/rule-sources.js';
import { MarketsScreensApi } from '../../../src/features/markets/markets.screens.api.js';
import { AlertScene, alertEvents, alertsOf } from '../../support/alert-scene.js';
import { FakeMarketProvider } from '../../support/fake-market-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';

const each = { type: 'price', symbol: 'EACH.GROUP', operator: 'above', threshold: 10 };
const rule = (condition: object) => ({ name: 'Dear', condition });

/** Starts a service with a watchlist, a fleet, and a function that reads the groups of rules again. */
async function scene(t: ExecutionContext) {
  const service = await serviceFor(t, { marketProviders: [new FakeMarketProvider('simulator')] });
  const ada = await service.signedIn();
  const list = (await ada.post('/markets/watchlists', { name: 'Tech', symbols: ['AAPL.US', 'MSFT.US'] })).json;
  const fleet = (await ada.post('/geospatial/fleets', { name: 'Ours', members: ['vessel:219024336'] })).json;
  const alerts = await AlertScene.of(service);
  t.teardown(() => alerts.stop());
  const readAgain = async (accountId: string, group: string) => {
    const [members] = await service.services.get(RuleSources).membersOf([`${accountId} ${group}`]);
    if (members !== undefined) alerts.observe(members);
    await alerts.settle();
  };
  return { service, ada, list, fleet, alerts, readAgain };
}

const titles = async (client: TestClient) =>
  (await alertsOf(client)).map(({ title, entity, symbols, state }) => `${title} ${entity} ${symbols} ${state}`);

test('a rule over a watchlist has an alert for each symbol, across a restart and changes of the list', async (t) => {
  const { service, ada, list, alerts, readAgain } = await scene(t);
  const { accountId } = ada;
  const { status, json } = await ada.post('/alerts/rules', rule({ ...each, symbols: { watchlistId: list.id } }));
  t.is(status, 201);
  t.deepEqual(json.condition, { ...each, symbols: { watchlistId: list.id } });
  await alerts.quote('AAPL.US', 11);
  t.deepEqual(await titles(ada), ['Dear: AAPL.US symbol:AAPL.US AAPL.US firing']);
  await alerts.takeOver();
  await alerts.quote('AAPL.US', 12);
  await alerts.quote('MSFT.US', 12);
  t.deepEqual(await titles(ada), [
    'Dear: AAPL.US symbol:AAPL.US AAPL.US firing',
    'Dear: MSFT.US symbol:MSFT.US MSFT.US firing',
  ]);
  await ada.patch(`/markets/watchlists/${list.id}`, { symbols: ['MSFT.US', 'TSLA.US'] });
  await readAgain(accountId, `watchlistId ${list.id}`);
  await alerts.quote('TSLA.US', 12);
  t.deepEqual(
    (await alertsOf(ada)).map(({ entity, state, resolvedReason }) => `${entity} ${state} ${resolvedReason}`),
    ['symbol:AAPL.US resolved rule_changed', 'symbol:MSFT.US firing null', 'symbol:TSLA.US firing null'],
  );
  const acknowledged = (await alertsOf(ada))[2] as { id: string };
  t.is((await ada.post(`/alerts/${acknowledged.id}/acknowledge`, {})).status, 200);
  t.is((await ada.delete(`/markets/watchlists/${list.id}`)).status, 204);
  await readAgain(accountId, `watchlistId ${list.id}`);
  t.deepEqual(new Set((await alertsOf(ada)).map(({ state }) => state)), new Set(['resolved']));
  const { instances, met } = (await ada.get(`/alerts/rules/${json.id}/evaluation`)).json;
  t.is(met, null);
  t.like(instances[0], { entity: null, state: 'inactive' });
  t.like(instances[0].results[0], { status: 'no_data', met: null });
  t.deepEqual((await alertEvents(service, ada)).filter((type) => type === 'alert.firing').length, 3);
});

test('a rule over a group is previewed for each member, and put in words', async (t) => {
  const { ada, list, fleet } = await scene(t);
  const condition = { ...each, symbols: { watchlistId: list.id } };
  const { instances } = (await ada.post('/alerts/rules/preview', rule(condition))).json;
  t.deepEqual(
    instances.map(({ entity }: { entity: string }) => entity),
    ['symbol:AAPL.US', 'symbol:MSFT.US'],
  );
  const words = async (one: object) => (await ada.post('/alerts/rules/validate', rule(one))).json.description;
  t.regex(await words(condition), /the price of each instrument of the watchlist [0-9a-f-]{36} is above 10/);
  const silent = { type: 'entity_silent', entity: 'vessel:000000000', entities: { fleetId: fleet.id }, seconds: 600 };
  t.regex(await words(silent), /each member of the fleet [0-9a-f-]{36} has not reported for 10 minutes/);
});

test('a rule refers to groups of its own account alone, and to one group', async (t) => {
  const { service, ada, list, fleet } = await scene(t);
  const symbols = { watchlistId: list.id };
  const entities = { fleetId: fleet.id };
  const group = { ...each, symbols };
  const inFence = { type: 'geofence', geofenceId: list.id, transition: 'enter' };
  const silent = { type: 'entity_silent', entity: 'vessel:000000000', seconds: 600, entities };
  const faults: Array<[object, string]> = [
    [{ ...group, symbol: 'AAPL.US' }, '/condition/symbol'],
    [{ ...each, symbols: {} }, '/condition/symbols'],
    [{ ...each, symbols: { ...symbols, screenId: list.id } }, '/condition/symbols'],
    [{ ...each, symbols: { screenId: list.id } }, '/condition/symbols/screenId'],
    [{ ...each, symbols: { portfolioId: list.id } }, '/condition/symbols/portfolioId'],
    [{ ...silent, entities: { fleetId: list.id } }, '/condition/entities/fleetId'],
    [{ ...silent, entity: 'vessel:219024336' }, '/condition/entity'],
    [{ type: 'all', conditions: [group, silent] }, '/condition/conditions/1/entities'],
    [{ type: 'any', conditions: [group, inFence] }, '/condition/conditions/1'],
    [each, '/condition/symbol'],
  ];
  for (const [condition, pointer] of faults) {
    const answer = await ada.post('/alerts/rules', rule(condition));
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors[0].pointer, pointer);
  }
  const refused = await (await service.signedIn()).post('/alerts/rules', rule(group));
  isProblem(t, refused, 422, 'unprocessable');
  t.is(refused.json.errors[0].pointer, '/condition/symbols/watchlistId');
});

test('a rule follows a granted fleet until the grant is withdrawn, and its owner sees the use', async (t) => {
  const { service, ada, fleet } = await scene(t);
  const bob = await service.signedIn();
  const condition = {
    type: 'entity_silent',
    entity: 'vessel:000000000',
    seconds: 600,
    entities: { fleetId: fleet.id },
  };
  const members = async () => {
    const [found] = await service.services.get(RuleSources).membersOf([`${bob.accountId} fleetId ${fleet.id}`]);
    return (found as { members: readonly string[] | null }).members;
  };
  isProblem(t, await bob.post('/alerts/rules', rule(condition)), 422, 'unprocessable');
  t.is(await members(), null);
  const body = { kind: 'fleet', resourceId: fleet.id, email: bob.email };
  const grant = (await ada.post('/users/me/grants', body)).json;
  t.is((await bob.post('/alerts/rules', rule(condition))).status, 201);
  t.deepEqual(await members(), ['vessel:219024336']);
  await ada.patch(`/geospatial/fleets/${fleet.id}`, { members: ['vessel:219024336', 'aircraft:4ca2d6'] });
  t.deepEqual(await members(), ['vessel:219024336', 'aircraft:4ca2d6']);
  const uses = (await service.services.get(AuditLog).list({ subject: ada.accountId, order: 'asc' }, 100)).filter(
    ({ action }) => action === 'grant.read',
  );
  t.deepEqual(
    uses.map(({ actorId, detail }) => [actorId, (detail as { operation: string }).operation]),
    [[bob.accountId, 'alert rule']],
  );
  await ada.delete(`/users/me/grants/${grant.id}`);
  t.is(await members(), null);
  isProblem(t, await bob.post('/alerts/rules', rule(condition)), 422, 'unprocessable');
});

test('a screen that cannot be read now keeps its members, and a deleted one has no members', async (t) => {
  const { service, ada } = await scene(t);
  const { services } = service;
  const { id } = (await ada.post('/markets/screens', { name: 'All shares' })).json;
  const screens = services.get(MarketsScreensApi);
  const group = `${ada.accountId} screenId ${id}`;
  const membersAfter = (code: ProblemCode) => {
    screens.membersOf = () => Promise.reject(new Problem(code, { detail: 'Later.' }));
    return services.get(RuleGroups).members(group);
  };
  t.is(await membersAfter('unavailable'), null);
  t.like(await membersAfter('not_found'), { group, members: null });
  t.like(await membersAfter('unprocessable'), { group, members: null });
});
