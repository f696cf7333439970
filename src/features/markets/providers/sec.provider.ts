import { type CachedValue, StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { readInThread } from '../../../threads/read-in-thread.js';
import { DAY_MS } from '../../../time/durations.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { budgetsOf } from '../../../upstream/vendor.js';
import type { CompanyFacts, CompanyRecord, Filing } from '../company-facts.js';
import type { InsiderReport } from '../insider-report.js';
import type { MarketSymbol } from '../market-symbol.js';
import { companyVendors } from '../markets.vendors.js';
import { CompanySource } from './company-source.js';
import { readInsiderForm } from './insider-form.js';
import { secCompany, secTickers } from './sec-answers.js';
import { refusal, type SecSettings } from './sec-calls.js';
import { SecDocuments } from './sec-documents.js';

/** Maximum sizes (bytes) of a list of filings and of the facts of a company; the largest ones have 1 and 12 MB. */
const MAX_FILINGS_BYTES = 10_000_000;
const MAX_FACTS_BYTES = 32_000_000;
/** Forms of insiders up to this size (bytes) are read in a millisecond or two; larger ones are read in a thread. */
const MAX_INLINE_BYTES = 60_000;
/** Time limit of a call (ms): the facts of a large company are several megabytes. */
const TIMEOUT_MS = 15_000;
/** EDGAR allows 10 calls a second of all its addresses together. */
const DATA_CALLS_PER_SECOND = 5;
const FILE_CALLS_PER_SECOND = 1;
const TICKERS_STALE_MS = 30 * DAY_MS;

/**
 * SEC EDGAR: companies with shares in the United States, without a key. The SEC requires a user agent with an address.
 * https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 */
export class SecProvider extends CompanySource {
  readonly name = 'sec';
  private readonly data: Upstream;
  private readonly files: Upstream;
  private readonly documents: SecDocuments;
  private readonly tickerFile: StaleWhileRevalidateCache<ReadonlyMap<string, number>>;
  /** Facts are read one after the other, so that one large response at a time is in memory. */
  private reading: Promise<unknown> = Promise.resolve();

  constructor(parts: SourceParts, settings: SecSettings) {
    super();
    const { upstreams, clock } = parts;
    const { vendors, userAgent } = settings;
    this.documents = SecDocuments.of(parts, settings);
    const { baseUrl, callsPerMinute, callsPerDay } = vendors.sec;
    const common = { provider: this.name, headers: { 'user-agent': userAgent }, timeoutMs: TIMEOUT_MS };
    this.data = upstreams.open({
      ...common,
      feed: companyVendors.sec.feed,
      baseUrl,
      maxBytes: MAX_FACTS_BYTES,
      budgets: [{ calls: DATA_CALLS_PER_SECOND, windowSeconds: 1 }, ...budgetsOf(callsPerMinute, callsPerDay)],
    });
    this.files = upstreams.open({
      ...common,
      feed: companyVendors.secfiles.feed,
      baseUrl: vendors.secfiles.baseUrl,
      refusalsFail: true,
      budgets: [{ calls: FILE_CALLS_PER_SECOND, windowSeconds: 1 }],
    });
    this.tickerFile = new StaleWhileRevalidateCache(clock, { max: 1, freshMs: DAY_MS, staleMs: TICKERS_STALE_MS });
  }

  async company(symbol: MarketSymbol): Promise<CompanyRecord> {
    const cik = await this.cikOf(symbol);
    return this.data.get({
      path: `/submissions/CIK${cik}.json`,
      refusal,
      parse: (body, { text }) => {
        if (text.length > MAX_FILINGS_BYTES) throw new UpstreamError('too_large');
        return secCompany(body);
      },
    });
  }

  async facts(symbol: MarketSymbol): Promise<CompanyFacts> {
    const cik = await this.cikOf(symbol);
    const turn = this.reading.then(() => this.readFacts(cik));
    this.reading = turn.catch(() => {});
    return turn;
  }

  private async readFacts(cik: string): Promise<CompanyFacts> {
    const bytes = await this.data.get({
      path: `/api/xbrl/companyfacts/CIK${cik}.json`,
      as: 'bytes',
      refusal,
      parse: (body) => body as Buffer,
    });
    const worker = new URL('./sec-facts-worker.js', import.meta.url);
    const facts = await readInThread<CompanyFacts | null>(worker, bytes);
    if (facts === null) throw badAnswer('companyfacts');
    return facts;
  }

  override async insiders(_symbol: MarketSymbol, { url, filedOn }: Filing): Promise<InsiderReport> {
    // EDGAR lists the styled form of the document, whose data is one folder above.
    const path = url === null ? '' : new URL(url).pathname.replace(/\/xsl[^/]+(?=\/[^/]+$)/, '');
    if (!path.endsWith('.xml')) throw badAnswer('form of insiders');
    return this.documents.read(path, async (bytes) => {
      const report =
        bytes.length <= MAX_INLINE_BYTES
          ? readInsiderForm(bytes.toString(), filedOn)
          : await readInThread<InsiderReport | null>(new URL('./insider-form-worker.js', import.meta.url), {
              bytes,
              filedOn,
            });
      if (report == null) throw badAnswer('form of insiders');
      return report;
    });
  }

  override tickers(): Promise<CachedValue<ReadonlyMap<string, number>>> {
    return this.tickerFile.get('all', () =>
      this.files.get({ path: '/company_tickers.json', refusal, parse: secTickers, records: ({ size }) => size }),
    );
  }

  private async cikOf({ ticker, venue }: MarketSymbol): Promise<string> {
    if (venue !== 'US') throw new UpstreamError('not_found');
    const cik = (await this.tickers()).value.get(ticker);
    if (cik === undefined) throw new UpstreamError('not_found');
    return String(cik).padStart(10, '0');
  }
}
