import 'reflect-metadata';
import test from 'ava';
import type { AssetClass } from '../../../../src/features/markets/asset-class.js';
import { InstrumentIndex } from '../../../../src/features/markets/directory/instrument-index.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { type SearchQuery, searchQuery } from '../../../../src/features/markets/directory/search-query.js';

const index = new InstrumentIndex(new InstrumentTable());

const search = (text: string, assetClass?: AssetClass) =>
  index.search(searchQuery(text) as SearchQuery, assetClass && [assetClass], 10);
const first = (text: string, assetClass?: AssetClass): string => {
  const [best] = search(text, assetClass);
  return best === undefined ? 'nothing' : `${best.instrument.symbol} ${best.matchedOn}`;
};

test('symbols and tickers are found in any notation', (t) => {
  for (const text of ['AAPL.US', 'aapl.us', 'AAPL', ' aapl ']) t.is(first(text), 'AAPL.US symbol', text);
  for (const text of ['BRK-B', 'brk.b', 'BRKB', 'BRK-B.US']) t.is(first(text), 'BRK-B.US symbol', text);
  for (const text of ['EUR/USD', 'eurusd', 'EUR-USD', 'EURUSD.FOREX']) t.is(first(text), 'EURUSD.FOREX symbol', text);
  for (const text of ['BTC/USD', 'BTC', 'btc-usd']) t.is(first(text), 'BTC-USD.CC symbol', text);
  t.is(first('7203'), '7203.TSE symbol');
});

test('an exact ticker ranks before tickers that begin with it', (t) => {
  const found = search('META').map(({ score }) => score);
  t.is(first('META'), 'META.US symbol');
  t.is(found[0], 1);
  t.true(found.slice(1).every((score) => score < 0.95));
  t.is(first('T'), 'T.US symbol');
});

test('an extra word or a split word still finds the instrument', (t) => {
  t.is(first('tesla motors'), 'TSLA.US fuzzy');
  t.is(first('micro soft'), 'MSFT.US name');
  t.is(first('xzxzxz wkwkwk'), 'nothing');
});

test('words of a name are found by their beginnings, in any order, without accents', (t) => {
  t.is(first('apple'), 'AAPL.US name');
  t.is(first('motor toyo'), '7203.TSE name');
  t.is(first('societe generale'), 'GLE.PA name');
  t.is(first('Nestlé'), 'NESN.SW name');
  t.is(first('s&p 500'), 'GSPC.INDX name');
  t.is(first('gold'), 'XAUUSD.COMM name');
});

test('among equal matches the more traded instrument comes first', (t) => {
  t.is(first('alphabet'), 'GOOGL.US name');
  t.is(search('micro')[0]?.instrument.symbol, 'MSFT.US');
  t.is(first('ishares core'), 'IVV.US name');
});

test('companies are found by their common names', (t) => {
  t.is(first('google'), 'GOOGL.US name');
  t.is(first('facebook'), 'META.US name');
  t.is(first('bmw'), 'BMW.XETRA symbol');
  t.is(first('ethereum'), 'ETH-USD.CC name');
});

test('legal forms, apostrophes, points and spaces of a name may be written in another way or omitted', (t) => {
  for (const text of ['shell', 'shell inc', 'shell limited']) t.is(first(text), 'SHEL.LSE name', text);
  for (const text of ['mcdonalds', "McDonald's Corp", 'mcdonald’s']) t.is(first(text), 'MCD.US name', text);
  for (const text of ['cocacola', 'the coca cola company', 'coca-cola co']) t.is(first(text), 'KO.US name', text);
  for (const text of ['nestle', 'nestle sa', 'Nestlé S.A.', 'nestle group']) t.is(first(text), 'NESN.SW name', text);
  for (const text of ['exxon mobil corporation', 'united health group', 'j.p. morgan chase'])
    t.regex(first(text), /^(?:XOM|UNH|JPM)\.US name$/, text);
  for (const text of ['at&t', 'at and t inc']) t.is(first(text), 'T.US name', text);
});

test('brands of headlines are names of their companies', (t) => {
  t.is(first('pepsi'), 'PEP.US name');
  t.is(first('bofa'), 'BAC.US name');
  t.is(first('disney'), 'DIS.US name');
});

test('a complete name in a longer query finds the company, a part of a name does not', (t) => {
  t.is(first('royal dutch shell'), 'SHEL.LSE fuzzy');
  t.is(first('nvidia chips xyzzy'), 'NVDA.US fuzzy');
  t.is(first('googl quote xyzzy'), 'GOOGL.US fuzzy');
  t.true(search('royal dutch shell')[0]?.isContained);
  t.falsy(search('bank xyzzyq')[0]?.isContained);
});

test('an ISIN finds all its listings, and a wrong one finds nothing', (t) => {
  t.deepEqual(
    search('ie00b4l5y983').map(({ instrument, matchedOn }) => `${instrument.symbol} ${matchedOn}`),
    ['SWDA.LSE isin', 'EUNL.XETRA isin'],
  );
  t.is(first('US0378331006'), 'nothing');
});

test('up to two wrong letters per word are tolerated if there is no exact match', (t) => {
  for (const text of ['appel', 'microsfot', 'nvdia', 'vodafnoe', 'volkswagn', 'goggle'])
    t.regex(first(text), / fuzzy$/, text);
  t.is(first('microsfot'), 'MSFT.US fuzzy');
  t.is(first('nvdia'), 'NVDA.US fuzzy');
  t.is(first('vodafnoe'), 'VOD.LSE fuzzy');
  t.is(first('toyta motr'), '7203.TSE fuzzy');
  t.is(first('zzzzqqqq'), 'nothing');
});

test('only the requested asset class is searched, also with typos', (t) => {
  t.is(first('gold', 'etf'), 'GLD.US name');
  t.is(first('dax', 'index'), 'GDAXI.INDX name');
  for (const text of ['gold', 'bitcion', 'dollar'])
    for (const { instrument } of search(text, 'crypto')) t.is(instrument.assetClass, 'crypto', text);
  t.is(first('bitcion', 'crypto'), 'BTC-USD.CC fuzzy');
});

test('the best matches are returned, up to the limit', (t) => {
  const all = index.search(searchQuery('inc') as SearchQuery, undefined, 10_000);
  t.true(all.length > 500);
  t.deepEqual(index.search(searchQuery('inc') as SearchQuery, undefined, 3), all.slice(0, 3));
  for (const [at, { score }] of all.slice(1).entries()) t.true(score <= (all[at]?.score as number));
});

test('a query without letters or digits is empty, and one in another script matches names only', (t) => {
  t.is(searchQuery('  !? '), undefined);
  t.deepEqual(search('トヨタ'), []);
});

test('each instrument is found without typing errors by its symbol, ISIN, name, and beginnings of them', (t) => {
  const table = new InstrumentTable();
  const found = (text: string) => {
    const query = searchQuery(text);
    return query === undefined ? [] : index.searchExact(query, Number.POSITIVE_INFINITY);
  };
  for (const instrument of table.all.filter((_, at) => at % 97 === 0)) {
    const { symbol, isin, name } = instrument;
    const [word = ''] = name.split(' ');
    for (const text of [symbol, symbol.slice(0, 3), symbol.slice(0, 1), isin ?? symbol, name, word, word.slice(0, 2)])
      t.true(
        found(text).some((one) => one.instrument === instrument),
        `${text} finds ${symbol}`,
      );
  }
});

test('a search for the same words again has the same results', (t) => {
  const query = searchQuery('micorsoft') as SearchQuery;
  const before = index.search(query, undefined, 10);
  t.is(before[0]?.instrument.symbol, 'MSFT.US');
  t.deepEqual(index.search(query, undefined, 10), before);
  t.deepEqual(
    index
      .search(query, ['crypto'], 10)
      .map(({ instrument }) => instrument.assetClass)
      .filter((one) => one !== 'crypto'),
    [],
  );
  t.deepEqual(index.searchExact(query, 10), []);
  for (let other = 0; other < 30; other += 1) index.search(searchQuery(`zz${other}`) as SearchQuery, undefined, 1);
  t.deepEqual(index.search(query, undefined, 10), before);
});
