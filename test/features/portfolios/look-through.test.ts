import 'reflect-metadata';
import test from 'ava';
import { YieldTimer } from '../../../src/async/cooperative-yield.js';
import type { FundHolding, KnownFund } from '../../../src/features/markets/fund-portfolio.js';
import { lookThrough, MAX_DEPTH } from '../../../src/features/portfolios/look-through/look-through.js';
import { overlapOf } from '../../../src/features/portfolios/look-through/overlap.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const fact = { isin: null, cusip: null, lei: null, sector: null, country: null, currency: null };
const share = (symbol: string, weight: number): FundHolding => ({
  ...fact,
  symbol,
  name: symbol,
  kind: 'equity',
  weight,
});
const inner = (symbol: string, weight: number): FundHolding => ({ ...share(symbol, weight), kind: 'fund' });

/** Returns the parts of one unit of a fund, as `symbol fraction`; the unknown rest is `unknown`. */
async function partsOf(world: Record<string, FundHolding[]>, symbol = 'F') {
  const calls: string[] = [];
  const find = async (wanted: string): Promise<KnownFund | undefined> => {
    calls.push(wanted);
    const holdings = world[wanted];
    const provenance = {
      provider: 'own',
      asOf: null,
      fetchedAt: new Date(0),
      delaySeconds: 0,
      stale: false,
      warnings: [],
    };
    const report = { name: null, asOf: '2026-06-30', publishedAt: new Date(0), url: null, warnings: [], provenance };
    return holdings && { ...report, symbol: wanted, basis: 'own', holdings };
  };
  const { parts, funds, opaqueFunds } = await lookThrough(new Map([[symbol, 1]]), find, new YieldTimer());
  const rounded = parts.map(({ symbol: part, kind, fraction }) => [part ?? kind, Math.round(fraction * 1e6) / 1e6]);
  return { parts: Object.fromEntries(rounded) as Record<string, number>, funds, opaqueFunds, calls, all: parts };
}

test('a fund is replaced by its holdings, and what they do not cover is unknown', async (t) => {
  const { parts, funds } = await partsOf({ F: [share('A', 0.6), share('B', 0.3)] });
  t.deepEqual(parts, { A: 0.6, B: 0.3, unknown: 0.1 });
  t.deepEqual([funds.length, funds[0]?.depth, funds[0]?.fraction], [1, 0, 1]);
});

test('funds inside funds are replaced too, and the same instrument by several ways is one part', async (t) => {
  const { parts, funds } = await partsOf({
    F: [inner('G', 0.5), inner('H', 0.3), share('A', 0.2)],
    G: [share('A', 1)],
    H: [share('A', 0.5), share('B', 0.5)],
  });
  t.deepEqual(parts, { A: 0.85, B: 0.15 });
  t.deepEqual(
    funds.map(({ fund, depth, fraction }) => [fund.symbol, depth, fraction]),
    [
      ['F', 0, 1],
      ['G', 1, 0.5],
      ['H', 1, 0.3],
    ],
  );
});

test('a fund inside whose holdings are not known stays a fund and is named', async (t) => {
  const { parts, opaqueFunds } = await partsOf({ F: [inner('X', 0.4), share('A', 0.6)] });
  t.deepEqual(parts, { A: 0.6, X: 0.4 });
  t.deepEqual(opaqueFunds, ['X']);
});

test('funds that hold each other end as unknown, and the fractions still sum to 1', async (t) => {
  const { parts, all } = await partsOf({ F: [inner('G', 0.5), share('A', 0.5)], G: [inner('F', 1)] });
  t.true((parts.unknown as number) > 0);
  const sum = all.reduce((total, { fraction }) => total + fraction, 0);
  t.true(Math.abs(sum - 1) < 1e-12);
});

test('five funds inside each other are looked through, a sixth is not', async (t) => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        at === 0 ? 'F' : `F${at}`,
        [at === length - 1 ? share('A', 1) : inner(`F${at + 1}`, 1)],
      ]),
    );
  t.deepEqual((await partsOf(chain(MAX_DEPTH))).parts, { A: 1 });
  t.deepEqual((await partsOf(chain(MAX_DEPTH + 1))).parts, { unknown: 1 });
});

test('the work grows with the funds and not with the ways between them', async (t) => {
  // 200 funds that hold each other have 199 ** 4 ways of five funds.
  const names = Array.from({ length: 200 }, (_, at) => (at === 0 ? 'F' : `F${at}`));
  const world = Object.fromEntries(
    names.map((name) => [name, names.filter((other) => other !== name).map((other) => inner(other, 1 / 199))]),
  );
  const { calls, parts } = await partsOf(world);
  t.true(calls.length < 5 * 200 * 200 + 1_000, `${calls.length}`);
  t.deepEqual(parts, { unknown: 1 });
});

test('debts and short positions keep their sign', async (t) => {
  const { parts } = await partsOf({ F: [share('A', 1.4), share('S', -0.3), { ...share('C', -0.1), kind: 'cash' }] });
  t.deepEqual(parts, { A: 1.4, S: -0.3, C: -0.1 });
});

test('instruments without a symbol are one part, which states the largest fraction that one of them can have', async (t) => {
  const unnamed = (name: string, weight: number): FundHolding => ({ ...share(name, weight), symbol: null });
  const { all } = await partsOf({
    F: [inner('G', 0.5), inner('H', 0.5)],
    G: [unnamed('one', 0.6), unnamed('two', 0.4)],
    H: [unnamed('one', 0.2), unnamed('three', -0.1), share('A', 0.9)],
  });
  const [part] = all.filter(({ symbol }) => symbol === null);
  t.is(Math.round((part?.fraction ?? 0) * 1e9) / 1e9, 0.55);
  // In G at most 0.6 of half the value, in H at most 0.2 of the other half.
  t.is(Math.round((part?.largest ?? 0) * 1e9) / 1e9, 0.4);
});

/** Returns a fund with parts, by symbol and fraction. */
const fundOf = (parts: Record<string, number>) => ({
  parts: Object.entries(parts).map(([symbol, fraction]) => ({
    ...{ symbol, fraction, largest: 0, kind: 'equity' as const, sector: null, country: null, currency: null },
  })),
  funds: [],
  opaqueFunds: [],
});

test('the overlap of two funds is the sum of the smaller weights, and short positions do not overlap', (t) => {
  const looked = new Map([
    ['F', fundOf({ A: 0.5, B: 0.3, C: -0.2 })],
    ['G', fundOf({ A: 0.2, B: 0.6, C: -0.4 })],
    ['H', fundOf({ D: 1 })],
  ]);
  const weights = new Map([
    ['F', 0.4],
    ['G', 0.2],
    ['H', 0.1],
    ['A', 0.3],
  ]);
  const { fundPairs, instruments } = overlapOf(weights, looked, 100);
  t.deepEqual(fundPairs, [{ symbol: 'F', otherSymbol: 'G', overlapFraction: 0.5, commonInstrumentCount: 2 }]);
  t.deepEqual(instruments[0], {
    symbol: 'A',
    fraction: 0.3 + 0.4 * 0.5 + 0.2 * 0.2,
    paths: [
      { fundSymbol: null, fraction: 0.3 },
      { fundSymbol: 'F', fraction: 0.2 },
      { fundSymbol: 'G', fraction: 0.2 * 0.2 },
    ],
  });
  t.deepEqual(
    instruments.map(({ symbol }) => symbol),
    ['A', 'B', 'C'],
  );
  t.deepEqual(overlapOf(weights, looked, 1).fundPairs, []);
});

let service: TestService;
let ada: TestClient;
let path: string;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  const { id } = (await ada.post('/portfolios', { name: 'Funds', baseCurrency: 'USD' })).json;
  path = `/portfolios/${id}`;
  const add = (entry: object) => ada.post(`${path}/transactions`, { currency: 'USD', ...entry });
  await add({ type: 'deposit', amount: '100000', tradedAt: ago(40) });
  for (const symbol of ['XLE.US', 'SMH.US', 'AAPL.US', 'ARKK.US'])
    await add({ type: 'buy', symbol, quantity: '10', price: '100', tradedAt: ago(30) });
  const holdings = [
    { symbol: 'ASML.AS', weight: 0.5 },
    { name: 'A field', kind: 'real_estate', country: 'FR', weight: 0.25 },
  ];
  const stated = await ada.put('/markets/funds/ARKK.US/holdings', { asOf: ago(50), holdings });
  if (stated.status !== 200) throw new Error(stated.text);
});
test.after.always(() => service.close());

test('the groups of an allocation through funds sum to the value and say what is unknown', async (t) => {
  for (const by of ['assetClass', 'currency', 'sector', 'country']) {
    const { json } = await ada.get(`${path}/allocation?by=${by}&lookThrough=true`);
    const sum = json.items.reduce((total: number, { weight }: { weight: number }) => total + weight, 0);
    t.true(Math.abs(sum - 1) < 1e-9, by);
  }
  const { json } = await ada.get(`${path}/allocation?by=assetClass&lookThrough=true`);
  const groups = new Map<string, number>(
    json.items.map((one: { group: string; weight: number }) => [one.group, one.weight]),
  );
  const arkk = json.lookThrough.funds.find((fund: { symbol: string }) => fund.symbol === 'ARKK.US');
  t.like(arkk, { basis: 'own', provider: 'own', depth: 0, coveredFraction: 0.75, asOf: ago(50) });
  t.true(Math.abs((groups.get('real_estate') ?? 0) - arkk.fraction * 0.25) < 1e-9);
  t.true(Math.abs((groups.get('unknown') ?? 0) - arkk.fraction * 0.25) < 1e-9);
  t.true(Math.abs(json.lookThrough.unknownFraction - arkk.fraction * 0.25) < 1e-9);
  t.deepEqual(json.lookThrough.opaqueFunds, []);
  t.is((await ada.get(`${path}/allocation?by=country`)).json.lookThrough, null);
});

test('by asset class, funds become what they hold', async (t) => {
  const groups = async (query: string) =>
    (await ada.get(`${path}/allocation?by=assetClass${query}`)).json.items.map(({ group }: { group: string }) => group);
  t.true((await groups('')).includes('etf'));
  const through = await groups('&lookThrough=true');
  t.false(through.includes('etf'));
  t.true(through.includes('real_estate'));
  t.regex((await ada.get(`${path}/allocation.svg?by=assetClass&lookThrough=true`)).text, /Real estate/);
});

test('a fund depends on the places of its holdings, unless its mapping was corrected', async (t) => {
  const read = async () => (await ada.get(`${path}/exposure/geo?lookThrough=true`)).json;
  const contribution = (answer: Awaited<ReturnType<typeof read>>, place: string, symbol: string) =>
    answer.items
      .find((item: { place: { id: string } }) => item.place.id === place)
      ?.contributions.find((one: { symbol: string }) => one.symbol === symbol);
  const answer = await read();
  const dutch = contribution(answer, 'country:NL', 'ARKK.US');
  t.is(dutch.fraction, 0.5);
  t.regex(dutch.reason, /^Holdings of the fund depend on it: 50\.0 % of the fund, above all ASML\.AS \(50\.0 %\)\.$/);
  t.is(dutch.source, `holdings of ${ago(50)}, own`);
  t.is(contribution(answer, 'country:US', 'ARKK.US'), undefined);
  t.truthy(contribution((await ada.get(`${path}/exposure/geo`)).json, 'country:US', 'ARKK.US'));
  await ada.put('/portfolios/exposure/mappings/ARKK.US', { places: [{ place: 'country:JP', fraction: 1 }] });
  const corrected = await read();
  t.is(contribution(corrected, 'country:JP', 'ARKK.US').fraction, 1);
  t.is(contribution(corrected, 'country:NL', 'ARKK.US'), undefined);
  t.is((await ada.get(`${path}/exposure/geo.svg?lookThrough=true`)).status, 200);
});

test('the map of exposures draws the kinds of places that were asked for', async (t) => {
  const all = (await ada.get(`${path}/exposure/geo.svg`)).text;
  const straits = (await ada.get(`${path}/exposure/geo.svg?type=strait`)).text;
  t.regex(all, /United States/);
  t.notRegex(straits, /United States/);
});

test('the overlap of a portfolio lists what is held directly and through funds', async (t) => {
  const add = (entry: object) => ada.post(`${path}/transactions`, { currency: 'USD', type: 'buy', ...entry });
  await add({ symbol: 'ASML.AS', currency: 'EUR', quantity: '1', price: '100', tradedAt: ago(30) });
  const { status, json } = await ada.get(`${path}/overlap`);
  t.is(status, 200);
  const asml = json.items.find(({ symbol }: { symbol: string }) => symbol === 'ASML.AS');
  t.deepEqual(
    asml.paths.map(({ fundSymbol }: { fundSymbol: string | null }) => fundSymbol).sort(),
    ['ARKK.US', 'SMH.US', null].sort(),
  );
  const pair = json.fundPairs.find((one: { symbol: string; otherSymbol: string }) =>
    ['ARKK.US', 'SMH.US'].every((fund) => [one.symbol, one.otherSymbol].includes(fund)),
  );
  t.is(pair.commonInstrumentCount, 1);
  t.true(pair.overlapFraction > 0 && pair.overlapFraction < 0.5);
  t.is((await (await service.signedIn()).get(`${path}/overlap`)).status, 404);
});

test('an attribution through funds divides them and their benchmark, and still sums to the returns', async (t) => {
  const read = async (query: string) =>
    (await ada.get(`${path}/attribution?by=assetClass&benchmark=ARKK.US${query}`)).json;
  const [direct, through] = [await read(''), await read('&lookThrough=true')];
  t.is(direct.lookThrough, null);
  const sum = (answer: typeof direct, field: string): number =>
    answer.items.reduce((total: number, one: Record<string, number>) => total + (one[field] as number), 0);
  for (const name of ['portfolioReturn', 'benchmarkReturn', 'activeReturn'])
    t.true(Math.abs(through[name] - direct[name]) < 1e-12, name);
  t.true(Math.abs(sum(through, 'contribution') - through.portfolioReturn) < 1e-9);
  const effects = sum(through, 'allocation') + sum(through, 'selection') + sum(through, 'interaction');
  t.true(Math.abs(effects - through.activeReturn) < 1e-9);
  const segments = through.items.map(({ segment }: { segment: string }) => segment);
  t.false(segments.includes('etf'));
  t.true(segments.includes('real_estate') && segments.includes('unknown'));
  const unknown = through.items.find(({ segment }: { segment: string }) => segment === 'unknown');
  t.true(Math.abs(unknown.benchmarkWeight - 0.25) < 1e-9);
  const arkk = through.lookThrough.funds.find((fund: { symbol: string }) => fund.symbol === 'ARKK.US');
  t.like(arkk, { asOf: ago(50), coveredFraction: 0.75 });
  t.true(Math.abs(through.lookThrough.unknownFraction - unknown.portfolioWeight) < 1e-9);
  t.is((await ada.get(`${path}/attribution?by=holding&lookThrough=true`)).status, 400);
  t.is((await ada.get(`${path}/attribution.svg?by=sector&lookThrough=true`)).status, 200);
});
