import { createRequire } from 'node:module';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { readInThread } from '../../../threads/read-in-thread.js';
import { DAY_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { FundPortfolio } from '../fund-portfolio.js';
import type { InstitutionFiling } from '../institution-report.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type FundReport, FundSource } from './fund-source.js';
import type { NportReport } from './nport.js';
import { publishedAt } from './sec-answers.js';
import type { SecSettings } from './sec-calls.js';
import { SecDocuments } from './sec-documents.js';
import { accessionShape, isDay, objectOf } from './sec-facts.js';

/** Maximum number of reports of a fund: 25 years of quarters. */
const MAX_REPORTS = 100;
const TICKERS_STALE_MS = 30 * DAY_MS;

/** A series of a registered fund: its filer and its id. */
export interface FundSeries {
  cik: number;
  seriesId: string;
}

/** SEC EDGAR: the holdings of registered funds in the United States, from their public reports of form N-PORT. */
export class SecFunds extends FundSource {
  readonly name = 'sec';
  private readonly documents: SecDocuments;
  private readonly series: StaleWhileRevalidateCache<Map<string, FundSeries>>;

  constructor(parts: SourceParts, settings: SecSettings) {
    super();
    this.documents = SecDocuments.of(parts, settings);
    this.series = new StaleWhileRevalidateCache(parts.clock, { max: 1, freshMs: DAY_MS, staleMs: TICKERS_STALE_MS });
  }

  async reports(symbol: MarketSymbol): Promise<FundReport[]> {
    const { seriesId } = await this.seriesOf(symbol);
    const query = { action: 'getcompany', CIK: seriesId, type: 'NPORT-P', count: String(MAX_REPORTS), output: 'atom' };
    return this.documents.get({
      path: '/cgi-bin/browse-edgar',
      query,
      as: 'text',
      parse: (body) => fundReports(String(body)),
      records: ({ length }) => length,
    });
  }

  async portfolio(symbol: MarketSymbol, { id, publishedAt: at }: FundReport): Promise<FundPortfolio> {
    const { cik, seriesId } = await this.seriesOf(symbol);
    const folder = `/Archives/edgar/data/${cik}/${id.replaceAll('-', '')}`;
    const read = await this.documents.read(`${folder}/primary_doc.xml`, (bytes) =>
      readInThread<NportReport | null>(new URL('./nport-worker.js', import.meta.url), bytes),
    );
    if (read === null || read.seriesId !== seriesId) throw badAnswer('N-PORT');
    const { name, asOf, holdings, tickers, warnings } = read;
    const url = `https://www.sec.gov${folder}/${id}-index.htm`;
    const listed = holdings.map((holding, at) => {
      const ticker = tickers[at];
      // Tickers are only written by some filers, and only those of the United States are unambiguous.
      const isListed = ticker != null && /^[A-Z]{1,5}$/.test(ticker) && holding.country === 'US';
      return isListed ? { ...holding, symbol: `${ticker}.US` } : holding;
    });
    return { name, asOf, holdings: listed, warnings, url, publishedAt: at };
  }

  private async seriesOf({ ticker, venue }: MarketSymbol): Promise<FundSeries> {
    if (venue !== 'US') throw new UpstreamError('not_found');
    const { value } = await this.series.get('all', () =>
      this.documents.get({
        path: '/files/company_tickers_mf.json',
        parse: fundSeries,
        records: ({ size }) => size,
      }),
    );
    const series = value.get(ticker);
    if (series === undefined) throw new UpstreamError('not_found');
    return series;
  }
}

/**
 * Parses `company_tickers_mf.json`: `{"fields": ["cik", "seriesId", "classId", "symbol"], "data": [[…], …]}`.
 * @returns the series of each ticker; malformed rows are left out
 */
export function fundSeries(body: unknown): Map<string, FundSeries> {
  const { fields, data } = objectOf(body) ?? {};
  if (!Array.isArray(fields) || !Array.isArray(data)) throw badAnswer('fund tickers');
  const [cikAt, seriesAt, symbolAt] = ['cik', 'seriesId', 'symbol'].map((name) => fields.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const found = new Map<string, FundSeries>();
  for (const row of data) {
    if (!Array.isArray(row)) continue;
    const [cik, seriesId, symbol] = [row[cikAt], row[seriesAt], row[symbolAt]];
    if (!Number.isInteger(cik) || cik <= 0 || typeof symbol !== 'string') continue;
    if (typeof seriesId === 'string' && /^S\d{9}$/.test(seriesId)) found.set(symbol.toUpperCase(), { cik, seriesId });
  }
  if (found.size === 0) throw badAnswer('fund tickers');
  return found;
}

/** Parses a list of filings in Atom. @returns the reports of form N-PORT, newest first */
export const fundReports = (text: string): FundReport[] =>
  filingsInFeed(text).flatMap(({ id, form, publishedAt }) => (form.startsWith('NPORT-P') ? { id, publishedAt } : []));

/** Parses a list of filings in Atom. @returns the filings, newest first; malformed ones are left out */
export function filingsInFeed(text: string): InstitutionFiling[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || !/<feed[\s>]/.test(text)) throw badAnswer('list of filings');
  const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'entry' });
  const entries = objectOf(objectOf(parser.parse(text))?.feed)?.entry;
  const found = (Array.isArray(entries) ? entries : []).flatMap((entry): InstitutionFiling[] => {
    const { content, updated } = objectOf(entry) ?? {};
    const fields = objectOf(content) ?? {};
    const [id, filedOn, form] = [fields['accession-number'], fields['filing-date'], fields['filing-type']];
    if (typeof id !== 'string' || !accessionShape.test(id) || !isDay(filedOn)) return [];
    return [{ id, form: String(form).slice(0, 20), filedOn, publishedAt: publishedAt(filedOn, updated) }];
  });
  return found.sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
}
