import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { CompanyFacts, CompanyProfile, CompanyRecord, Filing } from '../company-facts.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { CompanySource, CompanySources } from '../providers/company-source.js';
import { unavailable } from '../unavailable.js';
import { type KnownFact, knownFacts, PublicationTimes } from './known-fact.js';

/** Memory (bytes, estimated) for lists of filings and for figures. */
const MAX_RECORD_BYTES = 24_000_000;
const MAX_FACT_BYTES = 64_000_000;
/** Estimated memory of a filing, a figure and a version of it (bytes). */
const BYTES = { filing: 400, fact: 200, version: 150 };
const RECORD_FRESH_MS = 10 * MINUTE_MS;
const FACTS_FRESH_MS = HOUR_MS;
const STALE_MS = 7 * DAY_MS;

export interface FilingFilter {
  forms?: readonly string[];
  /** Published in `[from, to)`. */
  from?: Date;
  to?: Date;
  knownAt?: Date;
}

export interface SourcedCompany extends CompanyRecord {
  symbol: MarketSymbol;
  provenance: Provenance;
}

/** The figures of a company as known at a moment. */
export interface SourcedFacts {
  symbol: MarketSymbol;
  facts: readonly KnownFact[];
  currency: string | null;
  knownAt: Date;
  provenance: Provenance;
}

export type Company = CompanyProfile & { symbol: string; provenance: Provenance };

/** Reads companies, their filings and figures from the configured source. */
@Service()
export class CompaniesService {
  private readonly records: StaleWhileRevalidateCache<CompanyRecord>;
  private readonly figures: StaleWhileRevalidateCache<CompanyFacts>;

  constructor(
    private readonly sources: CompanySources,
    private readonly clock: Clock,
  ) {
    this.records = new StaleWhileRevalidateCache(clock, {
      max: MAX_RECORD_BYTES,
      sizeOf: ({ filings }) => 2_000 + filings.length * BYTES.filing,
      freshMs: RECORD_FRESH_MS,
      staleMs: STALE_MS,
    });
    this.figures = new StaleWhileRevalidateCache(clock, {
      max: MAX_FACT_BYTES,
      sizeOf: ({ facts }) =>
        2_000 + facts.reduce((sum, { versions }) => sum + BYTES.fact + versions.length * BYTES.version, 0),
      freshMs: FACTS_FRESH_MS,
      staleMs: STALE_MS,
    });
  }

  /** True if a source of companies is configured. */
  get isConfigured(): boolean {
    return this.sources.source !== undefined;
  }

  /** Name of the configured source of companies; undefined without one. */
  get sourceName(): string | undefined {
    return this.sources.source?.name;
  }

  /** Returns a company. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  read(text: string): Promise<SourcedCompany> {
    return this.answering(text, (symbol, source) => this.record(symbol, source));
  }

  /** Returns filings, newest first. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  async filings(text: string, filter: FilingFilter): Promise<SourcedCompany> {
    const { filings, ...company } = await this.read(text);
    return { ...company, filings: filings.filter((filing) => fits(filing, filter)) };
  }

  /** Returns the filings of a company. @throws UpstreamError */
  async latestFilings(symbol: MarketSymbol): Promise<SourcedCompany> {
    return this.record(symbol, this.configured());
  }

  /**
   * Returns the figures that were published by a moment.
   * @param knownAt undefined: now
   * @param days only figures of periods that end within this number of days before the moment; undefined: all
   * @throws Problem `not_found`, `unprocessable`, `unavailable`
   */
  facts(text: string, knownAt?: Date, days?: number): Promise<SourcedFacts> {
    return this.answering(text, async (symbol, source) => {
      const moment = knownAt ?? new Date(this.clock.now());
      const since = days === undefined ? undefined : dayOf(moment.getTime() - days * DAY_MS);
      // An unknown company has no figures, so the company is read first.
      const company = since !== undefined && source.statesFilings ? undefined : await this.record(symbol, source);
      const { value, ...read } = await this.figuresOf(symbol, source, since, moment);
      const { filings, provenance } = company ?? sourced(source, { filings: value.filings ?? [] }, read);
      const recent = since === undefined ? value.facts : value.facts.filter(({ end }) => end >= since);
      const known = knownFacts(recent, new PublicationTimes({ filings }), moment.getTime());
      return {
        symbol,
        facts: known,
        currency: value.currency,
        knownAt: moment,
        provenance: {
          ...provenance,
          fetchedAt: new Date(Math.min(read.loadedAt, provenance.fetchedAt.getTime())),
          stale: read.stale || provenance.stale,
          warnings: [...value.warnings],
        },
      };
    });
  }

  private async figuresOf(symbol: MarketSymbol, source: CompanySource, since: string | undefined, moment: Date) {
    if (since === undefined || !source.isComputed) return this.figures.get(symbol.text, () => source.facts(symbol));
    // A period is not reported before it has ended.
    const value = await source.facts(symbol, since, dayOf(moment.getTime()));
    return { value, loadedAt: this.clock.now(), stale: false };
  }

  private async record(symbol: MarketSymbol, source: CompanySource): Promise<SourcedCompany> {
    const { value, ...read } = await this.records.get(symbol.text, () => source.company(symbol));
    return { ...sourced(source, value, read), symbol };
  }

  private configured(): CompanySource {
    const { source } = this.sources;
    if (source === undefined) throw new UpstreamError('not_entitled');
    return source;
  }

  private async answering<Answer>(
    text: string,
    work: (symbol: MarketSymbol, source: CompanySource) => Promise<Answer>,
  ): Promise<Answer> {
    const symbol = parseSymbol(text);
    if (symbol === undefined) throw unknown();
    if (symbol.assetClass !== 'equity')
      throw new Problem('unprocessable', { detail: 'Only shares belong to a company. Name a symbol such as AAPL.US.' });
    try {
      return await work(symbol, this.configured());
    } catch (error) {
      throw error instanceof UpstreamError ? companyProblem(error) : error;
    }
  }
}

/** Adds where and when filings were read. */
function sourced<Read extends Pick<CompanyRecord, 'filings'>>(
  { name }: CompanySource,
  value: Read,
  { loadedAt, stale }: { loadedAt: number; stale: boolean },
): Read & { provenance: Provenance } {
  const asOf = value.filings[0]?.publishedAt ?? null;
  const fetchedAt = new Date(loadedAt);
  return { ...value, provenance: { provider: name, asOf, fetchedAt, delaySeconds: 0, stale, warnings: [] } };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const fits = ({ form, publishedAt }: Filing, { forms, from, to, knownAt }: FilingFilter): boolean =>
  (forms === undefined || forms.includes(form.toUpperCase())) &&
  (from === undefined || publishedAt >= from) &&
  (to === undefined || publishedAt < to) &&
  (knownAt === undefined || publishedAt <= knownAt);

const unknown = () =>
  new Problem('not_found', {
    detail:
      'The source of companies knows no company with this symbol. SEC EDGAR has shares in the United States alone.',
  });

/** Returns the problem for a source of companies that does not answer a request. */
export function companyProblem(error: UpstreamError): Problem {
  if (error.code === 'not_found') return unknown();
  if (error.code === 'not_entitled')
    return new Problem('unprocessable', {
      detail: 'No source of companies is configured. The operator sets SVC_SEC_USER_AGENT for SEC EDGAR.',
    });
  return unavailable('The source of companies is not answering. Try again in a moment.', error.retryAfterMs, error);
}
