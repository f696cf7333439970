import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type CachedValue, StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { knownBy, type SeriesContent, type SeriesDescription } from '../economic-series.js';
import { type SeriesSource, SeriesSources } from '../providers/series-source.js';
import { unavailable } from '../unavailable.js';

/** Memory for series (estimated bytes), and of an observation and a vintage. */
const MAX_BYTES = 64_000_000;
const BYTES = { series: 2_000, observation: 200, vintage: 100 };
const FRESH_MS = HOUR_MS;
const STALE_MS = 7 * DAY_MS;
const MAX_SEARCHES = 500;

/** A source that could not be searched. */
export interface SearchFailure {
  provider: string;
  detail: string;
}

/** A series as it was known at a moment. */
export interface KnownSeries extends Omit<SeriesContent, 'updatedAt'> {
  knownAt: Date;
  provenance: Provenance;
}

/** Finds and reads economic series. */
@Service()
export class EconomyService {
  private readonly contents: StaleWhileRevalidateCache<SeriesContent>;
  private readonly searches: StaleWhileRevalidateCache<readonly SeriesDescription[]>;

  constructor(
    private readonly sources: SeriesSources,
    private readonly clock: Clock,
  ) {
    this.contents = new StaleWhileRevalidateCache(clock, {
      max: MAX_BYTES,
      sizeOf: ({ observations }) =>
        observations.reduce(
          (sum, { vintages }) => sum + BYTES.observation + vintages.length * BYTES.vintage,
          BYTES.series,
        ),
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
    });
    this.searches = new StaleWhileRevalidateCache(clock, { max: MAX_SEARCHES, freshMs: DAY_MS, staleMs: STALE_MS });
  }

  /**
   * Finds series in all sources; a source that fails is named and fails none of the others.
   * @param source only this source; undefined: all
   */
  async search(
    text: string,
    source: string | undefined,
    limit: number,
  ): Promise<{ series: SeriesDescription[]; failures: SearchFailure[] }> {
    const asked = this.sources.all.filter(({ name }) => source === undefined || name === source);
    if (asked.length === 0) throw notConfigured();
    const outcomes = await Promise.all(asked.map((one) => this.searchOne(one, text, limit)));
    const found = outcomes.map(({ series }) => series);
    // The sources take turns, so that one with many series does not hide the others.
    const most = Math.max(...found.map(({ length }) => length));
    const mixed = Array.from({ length: most }, (_, at) => found.flatMap((series) => series[at] ?? [])).flat();
    return { series: mixed.slice(0, limit), failures: outcomes.flatMap(({ failure }) => failure ?? []) };
  }

  /**
   * Returns a series as it was known at a moment.
   * @param knownAt undefined: now
   * @throws Problem `not_found`, `unprocessable` for an earlier moment of a source without vintages, `unavailable`
   */
  async read(id: string, knownAt?: Date): Promise<KnownSeries> {
    const now = this.clock.now();
    const moment = new Date(Math.min(knownAt?.getTime() ?? now, now));
    const { source, content, loadedAt, stale } = await this.content(id);
    if (!content.hasVintages && moment.getTime() < Math.min(loadedAt, now - DAY_MS))
      throw new Problem('unprocessable', {
        detail: 'Its source keeps only current values, so those of an earlier moment are not known. Omit `knownAt`.',
      });
    const { updatedAt, ...rest } = content;
    return {
      ...rest,
      observations: content.hasVintages ? knownBy(content.observations, moment.getTime()) : content.observations,
      knownAt: moment,
      provenance: {
        provider: source.name,
        asOf: updatedAt !== null && updatedAt <= moment ? updatedAt : null,
        fetchedAt: new Date(loadedAt),
        delaySeconds: 0,
        stale,
        warnings: [],
      },
    };
  }

  private async content(
    id: string,
  ): Promise<{ source: SeriesSource; content: SeriesContent; loadedAt: number; stale: boolean }> {
    const at = id.indexOf(':');
    const source = this.sources.all.find(({ name }) => name === id.slice(0, at));
    if (this.sources.all.length === 0) throw notConfigured();
    if (source === undefined) throw unknown();
    try {
      const code = id.slice(at + 1);
      const isComputed = source.name === 'simulator';
      const { value, loadedAt, stale }: CachedValue<SeriesContent> = isComputed
        ? { value: await source.read(code), loadedAt: this.clock.now(), stale: false }
        : await this.contents.get(id, () => source.read(code));
      return { source, content: value, loadedAt, stale };
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  private async searchOne(
    source: SeriesSource,
    text: string,
    limit: number,
  ): Promise<{ series: readonly SeriesDescription[]; failure?: SearchFailure }> {
    try {
      const key = JSON.stringify([source.name, text, limit]);
      return { series: (await this.searches.get(key, () => source.search(text, limit))).value };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { series: [], failure: { provider: source.name, detail: 'The source is not answering.' } };
    }
  }
}

const unknown = () =>
  new Problem('not_found', { detail: 'No configured source has this series. `GET /economy/series` finds series.' });

const notConfigured = () =>
  new Problem('unprocessable', {
    detail: 'No such source of economic series is configured. The operator sets SVC_ECONOMY_SOURCES.',
  });

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_found') return unknown();
  return unavailable('The source of the series is not answering. Try again in a moment.', error.retryAfterMs, error);
}
