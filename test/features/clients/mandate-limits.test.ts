import 'reflect-metadata';
import test from 'ava';
import { breachCountOf, checkMandate } from '../../../src/features/clients/mandate/mandate-check.js';
import type { InstrumentFacts, MandateSubject } from '../../../src/features/clients/mandate/mandate-subject.js';
import type { GroupLimit, MandateTerms } from '../../../src/features/clients/mandate.js';
import type { FundPart, LookedThrough } from '../../../src/features/portfolios/look-through/look-through.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const free: MandateTerms = {
  modelPortfolioId: null,
  targetWeights: null,
  absoluteBand: null,
  relativeBand: null,
  excludedSymbols: [],
  excludedCountries: [],
  excludedAssetClasses: [],
  maxHoldingWeight: null,
  minCashWeight: null,
  groupLimits: [],
  lookThrough: true,
};
const fact = (assetClass: InstrumentFacts['assetClass'], sector: string | null, country: string | null) => ({
  assetClass,
  sector,
  country,
  currency: 'USD',
});
const facts = new Map<string, InstrumentFacts>([
  ['A.US', fact('equity', 'Technology', 'US')],
  ['FUND.US', fact('etf', null, 'IE')],
  ['DARK.US', fact('etf', null, 'US')],
]);
const part = (symbol: string | null, fraction: number, more: Partial<FundPart> = {}): FundPart => {
  const own = { symbol, fraction, kind: 'equity' as const, sector: null, country: null, currency: null };
  return { ...own, largest: symbol === null ? Math.abs(fraction) : 0, ...more };
};
const through = (...parts: FundPart[]) =>
  new Map<string, LookedThrough>([['FUND.US', { parts, funds: [], opaqueFunds: [] }]]);
const held = (values: Record<string, number | null>, cash = 0): MandateSubject => ({
  value: Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), cash),
  cashValue: cash,
  holdings: Object.entries(values).map(([symbol, value]) => ({ symbol, value })),
  cash: cash === 0 ? [] : [{ currency: 'EUR', value: cash }],
});
const limit = (by: GroupLimit['by'], group: string, minWeight: number | null, maxWeight: number | null) => ({
  ...free,
  groupLimits: [{ by, group, minWeight, maxWeight }],
});
const stateOf = (terms: MandateTerms, subject: MandateSubject, looked?: Map<string, LookedThrough>) =>
  checkMandate(terms, subject, undefined, facts, looked).limits[0]?.state;

test('a sector is weighed directly and through funds, up to its limit and not beyond', (t) => {
  // 20 % directly and half of the fund of 80 %: 60 %.
  const looked = through(part('A.US', 0.5, { sector: 'Technology' }), part('B.US', 0.5, { sector: 'Energy' }));
  const subject = held({ 'A.US': 200, 'FUND.US': 800 });
  t.is(stateOf(limit('sector', 'technology', null, 0.6), subject, looked), 'kept');
  t.is(stateOf(limit('sector', 'Technology', null, 0.5999), subject, looked), 'breached');
  t.is(stateOf(limit('sector', 'Technology', 0.6, null), subject, looked), 'kept');
  t.is(stateOf(limit('sector', 'Technology', 0.6001, null), subject, looked), 'breached');
  // Without looking through, the sector of the fund is unknown.
  t.is(stateOf(limit('sector', 'Technology', null, 0.6), subject), 'unverified');
});

test('what a fund does not tell neither keeps nor breaks a limit', (t) => {
  const looked = through(part('B.US', 0.7, { sector: 'Energy' }), part(null, 0.3, { kind: 'unknown' }));
  const subject = held({ 'FUND.US': 500, 'A.US': 500 });
  const state = (least: number | null, most: number | null) =>
    stateOf(limit('sector', 'Energy', least, most), subject, looked);
  // Energy is from 35 % to 50 % of the value.
  t.deepEqual(
    [state(null, 0.34), state(null, 0.35), state(null, 0.4999), state(null, 0.5)],
    ['breached', 'unverified', 'unverified', 'kept'],
  );
  t.deepEqual(
    [state(0.35, null), state(0.36, null), state(0.5, null), state(0.51, null)],
    ['kept', 'unverified', 'unverified', 'breached'],
  );
  const [found] = checkMandate(limit('sector', 'Energy', null, 0.4), subject, undefined, facts, looked).limits;
  t.is(
    found?.detail,
    'The sector Energy is 35% of the value, and up to 15% more are not known; at most 40% is allowed.',
  );
});

test('a fund whose holdings are not known could hold anything', (t) => {
  const subject = held({ 'DARK.US': 300, 'A.US': 700 });
  const looked = new Map<string, LookedThrough>();
  t.is(stateOf(limit('country', 'US', null, 0.9), subject, looked), 'unverified');
  t.is(stateOf(limit('country', 'US', null, 1), subject, looked), 'kept');
  t.is(stateOf(limit('country', 'JP', 0.1, null), subject, looked), 'unverified');
  t.is(stateOf(limit('country', 'US', null, 0.6), subject, looked), 'breached');
});

test('cash counts as an asset class, and by its currency', (t) => {
  const subject = held({ 'A.US': 900 }, 100);
  t.is(stateOf(limit('assetClass', 'cash', 0.1, 0.1), subject, new Map()), 'kept');
  t.is(stateOf(limit('currency', 'EUR', null, 0.09), subject, new Map()), 'breached');
  t.is(stateOf(limit('currency', 'USD', 0.9, null), subject, new Map()), 'kept');
});

test('without a price or a value no limit is verified', (t) => {
  t.is(stateOf(limit('country', 'US', null, 1), held({ 'A.US': null }, 100), new Map()), 'unverified');
  t.is(stateOf(limit('country', 'US', null, 1), held({ 'A.US': null }), new Map()), 'unverified');
});

test('the largest weight of a holding counts all units of an instrument, directly and through funds', (t) => {
  const terms = { ...free, maxHoldingWeight: 0.3 };
  const looked = (own: number) => through(part('A.US', own), part('B.US', 1 - own));
  const check = (own: number) =>
    checkMandate(terms, held({ 'A.US': 100, 'FUND.US': 900 }), undefined, facts, looked(own));
  const over = check(0.75);
  t.deepEqual(
    over.breaches.map(({ code, symbol }) => [code, symbol]),
    [['holding_too_large', 'A.US']],
  );
  t.like(over.limits[0], { by: 'instrument', group: 'A.US', state: 'breached' });
  t.is(breachCountOf(over), 1);
  const even = checkMandate(
    { ...free, maxHoldingWeight: 0.55 },
    held({ 'A.US': 100, 'FUND.US': 900 }),
    undefined,
    facts,
    looked(0.5),
  );
  t.deepEqual(even.breaches, []);
  t.like(even.limits[0], { group: 'A.US', state: 'kept', unknownWeight: 0 });
});

test('instruments without a symbol count only as far as one of them can be large', (t) => {
  const subject = held({ 'FUND.US': 1_000 });
  const bonds = part(null, 0.9, { kind: 'debt', largest: 0.02 });
  const state = (most: number, ...parts: FundPart[]) =>
    stateOf({ ...free, maxHoldingWeight: most }, subject, through(...parts));
  t.is(state(0.12, part('B.US', 0.1), bonds), 'kept');
  t.is(state(0.11, part('B.US', 0.1), bonds), 'unverified');
  t.is(state(0.09, part('B.US', 0.1), bonds), 'breached');
  t.is(state(0.5, part('B.US', 0.1), part(null, 0.9, { kind: 'cash' })), 'kept');
  const dark = held({ 'DARK.US': 100, 'A.US': 50, 'FUND.US': 850 });
  const spread = through(part(null, 1, { largest: 0 }));
  t.is(stateOf({ ...free, maxHoldingWeight: 0.1 }, dark, spread), 'unverified');
  t.is(stateOf({ ...free, maxHoldingWeight: 0.15 }, dark, spread), 'kept');
  t.is(stateOf({ ...free, maxHoldingWeight: 0.09 }, dark, spread), 'breached');
});

test('restrictions reach what funds hold, but not short positions', (t) => {
  const terms = { ...free, excludedSymbols: ['B.US'], excludedCountries: ['RU'], excludedAssetClasses: ['commodity'] };
  const looked = through(
    part('B.US', 0.25, { country: 'US' }),
    part('C.US', 0.5, { country: 'RU' }),
    part('D.US', 0.5, { country: 'DE', kind: 'commodity' }),
    part('E.US', -0.25, { country: 'DE' }),
  );
  const check = checkMandate(terms as MandateTerms, held({ 'FUND.US': 400, 'A.US': 600 }), undefined, facts, looked);
  t.deepEqual(
    check.breaches.map(({ code, symbol, weight }) => [code, symbol, weight]),
    [
      ['excluded_symbol', 'B.US', 0.1],
      ['excluded_country', 'FUND.US', 0.2],
      ['excluded_asset_class', 'FUND.US', 0.2],
    ],
  );
  t.is(check.breaches[1]?.detail, 'FUND.US holds instruments of RU (20% of the value), which must not be held.');
  t.deepEqual([check.unknownFacts, check.unknownFunds], [[], []]);
  const short = checkMandate(
    { ...free, excludedSymbols: ['E.US'] },
    held({ 'FUND.US': 400 }),
    undefined,
    facts,
    looked,
  );
  t.deepEqual(short.breaches, []);
  // The domicile of a fund that is replaced does not count.
  t.deepEqual(
    checkMandate({ ...free, excludedCountries: ['IE'] }, held({ 'FUND.US': 1 }), undefined, facts, looked).breaches,
    [],
  );
});

test('restrictions that cannot be checked inside a fund name the fund', (t) => {
  const unknown = (terms: Partial<MandateTerms>, ...parts: FundPart[]) =>
    checkMandate(
      { ...free, ...terms },
      held({ 'FUND.US': 1, 'DARK.US': 1 }),
      undefined,
      facts,
      through(...parts, part('B.US', 0.5, { country: 'US' })),
    ).unknownFunds;
  t.deepEqual(unknown({ excludedSymbols: ['X.US'] }, part(null, 0.5, { country: 'US' })), ['FUND.US', 'DARK.US']);
  t.deepEqual(unknown({ excludedSymbols: ['X.US'] }, part(null, 0.5, { kind: 'debt' })), ['DARK.US']);
  t.deepEqual(unknown({ excludedCountries: ['RU'] }, part(null, 0.5, { kind: 'debt' })), ['FUND.US', 'DARK.US']);
  t.deepEqual(unknown({ excludedCountries: ['RU'] }, part(null, 0.5, { kind: 'cash' })), ['DARK.US']);
  t.deepEqual(unknown({ maxHoldingWeight: 1 }, part(null, 0.5, { kind: 'unknown' })), []);
});

let service: TestService;
let ada: TestClient;
let path: string;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

// The tests of the service set the mandate of one client, so they run one after another.
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  const { id } = (await ada.post('/clients', { name: 'Grace', currency: 'USD' })).json;
  path = `/clients/${id}`;
  const portfolio = (await ada.post('/portfolios', { name: 'Funds', baseCurrency: 'USD', kind: 'client' })).json.id;
  await ada.put(`${path}/portfolios/${portfolio}`, undefined);
  const add = (entry: object) => ada.post(`/portfolios/${portfolio}/transactions`, { currency: 'USD', ...entry });
  await add({ type: 'deposit', amount: '3000', tradedAt: ago(40) });
  for (const symbol of ['AAPL.US', 'ARKK.US'])
    await add({ type: 'buy', symbol, quantity: '10', price: '100', tradedAt: ago(30) });
  const holdings = [
    { symbol: 'ASML.AS', weight: 0.5 },
    { name: 'A field', kind: 'real_estate', country: 'FR', weight: 0.25 },
  ];
  const stated = await ada.put('/markets/funds/ARKK.US/holdings', { asOf: ago(50), holdings });
  if (stated.status !== 200) throw new Error(stated.text);
});
test.after.always(() => service.close());

test.serial(
  'a mandate that looks through funds is judged on their holdings, with their age and the unknown part',
  async (t) => {
    const terms = {
      lookThrough: true,
      excludedSymbols: ['ASML.AS'],
      maxHoldingWeight: 0.9,
      groupLimits: [
        { by: 'country', group: 'nl', maxWeight: 0.01 },
        { by: 'country', group: 'JP', maxWeight: 0.01 },
        { by: 'assetClass', group: 'Real_Estate', maxWeight: 1 },
      ],
    };
    const set = await ada.put(`${path}/mandate`, terms);
    t.is(set.status, 200, set.text);
    t.deepEqual(set.json.groupLimits[0], { by: 'country', group: 'NL', minWeight: null, maxWeight: 0.01 });
    t.is(set.json.groupLimits[2].group, 'real_estate');
    t.is((await ada.put(`${path}/mandate`, terms)).json.version, 1);
    const { mandateCheck, warnings } = (await ada.get(`${path}/report`)).json;
    t.deepEqual(
      mandateCheck.limits.map(({ by, state }: { by: string; state: string }) => [by, state]),
      [
        ['instrument', 'kept'],
        ['country', 'breached'],
        ['country', 'unverified'],
        ['assetClass', 'kept'],
      ],
    );
    t.like(mandateCheck.breaches[0], { code: 'excluded_symbol', symbol: 'ASML.AS' });
    const [fund] = mandateCheck.lookThrough.funds;
    t.like(fund, { symbol: 'ARKK.US', asOf: ago(50), depth: 0, coveredFraction: 0.75 });
    t.true(Math.abs(mandateCheck.lookThrough.unknownWeight - fund.weight * 0.25) < 1e-9);
    const doubts = warnings.filter(({ code }: { code: string }) => code === 'facts_unknown');
    t.true(
      doubts.some(({ detail }: { detail: string }) =>
        detail.endsWith(`The holdings of funds are of ${ago(50)} or later, up to 1 fund deep.`),
      ),
    );
    t.true(doubts.some(({ symbol }: { symbol: string | null }) => symbol === 'ARKK.US'));
    const [item] = (await ada.get('/clients/summary')).json.items;
    t.like(item, { breachCount: 2, unverifiedLimitCount: 1 });
    t.is(item.limits.length, 4);
    t.regex((await ada.get('/clients/summary?format=csv')).text, /The country NL is/);
    const page = (await ada.get(`${path}/report?format=html`)).text;
    t.regex(page, /Not verified/);
    t.true(page.includes(`ARKK.US (${ago(50)})`));
    await ada.put(`${path}/mandate`, { ...terms, lookThrough: false });
    const direct = (await ada.get(`${path}/report`)).json.mandateCheck;
    t.is(direct.lookThrough, null);
    t.deepEqual(direct.breaches, []);
  },
);

test.serial('a page says that a mandate is complied with only if all of it could be verified', async (t) => {
  const complies = async (terms: object) => {
    await ada.put(`${path}/mandate`, { lookThrough: true, ...terms });
    return /complies with the mandate/.test((await ada.get(`${path}/report?format=html`)).text);
  };
  t.true(await complies({ groupLimits: [{ by: 'country', group: 'US', maxWeight: 1 }] }));
  t.false(await complies({ groupLimits: [{ by: 'country', group: 'JP', maxWeight: 0.01 }] }));
  const hostile = { by: 'sector', group: '<script>alert(1)</script>', maxWeight: 1 };
  await ada.put(`${path}/mandate`, { groupLimits: [hostile] });
  t.false((await ada.get(`${path}/report?format=html`)).text.includes('<script>alert'));
});

test.serial('limits that contradict each other or name no group are rejected', async (t) => {
  const pointers = async (...groupLimits: object[]) => {
    const { status, json } = await ada.put(`${path}/mandate`, { groupLimits });
    return status === 200 ? [] : json.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const one = { by: 'sector', group: 'Energy', maxWeight: 0.5 };
  t.deepEqual(await pointers({ ...one, minWeight: 0.5 }), []);
  t.deepEqual(await pointers({ ...one, minWeight: 0.51 }), ['/groupLimits/0/minWeight']);
  t.deepEqual(await pointers({ by: 'sector', group: 'Energy' }), ['/groupLimits/0/maxWeight']);
  t.deepEqual(await pointers(one, { ...one, group: 'ENERGY' }), ['/groupLimits/1/group']);
  t.deepEqual(await pointers({ ...one, by: 'country', group: 'Energy' }), ['/groupLimits/0/group']);
  t.deepEqual(await pointers({ ...one, by: 'currency', group: 'US' }), ['/groupLimits/0/group']);
  t.deepEqual(await pointers({ ...one, by: 'assetClass', group: 'gold' }), ['/groupLimits/0/group']);
  t.deepEqual(await pointers({ ...one, group: 'Unknown' }), ['/groupLimits/0/group']);
  t.deepEqual(await pointers({ ...one, maxWeight: 1.01 }), ['/groupLimits/0/maxWeight']);
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...one, group: `Sector ${at}` }));
  t.deepEqual(await pointers(...many(50)), []);
  t.deepEqual(await pointers(...many(51)), ['/groupLimits']);
});
