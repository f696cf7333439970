import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { FilingEvents } from '../../../../src/features/markets/events/filing-events.service.js';
import { MarketEvents } from '../../../../src/features/markets/events/market-events.service.js';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { symbolOf } from '../simulator/simulated-markets.js';

const NOW = Date.UTC(2026, 11, 8, 15, 30);
const HOUR = 60 * MINUTE;

async function market(t: ExecutionContext) {
  const source = new RecordedCompanies();
  const service = await serviceFor(t, {
    replace: (services) => void services.set(CompanySources, new CompanySources(source)),
  });
  service.clock.advance(NOW - service.clock.now());
  /** Publishes the events about filings that are due after some minutes. */
  const publish = async (minutes = 11) => {
    service.clock.advance(minutes * MINUTE);
    const symbols = ['AAPL.US', 'BTC-USD.CC', 'XXXX.US'].map(symbolOf);
    await service.services.get(FilingEvents).publish(symbols, new AbortController().signal);
    await service.settle();
  };
  const list = async (): Promise<Json[]> =>
    (await (await service.signedIn()).get('/timeline?order=asc&type=filing.published')).json.items;
  return { ...service, source, publish, list };
}

test('a filing is published once, when it is public, and not if it is older than three days', async (t) => {
  const { source, publish, list } = await market(t);
  source.files({
    accession: 'early',
    publishedAt: new Date(NOW + 30 * MINUTE),
    form: '10-K',
    reportDate: '2026-09-26',
  });
  source.files({ accession: 'old', publishedAt: new Date(NOW - 72 * HOUR) });
  source.files({ accession: 'recent', publishedAt: new Date(NOW - 71 * HOUR), items: ['2.02'] });
  await publish();
  await publish();
  t.deepEqual(
    (await list()).map(({ title }) => title),
    ['AAPL.US files form 8-K on its results'],
  );
  await publish();
  const [, event] = await list();
  t.is(event?.title, 'AAPL.US files form 10-K for the period to 2026-09-26');
  t.like(event, { type: 'filing.published', subject: 'symbol:AAPL.US', severity: 1 });
  t.like(event?.data, { company: 'Apple Inc.', accessionNumber: 'early', provider: 'sec', simulated: false });
  t.is(event?.data.filedAt, new Date(NOW + 30 * MINUTE).toISOString());
});

test('filings about the holdings of insiders and institutions are not published', async (t) => {
  const { source, publish, list } = await market(t);
  const publishedAt = new Date(NOW - HOUR);
  for (const form of ['3', '4', '4/A', '144', 'SC 13G/A', 'SCHEDULE 13D', '13F-HR', 'S-4', '424B5'])
    source.files({ accession: form, form, publishedAt });
  await publish();
  t.deepEqual((await list()).map(({ data }) => data.form).sort(), ['424B5', 'S-4']);
});

test('a source that fails is queried again', async (t) => {
  const { source, publish, list } = await market(t);
  source.files({ accession: 'a', publishedAt: new Date(NOW) });
  source.failure = new UpstreamError('timeout');
  await publish();
  t.deepEqual(await list(), []);
  source.failure = undefined;
  await publish(1);
  t.is((await list()).length, 1);
});

test('companies of watchlists have events, and subscriptions to them', async (t) => {
  const { services, clock, source, signedIn, settle } = await market(t);
  const ada = await signedIn();
  await ada.post('/markets/watchlists', { name: 'Mine', symbols: ['AAPL.US'] });
  const { json } = await ada.post('/subscriptions', {
    name: 'Filings',
    eventTypes: ['filing.*'],
    filter: { symbols: ['AAPL.US'] },
    delivery: { channel: 'stream' },
  });
  source.files({ accession: 'a', publishedAt: new Date(clock.now()) });
  await services.get(MarketEvents).publish(new AbortController().signal);
  await settle();
  const { items } = (await ada.get(`/subscriptions/${json.id}/events`)).json;
  t.deepEqual(
    items.filter(({ type }: Json) => type === 'filing.published').map(({ data }: Json) => data.accessionNumber),
    ['a'],
  );
});

test('simulated filings say so', async (t) => {
  const { services, settle, signedIn } = await serviceFor(t);
  const shares = services.get(InstrumentTable).ofClass('equity').slice(0, 200);
  await services.get(FilingEvents).publish(
    shares.map(({ symbol }) => symbolOf(symbol)),
    new AbortController().signal,
  );
  await settle();
  const { items } = (await (await signedIn()).get('/timeline?type=filing.published&limit=200')).json;
  t.true(items.length > 0);
  for (const { title, data } of items) {
    t.regex(title, / \(simulated\)$/);
    t.like(data, { provider: 'simulator', simulated: true, url: null });
  }
});
