import 'reflect-metadata';
import test from 'ava';
import { GeospatialApi } from '../../src/features/geospatial/geospatial.api.js';
import { ObservationSink } from '../../src/features/geospatial/observation.js';
import { MarketsApi } from '../../src/features/markets/markets.api.js';
import type { Injectable } from '../../src/wiring/services.js';
import { FakeMarketProvider } from '../support/fake-market-provider.js';
import { serviceFor } from '../support/service-for.js';

test('the geospatial module interface finds an entity and its neighbors, and reports movements until unsubscribed', async (t) => {
  const { services, clock } = await serviceFor(t);
  const map = services.get(GeospatialApi);
  const sink = services.get(ObservationSink as Injectable<ObservationSink>);
  const moved: number[] = [];
  const leave = map.listen({ moved: ({ key }) => void moved.push(key) });
  const report = (key: number, lat: number) => {
    const now = clock.now();
    return sink.takeVessel({ key, observedAt: now, receivedAt: now, provider: 'test', lat, lon: 4 });
  };
  report(219024336, 51.9);
  leave();
  report(219024337, 10);
  t.deepEqual(moved, [219024336]);
  t.like(map.find('vessel:219024336'), { key: 219024336, provider: 'test' });
  t.is(map.find('vessel:111111111'), undefined);
  t.is(map.find('portfolio:1'), undefined);
  const near = map.near('vessels', { lat: 51.9, lon: 4.001 }, 1_000, 10);
  t.deepEqual(
    near.map(({ key }) => key),
    [219024336],
  );
  t.deepEqual(map.near('vessels', { lat: 51.9, lon: 4.001 }, 1_000, 0), []);
  t.deepEqual((await map.events({}, 5)).events, []);
});

test('the markets module interface reads quotes and instruments', async (t) => {
  const provider = new FakeMarketProvider('eodhd').knows('AAPL.US', 231.41);
  const { services } = await serviceFor(t, { marketProviders: [provider] });
  const markets = services.get(MarketsApi);
  const { quotes, errors } = await markets.quotes(['aapl.us', 'NOSUCH.US']);
  t.deepEqual([quotes.map(({ price }) => price), errors.length], [[231.41], 1]);
  t.is((await markets.instrument('AAPL.US')).instrument.symbol, 'AAPL.US');
});
