import { between, mix, unit } from '../../../simulation/noise.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { formatDay, orMonday } from '../civil-day.js';
import type { Filing } from '../company-facts.js';
import type { InsiderLine, InsiderOwner, InsiderReport } from '../insider-report.js';
import { endsOf } from './leg.js';
import { sharesOn } from './simulated-accounts.js';
import { quartersOf } from './simulated-earnings.js';
import { priceOf, type SimulatedAsset } from './simulated-universe.js';

/** Insiders of a company, with the fraction of its shares that each holds at first, at least and at most. */
const insiders: ReadonlyArray<Omit<InsiderOwner, 'cik'> & { held: [number, number] }> = [
  {
    name: 'Simulated officer 1',
    relations: ['director', 'officer'],
    title: 'Chief Executive Officer',
    held: [4e-4, 4e-3],
  },
  { name: 'Simulated officer 2', relations: ['officer'], title: 'Chief Financial Officer', held: [5e-5, 6e-4] },
  { name: 'Simulated director 1', relations: ['director'], title: null, held: [1e-5, 2e-4] },
  { name: 'Simulated owner 1', relations: ['ten_percent_owner'], title: null, held: [0.1, 0.14] },
];
/** Probabilities of a transaction of an insider in a quarter, one after the other. */
const [AWARD, SALE, PURCHASE] = [0.2, 0.2, 0.08];
/** Fraction of reports that are amended, because they stated a wrong price. */
const AMENDED_SHARE = 0.06;
/** Reports are filed two days after a transaction, at this time (ms after midnight, UTC). */
const FILED_AT_MS = 22 * HOUR_MS;

/** A report of a simulated insider with its filing. */
export interface SimulatedInsiderReport {
  filing: Filing;
  report: InsiderReport;
}

/**
 * Returns the reports of the insiders of a company, ascending: form 3 on the first holdings, form 4 on transactions at
 * the closing price of their day, in the weeks after a report on earnings, and amendments.
 * @param from the first day, in days since 1970-01-01
 */
export function insiderReportsOf(asset: SimulatedAsset, from: number, to: number): SimulatedInsiderReport[] {
  const quarters = quartersOf(asset, from, to);
  const start = quarters[0]?.end ?? from;
  const found = insiders.flatMap((insider, place) => {
    const key = mix(asset.key, 700 + place);
    const sharesAt = (fraction: number, day: number) => Math.round(fraction * sharesOn(asset, day));
    let held = between(key, 0, ...insider.held);
    const first = orMonday(start + 3 + place);
    const reports = [reportOf(asset, insider, '3', first, [holding(sharesAt(held, first))])];
    for (const { quarter, reportDay } of quarters) {
      const day = orMonday(reportDay + 3 + (mix(key, quarter) % 20));
      const chance = unit(key, quarter + 1_000);
      const isHolder = insider.relations[0] === 'ten_percent_owner';
      const code = chance < AWARD && !isHolder ? 'A' : chance < AWARD + SALE ? 'S' : 'P';
      if (chance >= AWARD + SALE + PURCHASE) continue;
      const before = sharesAt(held, day);
      const part = between(key, quarter + 2_000, 0.01, 0.12);
      held *= code === 'S' ? 1 - part : 1 + part;
      const after = sharesAt(held, day);
      const price = code === 'A' ? 0 : priceOf(asset, endsOf(asset.base, day).closing);
      const line = { ...holding(after), ...traded(formatDay(day), code), shares: Math.abs(after - before), price };
      const isAmended = unit(key, quarter + 3_000) < AMENDED_SHARE && code !== 'A';
      const stated = isAmended ? { ...line, price: Math.round(price * 90) / 100 } : line;
      const original = reportOf(asset, insider, '4', day, [stated]);
      reports.push(original);
      if (isAmended) reports.push(reportOf(asset, insider, '4/A', day + 7, [line], original.filing.filedOn, day));
    }
    return reports;
  });
  return found.sort((one, other) => one.filing.publishedAt.getTime() - other.filing.publishedAt.getTime());
}

const holding = (heldAfter: number): InsiderLine => ({
  kind: 'holding',
  isDerivative: false,
  security: 'Common Stock',
  day: null,
  code: null,
  direction: null,
  shares: null,
  price: null,
  heldAfter,
  ownership: 'direct',
  nature: null,
});

const traded = (day: string, code: string) =>
  ({ kind: 'transaction', day, code, direction: code === 'S' ? 'disposed' : 'acquired' }) as const;

/** @param day day of the event, or of the amendment */
function reportOf(
  { symbol, instrument: { currency } }: SimulatedAsset,
  { name, relations, title }: (typeof insiders)[number],
  form: string,
  day: number,
  lines: InsiderLine[],
  originalFiledOn: string | null = null,
  asOf = day,
): SimulatedInsiderReport {
  const filed = orMonday(day + 2);
  const filing = {
    accession: `simulated-${symbol.ticker}-${formatDay(filed)}-${form.replace('/', '')}-${name.replaceAll(' ', '-')}`,
    form,
    filedOn: formatDay(filed),
    publishedAt: new Date(filed * DAY_MS + FILED_AT_MS),
    reportDate: formatDay(asOf),
    items: [],
    title: `FORM ${form}`,
    url: null,
  };
  const owners = [{ name, cik: null, relations, title }];
  return { filing, report: { asOf: formatDay(asOf), originalFiledOn, currency, owners, lines, leftOut: 0 } };
}
