import 'reflect-metadata';
import test from 'ava';
import { assetClasses } from '../../../../src/features/markets/asset-class.js';
import { InstrumentIndex } from '../../../../src/features/markets/directory/instrument-index.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { InstrumentsSearch } from '../../../../src/features/markets/directory/instruments.search.js';
import { MeasuredIndex } from '../../../../src/features/markets/directory/measured-index.js';
import { MeasuredMarkets } from '../../../../src/features/markets/measured/measured-markets.service.js';
import { parseQuery } from '../../../../src/search/parse-query.js';
import { textsOf } from '../../../../src/search/search-query.js';
import { SystemClock } from '../../../../src/time/clock.js';
import { digestOf, matchesRecording } from '../../../support/recorded.js';

const table = new InstrumentTable();
const measured = new MeasuredIndex(new MeasuredMarkets(new SystemClock()));
const search = new InstrumentsSearch(new InstrumentIndex(table), table, measured);

const QUERIES =
  `apple|AAPL|AAPL.US|US0378331005|jp morgan|jpmorgan|"jp morgan"|"morgan jp"|jp morgn|bank|bank of america|
  deutsche bank -bank|apple OR microsoft|apple microsoft|symbol:AAPL.US|symbol:AAPL.US,MSFT.US|-symbol:AAPL.US apple|
  kind:crypto|kind:crypto,commodity|kind:index dax|country:DE|country:DE auto|in:germany bank|kind:etf -"s&p"|eurusd|
  EUR/USD|bitcoin|btc|brent oil|alphabt|googel|vodafone group plc|toyota motor|zzzz|a|the|berkshire b|brk.b|"class a" -meta`
    .split('|')
    .map((query) => query.trim());

const areaOf = (name: string) => (name.toLowerCase() === 'germany' ? { name: 'Germany', country: 'DE' } : undefined);

test('the directory of instruments is searched as recorded, exactly and with typing errors', async (t) => {
  const rows = new Map<string, unknown>();
  for (const text of QUERIES) {
    const query = parseQuery(text, {
      timeZone: 'UTC',
      types: ['instrument'],
      kinds: assetClasses,
      areaOf: areaOf as never,
    });
    const terms = textsOf(query);
    const identifier = /\s/.test(text) ? undefined : text;
    for (const tolerance of ['exact', 'similar'] as const) {
      const request = { accountId: 'ada', query, terms, identifier, tolerance, limit: 12, now: 0 };
      const { candidates, total, facets } = await search.search(request);
      rows.set(`${text} (${tolerance})`, [
        total,
        candidates
          .slice(0, 5)
          .map(({ id, isIdentified, closeness = 0 }) => `${id} ${isIdentified} ${closeness.toFixed(3)}`),
        digestOf(JSON.stringify([candidates, facets])),
      ]);
    }
  }
  matchesRecording(t, 'instrument-searches', rows);
});

test('a search returns at most the wanted number of candidates, and the number of all matches', async (t) => {
  const query = parseQuery('kind:equity', { timeZone: 'UTC', types: [], kinds: assetClasses });
  for (const limit of [0, 1, 7]) {
    const answer = await search.search({ accountId: 'ada', query, terms: [], tolerance: 'exact', limit, now: 0 });
    t.deepEqual([answer.candidates.length, answer.total], [limit, table.ofClass('equity').length]);
  }
});
