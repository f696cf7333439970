import { HOUR_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import { parseDay } from '../civil-day.js';
import type { CompanyProfile, CompanyRecord, Filing } from '../company-facts.js';
import { accessionShape, isDay, objectOf } from './sec-facts.js';

/** Maximum number of filings of a company; EDGAR sends the latest thousand, or those of a year. */
const MAX_FILINGS = 5_000;
/** Hour in New York from which the filings of a day are public. Filings after 17:30 belong to the next day. */
const OPENING_HOUR = 6;
const newYork = TimeZone.of('America/New_York');

type Json = Record<string, unknown>;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown, max: number): string | null => {
  const text =
    typeof value === 'string'
      ? value
          .replaceAll(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, max)
      : '';
  return text === '' ? null : text;
};
const textsOf = (value: unknown, max: number): string[] =>
  listOf(value)
    .slice(0, 100)
    .flatMap((one) => textOf(one, max) ?? []);

/**
 * Parses `company_tickers.json`: `{"0": {"cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc."}, …}`.
 * @returns the CIK of each ticker; malformed rows are left out
 */
export function secTickers(body: unknown): Map<string, number> {
  const rows = objectOf(body);
  if (rows === undefined) throw badAnswer('tickers');
  const found = new Map<string, number>();
  for (const row of Object.values(rows)) {
    const { cik_str: cik, ticker } = objectOf(row) ?? {};
    if (!Number.isInteger(cik) || (cik as number) <= 0 || (cik as number) > 9_999_999_999) continue;
    if (typeof ticker === 'string' && !found.has(ticker.toUpperCase())) found.set(ticker.toUpperCase(), cik as number);
  }
  if (found.size === 0) throw badAnswer('tickers');
  return found;
}

/** Parses `submissions/CIK##########.json`. Filings that are malformed are left out. */
export function secCompany(body: unknown): CompanyRecord {
  const company = objectOf(body);
  const name = textOf(company?.name, 200);
  const cik = String(Number(company?.cik));
  if (company === undefined || name === null || !/^[1-9]\d{0,9}$/.test(cik)) throw badAnswer('submissions');
  const filings = objectOf(company.filings);
  const recent = objectOf(filings?.recent) ?? {};
  const listed = filingsOf(recent, cik);
  const earlier = listOf(filings?.files).length > 0;
  return {
    profile: profileOf(company, name, cik),
    filings: listed,
    filingsSince: earlier ? (listed.at(-1)?.filedOn ?? null) : null,
  };
}

function profileOf(company: Json, name: string, cik: string): CompanyProfile {
  const yearEnd = typeof company.fiscalYearEnd === 'string' ? /^([01]\d)([0-3]\d)$/.exec(company.fiscalYearEnd) : null;
  const sic = textOf(company.sic, 4);
  return {
    name,
    cik,
    lei: typeof company.lei === 'string' && /^[A-Z0-9]{20}$/.test(company.lei) ? company.lei : null,
    tickers: textsOf(company.tickers, 20),
    exchanges: textsOf(company.exchanges, 50),
    sic: sic !== null && /^\d{3,4}$/.test(sic) ? sic.padStart(4, '0') : null,
    industry: textOf(company.sicDescription, 200),
    fiscalYearEnd: yearEnd === null ? null : `${yearEnd[1]}-${yearEnd[2]}`,
    incorporatedIn: textOf(company.stateOfIncorporation, 10),
    category: textOf(company.category, 100),
    website: textOf(company.website, 500),
    formerNames: listOf(company.formerNames)
      .slice(0, 50)
      .flatMap((row) => {
        const { name, from, to } = objectOf(row) ?? {};
        const former = textOf(name, 200);
        const dayOf = (time: unknown) => (isDay(String(time).slice(0, 10)) ? String(time).slice(0, 10) : null);
        return former === null ? [] : [{ name: former, from: dayOf(from), to: dayOf(to) }];
      }),
  };
}

/** Reads the columns of filings, newest first. */
function filingsOf(columns: Json, cik: string): Filing[] {
  const column = (name: string) => listOf(columns[name]);
  const [accessions, forms, days, accepted] = [
    column('accessionNumber'),
    column('form'),
    column('filingDate'),
    column('acceptanceDateTime'),
  ];
  const [reports, items, documents, titles] = [
    column('reportDate'),
    column('items'),
    column('primaryDocument'),
    column('primaryDocDescription'),
  ];
  const found = accessions.slice(0, MAX_FILINGS).flatMap((accession, at): Filing[] => {
    const [form, filedOn, document] = [textOf(forms[at], 20), days[at], textOf(documents[at], 200)];
    if (typeof accession !== 'string' || !accessionShape.test(accession) || form === null || !isDay(filedOn)) return [];
    const folder = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`;
    const isPlain = document !== null && /^[\w.()/ -]+$/.test(document) && !document.includes('..');
    const report = reports[at];
    return [
      {
        accession,
        form,
        filedOn,
        publishedAt: publishedAt(filedOn, accepted[at]),
        reportDate: isDay(report) ? report : null,
        items: String(items[at] ?? '')
          .split(',')
          .filter((item) => /^\d{1,2}\.\d\d$/.test(item)),
        title: textOf(titles[at], 200),
        url: isPlain ? `${folder}/${document.split('/').map(encodeURIComponent).join('/')}` : null,
      },
    ];
  });
  return found.sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
}

/**
 * Returns the time from which a filing is public: its acceptance, or 06:00 in New York on its filing date if it was
 * accepted on the evening before; without a usable acceptance, the end of its day.
 */
export function publishedAt(filedOn: string, accepted: unknown): Date {
  const opening = newYork.instantOf(parseDay(filedOn), OPENING_HOUR * 60);
  const at = typeof accepted === 'string' ? Date.parse(accepted) : Number.NaN;
  const isUsable = Math.abs(at - opening) < 7 * 24 * HOUR_MS;
  return new Date(isUsable ? Math.max(at, opening) : opening + 16 * HOUR_MS);
}
