import { readFileSync } from 'node:fs';
import type { CompanyFacts, CompanyRecord, Filing } from '../../src/features/markets/company-facts.js';
import type { MarketSymbol } from '../../src/features/markets/market-symbol.js';
import { CompanySource } from '../../src/features/markets/providers/company-source.js';
import { secCompany } from '../../src/features/markets/providers/sec-answers.js';
import { secFacts } from '../../src/features/markets/providers/sec-facts.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';

export const recordedCompany = (name: string): string =>
  readFileSync(`test/fixtures/markets/companies/${name}.json`, 'utf8');

export const recordedFacts = (name: string): CompanyFacts =>
  secFacts(JSON.parse(recordedCompany(`companyfacts-${name}`))) as CompanyFacts;

/** A source that knows recorded companies, and counts its calls. */
export class RecordedCompanies extends CompanySource {
  readonly name = 'sec';
  readonly calls: string[] = [];
  /** The error of the next calls. */
  failure?: UpstreamError;
  readonly record: CompanyRecord = secCompany(JSON.parse(recordedCompany('submissions-apple')));
  /** The facts by ticker. */
  readonly known = new Map<string, CompanyFacts>([
    ['TSLA', recordedFacts('tesla')],
    ['SNOW', recordedFacts('snowflake')],
  ]);

  async company({ ticker }: MarketSymbol): Promise<CompanyRecord> {
    this.called(`company ${ticker}`);
    if (ticker === 'AAPL') return this.record;
    if (!this.known.has(ticker)) throw new UpstreamError('not_found');
    return { ...this.record, filings: [], filingsSince: '2026-01-01' };
  }

  async facts({ ticker }: MarketSymbol): Promise<CompanyFacts> {
    this.called(`facts ${ticker}`);
    const facts = this.known.get(ticker);
    if (facts === undefined) throw new UpstreamError('not_found');
    return facts;
  }

  /** Adds a filing of Apple, published at a time. */
  files(filing: Partial<Filing> & Pick<Filing, 'accession' | 'publishedAt'>): void {
    const usual = { form: '8-K', filedOn: '2026-12-08', reportDate: null, items: [], title: null, url: null };
    this.record.filings = [{ ...usual, ...filing }, ...this.record.filings];
  }

  private called(call: string): void {
    this.calls.push(call);
    if (this.failure !== undefined) throw this.failure;
  }
}
