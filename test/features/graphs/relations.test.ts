import 'reflect-metadata';
import test from 'ava';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import { ObservationSink } from '../../../src/features/geospatial/observation.js';
import { drawRelations } from '../../../src/features/graphs/relations/draw-relations.js';
import { graphMlOf } from '../../../src/features/graphs/relations/graphml.js';
import { layOut } from '../../../src/features/graphs/relations/relation-layout.js';
import { shortestPath } from '../../../src/features/graphs/relations/shortest-path.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let ids: { client: string; oil: string; shares: string };
const DAY_MS = 86_400_000;
const tradedAt = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
const HORMUZ = 'strait:strait-of-hormuz';

test.before(async () => {
  service = await startTestService({ env: { SVC_RELATION_LINK_LIMIT: '2' } });
  ada = await service.signedIn();
  const portfolio = async (name: string, holdings: ReadonlyArray<readonly [string, string]>) => {
    const { id } = (await ada.post('/portfolios', { name, baseCurrency: 'USD', tracksCash: false })).json;
    for (const [symbol, quantity] of holdings)
      await ada.post(`/portfolios/${id}/transactions`, {
        type: 'buy',
        symbol,
        quantity,
        price: '100',
        currency: 'USD',
        tradedAt,
      });
    return id as string;
  };
  const oil = await portfolio('Oil & shares', [
    ['BRENT.COMM', '10'],
    ['AAPL.US', '5'],
  ]);
  const shares = await portfolio('Shares', [
    ['AAPL.US', '5'],
    ['MSFT.US', '5'],
  ]);
  const client = (await ada.post('/clients', { name: 'Ada <Ltd>', currency: 'USD' })).json.id;
  await ada.put(`/clients/${client}/portfolios/${oil}`, {});
  ids = { client, oil, shares };
  const now = service.clock.now();
  const sink = service.services.get(ObservationSink as Injectable<ObservationSink>);
  await sink.takeVessel({ key: 219024336, observedAt: now, receivedAt: now, provider: 'test', lat: 26.5, lon: 56.4 });
  const times = { startedAt: new Date(now), endedAt: new Date(now), reportedAt: new Date(now) };
  await service.services.get(GeoEvents).report([
    {
      provider: 'usgs',
      key: 'sea',
      type: 'earthquake',
      title: 'M 6.0',
      severity: 4,
      position: { lat: 26.4, lon: 56.6 },
      ...times,
    },
  ]);
});
test.after.always(() => service.close());

const graphOf = async (query: string, as = ada) => (await as.get(`/graphs/relations?${query}`)).json;
const idsOf = ({ nodes }: { nodes: Array<{ id: string }> }) => nodes.map(({ id }) => id);

test.serial('one call returns the clients that are exposed to a strait', async (t) => {
  const graph = await graphOf(`root=${HORMUZ}&type=portfolio,client`);
  t.deepEqual(idsOf(graph), [HORMUZ, `portfolio:${ids.oil}`, `client:${ids.client}`]);
  const [exposure] = graph.edges;
  t.like(exposure, { from: `portfolio:${ids.oil}`, to: HORMUZ, type: 'exposed_to' });
  t.true(exposure.reason.includes('BRENT.COMM: 27 % of the oil shipped by sea passes the Strait of Hormuz.'));
  t.is(exposure.weight, (await ada.get(`/portfolios/exposed?place=${HORMUZ}`)).json.items[0].exposedFraction);
});

test.serial('the graph of a client has its portfolios, holdings, issuers, places, vessels and events', async (t) => {
  const graph = await graphOf(`root=client:${ids.client}&depth=3`);
  const kinds = new Set(graph.nodes.map(({ type }: { type: string }) => type));
  for (const kind of ['client', 'portfolio', 'symbol', 'issuer', 'country', 'strait', 'vessel', 'event'])
    t.true(kinds.has(kind), kind);
  t.deepEqual(graph.omitted, []);
  t.is(new Set(idsOf(graph)).size, graph.nodes.length);
  const known = new Set(idsOf(graph));
  t.true(graph.edges.every(({ from, to }: { from: string; to: string }) => known.has(from) && known.has(to)));
  t.deepEqual(await graphOf(`root=client:${ids.client}&depth=3`), graph);
});

test.serial('the parts cut by the limits are listed', async (t) => {
  const graph = await graphOf(`root=portfolio:${ids.oil}&depth=1&fanOut=1&type=symbol,strait`);
  t.deepEqual(graph.nodes.map(({ type }: { type: string }) => type).sort(), ['portfolio', 'strait', 'symbol']);
  t.deepEqual(
    graph.omitted.map(({ type }: { type: string }) => type),
    ['symbol', 'strait'],
  );
  t.is((await graphOf(`root=portfolio:${ids.oil}&limit=3`)).nodes.length, 3);
});

test.serial('each step of a shortest path has its reason', async (t) => {
  const path = (await ada.get(`/graphs/relations/path?from=client:${ids.client}&to=country:US`)).json;
  t.is(path.stepCount, 2);
  t.deepEqual(
    path.steps.map(({ to }: { to: { id: string } }) => to.id),
    [`portfolio:${ids.oil}`, 'country:US'],
  );
  t.true(
    path.steps.every(
      ({ relations }: { relations: Array<{ reason: string }> }) => relations.length > 0 && relations[0]?.reason !== '',
    ),
  );
  t.like((await ada.get('/graphs/relations/path?from=country:US&to=country:US')).json, { stepCount: 0, steps: [] });
  t.like((await ada.get('/graphs/relations/path?from=country:TO&to=country:NL')).json, { stepCount: null, steps: [] });
  const edge = (from: string, to: string) => ({ from, to, type: 'near' as const, reason: '', weight: null });
  const edges = [edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('e', 'd'), edge('e', 'a')];
  t.deepEqual(shortestPath(edges, 'a', 'd'), ['a', 'e', 'd']);
});

test.serial('the overlap of two portfolios is the sum of the smaller weights', async (t) => {
  const { json } = await ada.get(`/graphs/relations/overlap?portfolioId=${ids.oil}&otherPortfolioId=${ids.shares}`);
  t.deepEqual(
    json.items.map(({ id }: { id: string }) => id),
    ['symbol:AAPL.US'],
  );
  const [{ weight: firstWeight, otherWeight: secondWeight, overlapWeight }] = json.items;
  t.deepEqual(
    [overlapWeight, json.overlapWeight],
    [Math.min(firstWeight, secondWeight), Math.min(firstWeight, secondWeight)],
  );
  t.true(json.places.some(({ id }: { id: string }) => id === 'country:US'));
  const itself = (await ada.get(`/graphs/relations/overlap?portfolioId=${ids.oil}&otherPortfolioId=${ids.oil}`)).json;
  t.true(Math.abs(itself.overlapWeight - 1) < 1e-9);
});

test.serial('another account sees neither the nodes nor the links', async (t) => {
  const bob = await service.signedIn();
  const absent = [
    `root=client:${ids.client}`,
    `root=portfolio:${ids.oil}`,
    'root=vessel:111111111',
    'root=symbol:NOSUCH.US',
    'root=country:XX',
  ];
  for (const query of absent) t.is(problemOf(await bob.get(`/graphs/relations?${query}`)), '404 not_found', query);
  isProblem(t, await bob.get(`/graphs/relations/path?from=client:${ids.client}&to=country:US`), 404, 'not_found');
  isProblem(
    t,
    await bob.get(`/graphs/relations/overlap?portfolioId=${ids.oil}&otherPortfolioId=${ids.shares}`),
    404,
    'not_found',
  );
  t.false(idsOf(await graphOf(`root=${HORMUZ}`, bob)).some((id) => /^(?:client|portfolio):/.test(id)));
  const link = await bob.post('/graphs/relations/links', {
    from: `client:${ids.client}`,
    to: 'country:US',
    label: 'x',
  });
  t.deepEqual([link.status, link.json.errors[0].pointer], [422, '/from']);
});

test.serial('own links are part of the graph until they are deleted', async (t) => {
  const links = '/graphs/relations/links';
  const { status, json } = await ada.post(links, {
    from: 'symbol:MSFT.US',
    to: 'port:nl-rotterdam',
    label: 'data <center>',
  });
  t.is(status, 201);
  const edges = (await graphOf('root=port:nl-rotterdam&depth=1')).edges;
  t.true(
    edges.some(
      ({ type, reason }: { type: string; reason: string }) => type === 'own_link' && reason === 'data <center>',
    ),
  );
  t.regex(
    (await ada.post(links, { from: 'country:NL', to: 'country:NL', label: 'x' })).json.detail,
    /^The link cannot be drawn/,
  );
  t.is((await ada.post(links, { from: 'country:NL', to: 'country:BE', label: 'x' })).status, 201);
  t.is((await ada.post(links, { from: 'country:NL', to: 'country:DE', label: 'x' })).json.code, 'quota_reached');
  t.is((await ada.get(links)).json.items.length, 2);
  t.is((await ada.get(`${links}/${json.id}`)).json.label, 'data <center>');
  t.is((await ada.delete(`${links}/${json.id}`)).status, 204);
  isProblem(t, await ada.get(`${links}/${json.id}`), 404, 'not_found');
});

test.serial('the graph is served as GraphML, SVG and PNG', async (t) => {
  const graphMl = (await ada.get(`/graphs/relations?root=client:${ids.client}&format=graphml`)).text;
  t.true(graphMl.startsWith('<?xml') && graphMl.includes('<data key="label">Ada &lt;Ltd&gt;</data>'));
  const svg = (await ada.get(`/graphs/relations.svg?root=client:${ids.client}&theme=light`)).text;
  t.true(svg.includes('<title>Ada &lt;Ltd&gt;</title>') && svg.includes('Oil &amp; shares') && !svg.includes('<Ltd>'));
  t.is((await ada.get(`/graphs/relations.svg?root=client:${ids.client}&theme=light`)).text, svg);
  t.is((await ada.get(`/graphs/relations.png?root=${HORMUZ}`)).headers.get('content-type'), 'image/png');
});

test('a layout is the same each time, keeps nodes apart, and a single node is drawn', (t) => {
  const nodes = Array.from({ length: 60 }, (_, index) => ({
    id: `n${index}`,
    kind: 'symbol' as const,
    label: `N${index}`,
    href: null,
    depth: index === 0 ? 0 : 1 + (index % 2),
  }));
  const edges = nodes.slice(1).map(({ id }, index) => ({
    from: `n${Math.floor(index / 5)}`,
    to: id,
    type: 'holds' as const,
    reason: 'r',
    weight: null,
  }));
  const placed = layOut({ nodes, edges });
  t.deepEqual([...layOut({ nodes, edges })], [...placed]);
  const points = [...placed.values()];
  t.true(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  t.is(new Set(points.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size, 60);
  const look = { title: 'T', subtitle: '', theme: 'auto', width: 320, height: 200 } as const;
  t.true(drawRelations({ nodes: nodes.slice(0, 1), edges: [], ...look }).includes('>N0<'));
  t.false(
    graphMlOf({ nodes: [{ ...nodes[0], label: 'a\u0000\u0001"\ud800' } as never], edges: [] }).includes('\u0001'),
  );
});

test('an image has widths and fractions of lines, a legend in words, the whole name of the root and a notice', (t) => {
  const name = 'A portfolio with quite a long name (2026)';
  const node = (id: string, kind: 'portfolio' | 'symbol' | 'vessel', label: string, depth: number) => ({
    id,
    kind,
    label,
    href: null,
    depth,
  });
  const nodes = [
    node('p', 'portfolio', name, 0),
    node('a', 'symbol', 'A.US', 1),
    node('b', 'symbol', 'B.US', 1),
    node('v', 'vessel', 'EXAMPLE', 2),
  ];
  const edge = (from: string, to: string, weight: number | null, type: 'holds' | 'near') => ({
    from,
    to,
    type,
    reason: 'r',
    weight,
  });
  const edges = [edge('p', 'a', 0.6, 'holds'), edge('p', 'b', 0.025, 'holds'), edge('v', 'b', null, 'near')];
  const svg = drawRelations({
    nodes,
    edges,
    title: 'T',
    subtitle: 'S',
    notice: 'Partly simulated data',
    theme: 'light',
    width: 960,
    height: 540,
  });
  const shown = [
    name,
    'A.US 60%',
    'B.US 2.5%',
    '1 portfolio',
    '2 instruments',
    '1 vessel',
    'near or about',
    'Partly simulated data',
  ];
  for (const text of shown) t.true(svg.includes(`>${text}<`), text);
  const widths = [...svg.matchAll(/<path d="M[^"]*L[^"]*"[^>]* stroke-width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  );
  t.true(widths.includes(4.6) && widths.includes(1.1) && widths.includes(0.9), String(widths));
});
