import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError, upstreamFailures } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Instrument } from '../instrument.js';
import { MeasuredMarkets } from '../measured/measured-markets.service.js';
import { instrumentOfSeries, provenanceOfSeries } from '../measured/measured-series.js';
import { OwnMarkets } from '../own/own-markets.service.js';
import type { MarketProvider, SearchSource } from '../providers/market-provider.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { byScore, InstrumentIndex } from './instrument-index.js';
import { comparable, fuzzyMatch, type Match, matchOf } from './instrument-match.js';
import { type KnownInstrument, tableProvenance } from './instruments.service.js';
import { MeasuredIndex } from './measured-index.js';
import { type SearchQuery, searchQuery } from './search-query.js';

export interface SearchHit extends KnownInstrument, Match {}

export interface SearchAnswer {
  /** Instruments found, best match first. */
  hits: SearchHit[];
  /** Sentences that name the providers that did not answer. */
  warnings: string[];
}

/** The results of a provider, or a warning with the reason why it did not answer. */
type ProviderAnswer = { hits: SearchHit[] } | { warning: string };

/**
 * Minimum length of a query that is sent to providers: shorter ones are still being typed, and provider calls are
 * limited.
 */
const MIN_PROVIDER_QUERY_LENGTH = 3;
/** Time (ms) for which a search waits for providers. Later responses are cached for the next search. */
const PROVIDER_TIMEOUT_MS = 1_000;

/**
 * Searches instruments in the directory, among measured series and those of the account, and at every provider that
 * offers search.
 */
@Service()
export class InstrumentSearchService {
  private readonly answers: StaleWhileRevalidateCache<Instrument[]>;

  constructor(
    private readonly index: InstrumentIndex,
    private readonly router: MarketRouter,
    private readonly measured: MeasuredMarkets,
    private readonly series: MeasuredIndex,
    private readonly own: OwnMarkets,
    private readonly clock: Clock,
  ) {
    this.answers = new StaleWhileRevalidateCache(clock, { max: 1_000, freshMs: DAY_MS, staleMs: 30 * DAY_MS });
  }

  /**
   * Finds instruments, each once; an instrument that is in the directory is returned as listed there. A failing
   * provider causes a warning and does not fail the search.
   */
  async search(text: string, classes: readonly AssetClass[] | undefined, limit: number): Promise<SearchAnswer> {
    const query = searchQuery(text);
    if (query === undefined) return { hits: [], warnings: [] };
    const found = this.index.search(query, classes, limit);
    const hits: SearchHit[] = found.map((one) => ({ ...one, provenance: tableProvenance }));
    if (classes?.includes('index') !== false) hits.push(...(await this.searchMeasured(query)));
    hits.push(...(await this.searchOwn(query, classes)));
    const known = new Set(hits.map(({ instrument }) => instrument.symbol));
    const warnings: string[] = [];
    for (const answer of await this.searchProviders(query, classes)) {
      if ('warning' in answer) warnings.push(answer.warning);
      else
        for (const hit of answer.hits)
          if (!known.has(hit.instrument.symbol)) known.add(hit.instrument.symbol) && hits.push(hit);
    }
    return { hits: hits.sort(byScore).slice(0, limit), warnings };
  }

  private async searchMeasured(query: SearchQuery): Promise<SearchHit[]> {
    const at = new Date(this.clock.now());
    return (await this.series.search(query)).map(({ series, ...hit }) => ({
      ...hit,
      provenance: provenanceOfSeries(series, at),
    }));
  }

  /** Returns the own instruments of the account that match; not the similar ones, since there are few. */
  private async searchOwn(query: SearchQuery, classes: readonly AssetClass[] | undefined): Promise<SearchHit[]> {
    const now = new Date(this.clock.now());
    const series = (await this.measured.ofAccount()).map((one) => ({
      instrument: instrumentOfSeries(one),
      provenance: provenanceOfSeries(one, now),
    }));
    return [...(await this.own.matching(query)), ...series].flatMap((one) => {
      const match = matchOf(comparable(one.instrument), query);
      return match === undefined || classes?.includes(one.instrument.assetClass) === false
        ? []
        : [{ ...one, ...match }];
    });
  }

  private async searchProviders(
    query: SearchQuery,
    classes: readonly AssetClass[] | undefined,
  ): Promise<ProviderAnswer[]> {
    if (query.name.length < MIN_PROVIDER_QUERY_LENGTH) return [];
    const queried = new Map<string, Promise<ProviderAnswer>>();
    // Each provider is queried once, however many of the classes it offers.
    for (const assetClass of classes ?? [undefined]) {
      const requirement: Requirement = { operation: 'search', assetClass };
      for (const candidate of this.router.candidates(requirement)) {
        const { name } = candidate.provider;
        if (!queried.has(name)) queried.set(name, this.ask(candidate, requirement, classes, query));
      }
    }
    return Promise.all(queried.values());
  }

  private async ask(
    { provider, capability }: Candidate,
    requirement: Requirement,
    classes: readonly AssetClass[] | undefined,
    query: SearchQuery,
  ): Promise<ProviderAnswer> {
    try {
      const asking = this.answers.get(`${provider.name}:${query.name}`, () =>
        this.call(provider, requirement, query.name),
      );
      const { value, loadedAt, stale } = await withTimeout(PROVIDER_TIMEOUT_MS, asking);
      const { delaySeconds } = capability;
      const provenance = {
        provider: provider.name,
        asOf: null,
        fetchedAt: new Date(loadedAt),
        delaySeconds,
        stale,
        warnings: [],
      };
      const wanted = value.filter(({ assetClass }) => classes?.includes(assetClass) !== false);
      return { hits: wanted.map((instrument) => ({ instrument, provenance, ...matchFor(instrument, query) })) };
    } catch (error) {
      if (error instanceof UpstreamError)
        return { warning: `${provider.title} was also queried: ${upstreamFailures[error.code]}` };
      throw error;
    }
  }

  private async call(provider: MarketProvider, requirement: Requirement, words: string): Promise<Instrument[]> {
    try {
      const found = await (provider.search as SearchSource).search(words);
      this.router.recordSuccess(requirement, provider);
      return found;
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'not_found') return [];
      if (error instanceof UpstreamError) this.router.recordFailure(requirement, provider, error);
      throw error;
    }
  }
}

/** Returns the match of a provider's result; one that does not match the query has the lowest score. */
function matchFor(instrument: Instrument, query: SearchQuery): Match {
  const compared = comparable(instrument);
  return matchOf(compared, query) ?? fuzzyMatch(compared, 0);
}

/** Waits for work for a limited time. @throws UpstreamError `timeout` if it takes longer; the work continues */
async function withTimeout<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UpstreamError('timeout')), ms);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
