// Looking through 1,000 funds of 500 holdings each, a tenth of them funds of ten others, compared with adding up the
// same weights in a plain loop. Also reading a report of form N-PORT with 18,000 holdings, by bytes.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { YieldTimer } from '../../../src/async/cooperative-yield.js';
import type { FundHolding, KnownFund } from '../../../src/features/markets/fund-portfolio.js';
import { readNport } from '../../../src/features/markets/providers/nport.js';
import { lookThrough } from '../../../src/features/portfolios/look-through/look-through.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  funds: FUNDS,
  rows: ROWS,
  runs: RUNS,
} = sizesOf({
  usual: { funds: 1_000, rows: 18_000, runs: 9 },
  smoke: { funds: 20, rows: 50, runs: 1 },
});
const HOLDINGS = 500;
const SHARES = 5_000;
const none = { isin: null, cusip: null, lei: null, sector: null, country: 'US', currency: 'USD' };
const names = Array.from({ length: FUNDS }, (_, at) => `F${at}.US`);

function holdingsOf(fund: number): FundHolding[] {
  if (fund % 10 === 0)
    return Array.from({ length: 10 }, (_, at) => {
      const symbol = names[(fund + at * 7 + 1) % FUNDS] as string;
      return { ...none, symbol, name: symbol, kind: 'fund', weight: 0.1 };
    });
  return Array.from({ length: HOLDINGS }, (_, at) => {
    const symbol = `S${(fund * 31 + at * 17) % SHARES}.US`;
    return { ...none, symbol, name: symbol, kind: 'equity', weight: 1 / HOLDINGS };
  });
}

const provenance = {
  provider: 'bench',
  asOf: null,
  fetchedAt: new Date(),
  delaySeconds: 0,
  stale: false,
  warnings: [],
};
const known = new Map<string, KnownFund>(
  names.map((symbol, at) => {
    const report = { name: symbol, asOf: '2026-06-30', publishedAt: new Date(), url: null, warnings: [], provenance };
    return [symbol, { ...report, symbol, basis: 'reported', holdings: holdingsOf(at) }];
  }),
);
const weights = new Map(names.map((symbol) => [symbol, 1 / FUNDS]));

/** Adds up the weights of the shares directly in the funds: what any implementation must at least do. */
function plain(): number {
  const sums = new Map<string, number>();
  for (const [symbol, weight] of weights)
    for (const holding of known.get(symbol)?.holdings ?? [])
      sums.set(holding.symbol as string, (sums.get(holding.symbol as string) ?? 0) + weight * holding.weight);
  return sums.size;
}

const [own, loop]: [number[], number[]] = [[], []];
const delay = monitorEventLoopDelay({ resolution: 1 });
for (let run = 0; run < RUNS; run += 1) {
  let start = performance.now();
  delay.enable();
  const { parts } = await lookThrough(weights, async (symbol) => known.get(symbol), new YieldTimer());
  delay.disable();
  own.push(performance.now() - start);
  if (parts.length < 10) throw new Error('nothing was looked through');
  start = performance.now();
  plain();
  loop.push(performance.now() - start);
}
const row =
  '<invstOrSec><name>Issuer of bonds</name><lei>N/A</lei><title>Issuer of bonds 4.5 % 2031</title><cusip>30303M8G0</cusip>' +
  '<identifiers><isin value="US30303M8G07"/></identifiers><balance>52873000.0</balance><units>PA</units><curCd>USD</curCd>' +
  '<valUSD>50640914.31</valUSD><pctVal>0.0147</pctVal><payoffProfile>Long</payoffProfile><assetCat>DBT</assetCat>' +
  '<issuerCat>CORP</issuerCat><invCountry>US</invCountry><isRestrictedSec>N</isRestrictedSec><fairValLevel>2</fairValLevel>' +
  '<debtSec><maturityDt>2035-11-15</maturityDt><couponKind>Fixed</couponKind><annualizedRt>4.88</annualizedRt></debtSec>' +
  '</invstOrSec>';
const document = `<edgarSubmission><formData><genInfo><seriesName>Bonds</seriesName><repPdDate>2026-06-30</repPdDate></genInfo><invstOrSecs>${row.repeat(ROWS)}</invstOrSecs></formData></edgarSubmission>`;
const reading: number[] = [];
for (let run = 0; run < Math.min(3, RUNS); run += 1) {
  const start = performance.now();
  if (readNport(document)?.holdings.length !== ROWS) throw new Error('the report was not read');
  reading.push(performance.now() - start);
}
printTable(
  ['work', 'ms'],
  [
    [`${FUNDS} funds of ${HOLDINGS} holdings`, median(own)],
    ['a plain loop over the same weights', median(loop)],
    ['longest delay of the event loop meanwhile', delay.max / 1e6],
    [`a report of ${ROWS} holdings, ${(document.length / 1e6).toFixed(1)} MB`, median(reading)],
  ],
);
