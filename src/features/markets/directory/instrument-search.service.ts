import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { UpstreamError, upstreamFailures } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Instrument } from '../instrument.js';
import type { MarketProvider, SearchSource } from '../providers/market-provider.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Need } from '../routing/need.js';
import { byScore, InstrumentIndex } from './instrument-index.js';
import { comparable, fuzzyMatch, type Match, matchOf } from './instrument-match.js';
import { type KnownInstrument, tableProvenance } from './instruments.service.js';
import { type SearchQuery, searchQuery } from './search-query.js';

export interface SearchHit extends KnownInstrument, Match {}

export interface SearchAnswer {
  /** The best first. */
  hits: SearchHit[];
  /** Sentences: who was asked and did not answer. */
  warnings: string[];
}

/** Shorter queries are answered from the table alone: they are the beginning of one still being typed, and calls are counted. */
const ASKED_FROM = 3;
/** For how long (ms) providers are waited for. What comes later is there for the next who asks. */
const PATIENCE_MS = 1_000;

/** Finds instruments in the table of this service and at every provider that can search. */
@Service()
export class InstrumentSearchService {
  private readonly answers: StaleWhileRevalidateCache<Instrument[]>;

  constructor(
    private readonly index: InstrumentIndex,
    private readonly router: MarketRouter,
    clock: Clock,
  ) {
    this.answers = new StaleWhileRevalidateCache(clock, { max: 1_000, freshMs: DAY_MS, staleMs: 30 * DAY_MS });
  }

  /** An instrument that the table and a provider know is told once, as the table knows it. Providers that fail are told of and fail nothing. */
  async search(text: string, assetClass: AssetClass | undefined, limit: number): Promise<SearchAnswer> {
    const query = searchQuery(text);
    if (query === undefined) return { hits: [], warnings: [] };
    const found = this.index.search(query, assetClass, limit);
    const hits: SearchHit[] = found.map((one) => ({ ...one, provenance: tableProvenance }));
    const known = new Set(hits.map(({ instrument }) => instrument.symbol));
    const warnings: string[] = [];
    for (const answer of await this.elsewhere(query, assetClass)) {
      if ('warning' in answer) warnings.push(answer.warning);
      else for (const hit of answer.hits) if (!known.has(hit.instrument.symbol)) known.add(hit.instrument.symbol) && hits.push(hit);
    }
    return { hits: hits.sort(byScore).slice(0, limit), warnings };
  }

  private elsewhere(query: SearchQuery, assetClass: AssetClass | undefined): Promise<Array<{ hits: SearchHit[] } | { warning: string }>> {
    if (query.name.length < ASKED_FROM) return Promise.resolve([]);
    const need: Need = { operation: 'search', assetClass };
    return Promise.all(this.router.candidates(need).map((candidate) => this.ask(candidate, need, query)));
  }

  private async ask({ provider, capability }: Candidate, need: Need, query: SearchQuery): Promise<{ hits: SearchHit[] } | { warning: string }> {
    try {
      const asking = this.answers.get(`${provider.name}:${query.name}`, () => this.call(provider, need, query.name));
      const { value, loadedAt, stale } = await atMost(PATIENCE_MS, asking);
      const { delaySeconds } = capability;
      const provenance = { provider: provider.name, asOf: null, fetchedAt: new Date(loadedAt), delaySeconds, stale, warnings: [] };
      const wanted = value.filter((instrument) => need.assetClass === undefined || instrument.assetClass === need.assetClass);
      return { hits: wanted.map((instrument) => ({ instrument, provenance, ...judged(instrument, query) })) };
    } catch (error) {
      if (error instanceof UpstreamError) return { warning: `${provider.title} was asked too: ${upstreamFailures[error.code]}` };
      throw error;
    }
  }

  private async call(provider: MarketProvider, need: Need, words: string): Promise<Instrument[]> {
    try {
      const found = await (provider.search as SearchSource).search(words);
      this.router.succeeded(need, provider);
      return found;
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'not_found') return [];
      if (error instanceof UpstreamError) this.router.failed(need, provider, error);
      throw error;
    }
  }
}

/** Where it does not fit as written, the provider has its reasons. */
function judged(instrument: Instrument, query: SearchQuery): Match {
  const compared = comparable(instrument);
  return matchOf(compared, query) ?? fuzzyMatch(compared, 0);
}

/** @throws UpstreamError `timeout` when it takes longer; the work goes on */
async function atMost<Value>(ms: number, work: Promise<Value>): Promise<Value> {
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
