import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/sort-order.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Filing } from '../company-facts.js';
import { type InsiderLine, type InsiderReport, insiderForms } from '../insider-report.js';
import type { MarketSymbol } from '../market-symbol.js';
import { CompanySources } from '../providers/company-source.js';
import { CompaniesService, companyProblem, type FilingFilter, type SourcedCompany } from './companies.service.js';

/** Memory (bytes, estimated) for reports, that of a report without lines, and that of a line. */
const MAX_BYTES = 16_000_000;
const BYTES = { report: 700, line: 300 };
/** A report does not change; one that cannot be read is read again after an hour. */
const FRESH_MS = 30 * DAY_MS;
const UNREADABLE_FRESH_MS = HOUR_MS;
/** Documents to read for one page at most, which takes three seconds. */
const MAX_DOCUMENTS = 12;
/** Time (ms) within which a report is amended. */
const AMENDED_WITHIN_MS = 730 * DAY_MS;

/** A line of a report with its filing. */
export interface InsiderRow {
  symbol: string;
  filing: Filing;
  report: InsiderReport;
  /** Position of the line in the report. */
  at: number;
  line: InsiderLine;
  /** Accession number of the latest known amendment of the report; null without one. */
  amendedBy: string | null;
}

export interface InsiderRequest extends Pick<FilingFilter, 'from' | 'to' | 'knownAt'> {
  /** Codes of transactions; undefined: all transactions and holdings. */
  codes?: readonly string[];
  order: Order;
  /** Accession number and position of the last line of the page before; position −1: before the first line. */
  after?: readonly [string, number];
  /** Number of rows to return at most. */
  fetch: number;
}

export interface InsiderRows extends SourcedCompany {
  rows: readonly InsiderRow[];
  /** Position at which the next page begins, if this page ends before its limit of rows. */
  next?: readonly [string, number];
}

/** Reads the reports of the insiders of companies. */
@Service()
export class InsidersService {
  private readonly reports: StaleWhileRevalidateCache<InsiderReport | null>;

  constructor(
    private readonly companies: CompaniesService,
    private readonly sources: CompanySources,
    clock: Clock,
  ) {
    this.reports = new StaleWhileRevalidateCache(clock, {
      max: MAX_BYTES,
      sizeOf: (report) => BYTES.report + (report?.lines.length ?? 0) * BYTES.line,
      freshMs: (report) => (report === null ? UNREADABLE_FRESH_MS : FRESH_MS),
      staleMs: 0,
    });
  }

  /** Returns a report; null for one that cannot be read. @throws UpstreamError if the source does not answer */
  async report(symbol: MarketSymbol, filing: Filing): Promise<InsiderReport | null> {
    const { source } = this.sources;
    if (source === undefined) throw new UpstreamError('not_entitled');
    const { value } = await this.reports.get(`${symbol.text} ${filing.accession}`, async () => {
      try {
        return await source.insiders(symbol, filing);
      } catch (error) {
        if (error instanceof UpstreamError && (error.code === 'bad_answer' || error.code === 'not_found')) return null;
        throw error;
      }
    });
    return value;
  }

  /**
   * Returns lines of reports in the order of their filings.
   * @throws Problem `not_found`, `unprocessable`, `unavailable`
   */
  async read(text: string, request: InsiderRequest): Promise<InsiderRows> {
    const { from, to, knownAt, order, after, codes, fetch } = request;
    const company = await this.companies.filings(text, { forms: insiderForms, knownAt });
    const inRange = company.filings.filter(
      ({ publishedAt }) => (from === undefined || publishedAt >= from) && (to === undefined || publishedAt < to),
    );
    const filings = order === 'asc' ? inRange.toReversed() : inRange;
    const first = Math.max(0, after === undefined ? 0 : filings.findIndex(({ accession }) => accession === after[0]));
    const reader = new PageReader(this, company.symbol, this.sources.source?.isComputed ? undefined : this.reports);
    const rows: InsiderRow[] = [];
    let next: readonly [string, number] | undefined;
    for (const filing of filings.slice(first)) {
      if (rows.length >= fetch) break;
      const report = await reader.read(filing, rows.length > 0);
      if (report === undefined) {
        next = [filing.accession, -1];
        break;
      }
      const skipped = filing.accession === after?.[0] ? after[1] : -1;
      for (const [at, line] of report?.lines.entries() ?? [])
        if (report !== null && at > skipped && (codes === undefined || codes.includes(line.code ?? '')))
          rows.push({ symbol: company.symbol.text, filing, report, at, line, amendedBy: null });
    }
    const shown = rows.slice(0, fetch);
    const found = await this.amended(shown, company.filings, reader);
    return { ...company, rows: found, next, provenance: { ...company.provenance, warnings: reader.warnings } };
  }

  /** Adds the latest amendment to each row whose report it amends. */
  private async amended(rows: readonly InsiderRow[], filings: readonly Filing[], reader: PageReader) {
    const times = rows.map(({ filing }) => filing.publishedAt.getTime());
    const [first, last] = [Math.min(...times), Math.max(...times) + AMENDED_WITHIN_MS];
    const isNear = ({ form, publishedAt }: Filing) =>
      form.endsWith('/A') && publishedAt.getTime() >= first && publishedAt.getTime() <= last;
    const amendments: Array<{ filing: Filing; report: InsiderReport }> = [];
    for (const filing of filings.filter(isNear).reverse()) {
      const report = await reader.read(filing, true);
      if (report === undefined) reader.misses.amendments += 1;
      else if (report !== null) amendments.push({ filing, report });
    }
    return rows.map((row) => {
      const found = amendments.findLast(
        ({ filing, report }) =>
          filing.accession !== row.filing.accession &&
          filing.form === `${row.filing.form}/A` &&
          report.originalFiledOn === row.filing.filedOn &&
          report.owners.some((owner) => row.report.owners.some((other) => isSame(owner, other))),
      );
      return found === undefined ? row : { ...row, amendedBy: found.filing.accession };
    });
  }
}

const isSame = (one: InsiderReport['owners'][number], other: typeof one): boolean =>
  one.cik === null ? one.name === other.name : one.cik === other.cik;

/** Reads the reports of a page, up to the limit of documents, and counts what is missing. */
class PageReader {
  readonly misses = { unreadable: 0, lines: 0, amendments: 0 };
  private readonly seen = new Set<string>();
  private documents = 0;

  /** @param known reports that need no document; undefined if no report needs one */
  constructor(
    private readonly insiders: InsidersService,
    private readonly symbol: MarketSymbol,
    private readonly known: StaleWhileRevalidateCache<InsiderReport | null> | undefined,
  ) {}

  /**
   * Returns a report; null for one that cannot be read.
   * @param mayEnd true: returns undefined if the limit is reached or the source does not answer
   * @throws Problem if the source does not answer
   */
  async read(filing: Filing, mayEnd: boolean): Promise<InsiderReport | null | undefined> {
    const isCached = this.known?.peek(`${this.symbol.text} ${filing.accession}`) !== undefined;
    if (this.known !== undefined && !isCached && this.documents >= MAX_DOCUMENTS) return undefined;
    if (!isCached) this.documents += 1;
    try {
      const report = await this.insiders.report(this.symbol, filing);
      if (!this.seen.has(filing.accession)) {
        this.misses.unreadable += report === null ? 1 : 0;
        this.misses.lines += report?.leftOut ?? 0;
      }
      this.seen.add(filing.accession);
      return report;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (mayEnd) return undefined;
      throw companyProblem(error);
    }
  }

  get warnings(): string[] {
    const { unreadable, lines, amendments } = this.misses;
    const counted = (count: number, noun: string, rest: string) =>
      count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'} ${rest}`];
    return [
      ...counted(unreadable, 'report', 'could not be read, such as one from before July 2003.'),
      ...counted(lines, 'line', 'with impossible numbers or days were left out.'),
      ...counted(amendments, 'amendment', 'could not be read yet; `amendedBy` may be incomplete.'),
    ];
  }
}
