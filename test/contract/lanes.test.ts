import 'reflect-metadata';
import test from 'ava';
import { Defects } from '../../src/api/defects.js';
import type { Lane } from '../../src/api/endpoint.js';
import { routesOf } from '../../src/http/route/routes.js';
import { discoverControllers } from '../../src/process/discover.js';

const routes = routesOf(await discoverControllers(false), '/api/v1', new Defects());
const inLane = (lane: Lane) =>
  routes.filter(({ endpoint }) => endpoint.lane === lane).map(({ method, path }) => `${method.toUpperCase()} ${path}`);

test('an account runs only a few text searches and briefings at a time', (t) => {
  t.deepEqual(inLane('searches').sort(), ['GET /api/v1/news', 'GET /api/v1/search', 'GET /api/v1/timeline']);
  t.deepEqual(inLane('briefings'), ['POST /api/v1/ai/briefings']);
});

test('an account runs only a few reads of thousands of values at a time', (t) => {
  const reads = inLane('reads');
  for (const path of ['markets/candles/{symbol}', 'markets/indicators/{symbol}', 'geospatial/snapshot'])
    t.true(reads.includes(`GET /api/v1/${path}`), path);
  t.true(reads.includes('POST /api/v1/graphs/charts/evaluate'));
});

test('operations with a lane have an account', (t) => {
  for (const { where, access, endpoint } of routes) if (endpoint.lane !== undefined) t.is(access, 'authorized', where);
});
