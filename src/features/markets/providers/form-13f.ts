import type { InstitutionHolding, InstitutionReport } from '../institution-report.js';
import { isDay } from './sec-facts.js';

/** From this filing day on, values are in dollars; before, they were in thousands (SEC Release 34-95148). */
const DOLLARS_SINCE = '2023-01-03';
/** Amounts beyond these are invalid. */
const MAX_SHARES = 1e12;
const MAX_VALUE = 1e14;
/** Median prices of a share (US dollars) outside of this range show that a report uses another unit. */
const USUAL_PRICE = [0.5, 20_000] as const;

/** Returns the content of the first element with a name, in any namespace. */
const contentOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml)?.[1]?.trim();

/**
 * Parses the complete text of a filing of form 13F-HR (Form 13F XML Technical Specification of EDGAR): the cover with
 * the period, and the information table. Several rows of a security are added up; bonds are left out.
 * @param filedOn the filing day, which decides on the unit of values
 * @param cusips the securities whose holdings are returned
 * @returns undefined for a document in another form
 */
export function readForm13f(text: string, filedOn: string, cusips: ReadonlySet<string>): InstitutionReport | undefined {
  const tableAt = text.search(/<(?:[\w-]+:)?informationTable[\s>]/);
  const cover = tableAt < 0 ? text : text.slice(0, tableAt);
  const period = dayOf(contentOf(cover, 'periodOfReport') ?? contentOf(cover, 'reportCalendarOrQuarter') ?? '');
  const manager = /<(?:[\w-]+:)?filingManager>([\s\S]*?)<\/(?:[\w-]+:)?filingManager>/.exec(cover)?.[1] ?? '';
  const institution = decoded(contentOf(manager, 'name') ?? '').slice(0, 200);
  if (period === undefined || institution === '') return undefined;
  const sums = new Map<string, InstitutionHolding & { value: number }>();
  const prices: number[] = [];
  let [rows, leftOut] = [0, 0];
  for (const row of tableAt < 0 ? [] : rowsOf(text, tableAt)) {
    rows += 1;
    const cusip = (contentOf(row, 'cusip') ?? '').toUpperCase().padStart(9, '0');
    const [value, amount] = [numberOf(row, 'value', MAX_VALUE), numberOf(row, 'sshPrnamt', MAX_SHARES)];
    if (!/^[A-Z0-9]{9}$/.test(cusip) || value === undefined || amount === undefined) {
      leftOut += 1;
      continue;
    }
    if (contentOf(row, 'sshPrnamtType')?.toUpperCase() !== 'SH') continue;
    const option = contentOf(row, 'putCall')?.toLowerCase();
    if (option === undefined && amount > 0) prices.push(value / amount);
    if (!cusips.has(cusip)) continue;
    const sum = sums.get(cusip) ?? { cusip, shares: 0, value: 0, callShares: 0, putShares: 0 };
    sums.set(cusip, sum);
    if (option === 'call') sum.callShares += amount;
    else if (option === 'put') sum.putShares += amount;
    else {
      sum.shares += amount;
      sum.value += value;
    }
  }
  const stated = filedOn < DOLLARS_SINCE ? 'thousands' : 'dollars';
  const unit = isUsual(prices, stated) ? stated : 'unclear';
  const times = stated === 'thousands' ? 1_000 : 1;
  const holdings = [...sums.values()].map((sum) => ({ ...sum, value: unit === 'unclear' ? null : sum.value * times }));
  return { institution, period, amendment: amendmentOf(cover), holdings, rows, leftOut, unit };
}

function* rowsOf(text: string, start: number): Generator<string> {
  const end = /<\/(?:[\w-]+:)?infoTable>/g;
  end.lastIndex = start;
  for (let from = start, found = end.exec(text); found !== null; from = end.lastIndex, found = end.exec(text))
    yield text.slice(from, found.index);
}

function numberOf(row: string, name: string, max: number): number | undefined {
  const text = contentOf(row, name)?.replaceAll(',', '') ?? '';
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : undefined;
}

/** Returns a day such as `2025-09-30` of a text such as `09-30-2025`. */
function dayOf(text: string): string | undefined {
  const [, month, date, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? day : undefined;
}

function amendmentOf(cover: string): InstitutionReport['amendment'] {
  if (!/^(?:true|1)$/i.test(contentOf(cover, 'isAmendment') ?? '')) return null;
  return contentOf(cover, 'amendmentType')?.toUpperCase() === 'NEW HOLDINGS' ? 'new_holdings' : 'restatement';
}

/** Returns false if the median price of a share is impossible in a unit. */
function isUsual(prices: number[], unit: 'thousands' | 'dollars'): boolean {
  if (prices.length === 0) return true;
  const median = Float64Array.from(prices).sort()[Math.floor(prices.length / 2)] as number;
  const price = unit === 'thousands' ? median * 1_000 : median;
  return price >= USUAL_PRICE[0] && price <= USUAL_PRICE[1];
}

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
