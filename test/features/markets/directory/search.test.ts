import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import { listing, SearchingProvider } from './searching-provider.js';

const symbolsOf = (json: { items: Array<{ symbol: string }> }) => json.items.map(({ symbol }) => symbol);

test('a search returns instruments of the directory, with that provenance', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [] });
  const { status, json } = await (await signedIn()).get('/markets/search?q=apple');
  t.is(status, 200);
  t.like(json.items[0], {
    symbol: 'AAPL.US',
    name: 'Apple Inc.',
    assetClass: 'equity',
    exchange: 'XNAS',
    isin: 'US0378331005',
    matchedOn: 'name',
  });
  t.like(json.items[0].provenance, { provider: 'directory', stale: false, warnings: [] });
  t.deepEqual(json.warnings, []);
});

test('results of providers are added without duplicates, best match first', async (t) => {
  const provider = new SearchingProvider('eodhd', [
    listing('AAPL.US', 'APPLE INC'),
    listing('APPLE.MX', 'Apple of Mexico', { isin: 'US0378331005' }),
    listing('ODD.US', 'Something else'),
  ]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { json } = await (await signedIn()).get('/markets/search?q=Apple&limit=50');
  const found = symbolsOf(json);
  t.is(found.filter((symbol) => symbol === 'AAPL.US').length, 1);
  t.is(json.items.find(({ symbol }: { symbol: string }) => symbol === 'AAPL.US').name, 'Apple Inc.');
  t.is(found[0], 'APPLE.MX', 'its ticker equals the query');
  t.like(json.items[0], { matchedOn: 'symbol', score: 1, provenance: { provider: 'eodhd' } });
  t.like(
    json.items.find(({ symbol }: { symbol: string }) => symbol === 'ODD.US'),
    { matchedOn: 'fuzzy' },
  );
});

test('a provider is queried once a day for the same words, and not for two letters', async (t) => {
  const provider = new SearchingProvider('eodhd', [listing('FOO.US', 'Foo')]);
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn('ada');
  await ada.get('/markets/search?q=fo');
  t.deepEqual(provider.searched, []);
  await ada.get('/markets/search?q=foo');
  await ada.get('/markets/search?q=FOO&assetClass=equity&limit=5');
  t.deepEqual(provider.searched, ['foo']);
  clock.advance(DAY + 60_000);
  await ada.signIn(ada.email, 'correct horse battery staple');
  await ada.get('/markets/search?q=foo');
  t.deepEqual(provider.searched, ['foo', 'foo']);
});

test('a failing provider causes a warning with its name, without its message', async (t) => {
  const [broken, whole] = [
    new SearchingProvider('eodhd', []),
    new SearchingProvider('finnhub', [listing('FOO.US', 'Foo Bar')]),
  ];
  broken.refusal = 'bad_answer';
  const { signedIn } = await serviceFor(t, { marketProviders: [broken, whole] });
  const { status, json } = await (await signedIn()).get('/markets/search?q=foo%20bar');
  t.is(status, 200);
  t.true(symbolsOf(json).includes('FOO.US'));
  t.is(json.warnings.length, 1);
  t.regex(json.warnings[0], /^The eodhd was also queried: /);
});

test('a slow provider is not awaited; its results appear in the next search', async (t) => {
  const slow = new SearchingProvider('eodhd', [listing('SLOW.US', 'Zebra Slowness')]);
  let open = () => {};
  slow.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { signedIn } = await serviceFor(t, { marketProviders: [slow] });
  const ada = await signedIn();
  const early = (await ada.get('/markets/search?q=zebra%20slow')).json;
  t.false(symbolsOf(early).includes('SLOW.US'));
  t.is(early.warnings.length, 1);
  open();
  const late = (await ada.get('/markets/search?q=zebra%20slow')).json;
  t.is(symbolsOf(late)[0], 'SLOW.US');
  t.deepEqual(late.warnings, []);
  t.deepEqual(slow.searched, ['zebra slow']);
});

test('only the requested asset class is returned, from every source', async (t) => {
  const provider = new SearchingProvider('eodhd', [
    listing('GOLDX.US', 'Gold X'),
    listing('GOLDY.US', 'Gold Y', { assetClass: 'etf' }),
  ]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { json } = await (await signedIn()).get('/markets/search?q=gold&assetClass=etf&limit=50');
  t.true(symbolsOf(json).includes('GOLDY.US'));
  for (const { assetClass } of json.items) t.is(assetClass, 'etf');
});

test('several asset classes are returned, and a provider that offers both is queried once', async (t) => {
  const listings = [
    listing('ZEBRA.US', 'Zebra'),
    listing('ZEBRAETF.US', 'Zebra fund', { assetClass: 'etf' }),
    listing('ZEBRAX.US', 'Zebra index', { assetClass: 'index' }),
  ];
  const provider = new SearchingProvider('eodhd', listings);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  const found = async (classes: string) =>
    symbolsOf((await ada.get(`/markets/search?q=zebra&${classes}`)).json).filter((symbol) =>
      symbol.startsWith('ZEBRA'),
    );
  t.deepEqual((await found('assetClass=equity,etf')).sort(), ['ZEBRA.US', 'ZEBRAETF.US']);
  t.deepEqual(provider.searched, ['zebra']);
  t.deepEqual((await found('assetClass=etf&assetClass=index')).sort(), ['ZEBRAETF.US', 'ZEBRAX.US']);
  provider.refusal = 'timeout';
  t.is((await ada.get('/markets/search?q=zebu&assetClass=equity,etf')).json.warnings.length, 1);
});

test('a query without words finds nothing, and invalid parameters are rejected', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [] });
  const ada = await signedIn();
  t.deepEqual((await ada.get('/markets/search?q=%20!')).json, { items: [], nextCursor: null, warnings: [] });
  isProblem(t, await ada.get('/markets/search'), 400, 'invalid_request', 'query/q');
  isProblem(t, await ada.get('/markets/search?q=apple&limit=51'), 400, 'invalid_request', 'query/limit');
  isProblem(t, await ada.get('/markets/search?q=apple&assetClass=bond'), 400, 'invalid_request', 'query/assetClass');
});
