import { readInThread } from '../../../threads/read-in-thread.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest } from '../../../upstream/upstreams.js';
import { budgetsOf, type VendorSettings } from '../../../upstream/vendor.js';
import type { SeriesContent, SeriesDescription } from '../economic-series.js';
import { economyVendors } from '../markets.vendors.js';
import { dbnomicsDatasets, dbnomicsPage, fredSeries, worldBankSeries } from './economy-answers.js';
import { ecbSeries, inCatalog, worldBankIndicators } from './economy-catalog.js';
import { type ContentOutcome, type ContentResponse, readContent } from './economy-content.js';
import { SeriesSource } from './series-source.js';

type EconomyVendor = keyof typeof economyVendors;

/** Time limit of a call (ms), since publishers answer slowly, and maximum size of a response (bytes). */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 10_000_000;
/** Responses up to this size are parsed at once, which takes some 15 ms. */
const MAX_INLINE_BYTES = 400_000;
/** Calls a minute: FRED allows 120; the others document no limit, and are spared. */
const CALLS_PER_MINUTE: Readonly<Record<EconomyVendor, number>> = {
  worldbank: 60,
  ecbdata: 60,
  dbnomics: 60,
  fred: 100,
};
/** Maximum number of rows of a response: 366 years, and all vintages of a series. */
const WORLD_BANK_ROWS = 366;
const FRED_ROWS = 100_000;
/** Data sets of DBnomics whose series are searched. */
const MAX_DATASETS = 3;

/** Opens the connection to a publisher. */
function open(
  { upstreams }: SourceParts,
  name: EconomyVendor,
  { baseUrl, callsPerMinute = CALLS_PER_MINUTE[name], callsPerDay }: VendorSettings,
  query?: Readonly<Record<string, string>>,
): Upstream {
  return upstreams.open({
    feed: economyVendors[name].feed,
    provider: name,
    baseUrl,
    query,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    budgets: budgetsOf(callsPerMinute, callsPerDay),
  });
}

/** Reads the observations of a series; a long response is parsed in a thread. @throws UpstreamError */
async function contentFrom(
  upstream: Upstream,
  call: Pick<UpstreamRequest<never>, 'path' | 'query' | 'refusal'>,
  response: ContentResponse,
): Promise<SeriesContent> {
  const read = await upstream.get<SeriesContent | Buffer>({
    ...call,
    as: 'bytes',
    parse: (body) =>
      (body as Buffer).length > MAX_INLINE_BYTES ? (body as Buffer) : readContent(response, body as Buffer),
  });
  if (!Buffer.isBuffer(read)) return read;
  const worker = new URL('./economy-worker.js', import.meta.url);
  const outcome = await readInThread<ContentOutcome>(worker, { response, bytes: read });
  if ('failure' in outcome) throw new UpstreamError(outcome.failure);
  return outcome.content;
}

/** Returns the parts of a code. @throws UpstreamError `not_found` for another number of parts, or unsafe characters */
function partsOf(code: string, count: number): string[] {
  const parts = code.split(':');
  if (parts.length !== count || !parts.every((part) => /^[\w.+@$-]+$/.test(part) && !/^\.+$/.test(part)))
    throw new UpstreamError('not_found');
  return parts.map(encodeURIComponent);
}

/** The World Bank: annual indicators of countries, without a key. Codes are `<country>:<indicator>`. */
export class WorldBankProvider extends SeriesSource {
  readonly name = 'worldbank';
  private readonly upstream: Upstream;

  constructor(parts: SourceParts, settings: VendorSettings) {
    super();
    this.upstream = open(parts, 'worldbank', settings);
  }

  /** Finds indicators of the catalog, for the country whose code is a word of the text in capitals, else the world. */
  async search(text: string, limit: number): Promise<readonly SeriesDescription[]> {
    const country = text.split(/\s+/).find((word) => /^[A-Z]{2}$/.test(word));
    const words = text.replace(country ?? '', '');
    return inCatalog(worldBankIndicators, words)
      .slice(0, limit)
      .map(([code, title, unit]) => ({
        id: `${this.name}:${country ?? 'WLD'}:${code}`,
        title: `${title}, ${country ?? 'world'}`,
        unit,
        frequency: 'year',
        country: country ?? null,
        publisher: 'World Bank',
      }));
  }

  async read(code: string): Promise<SeriesContent> {
    const [country, indicator] = partsOf(code, 2) as [string, string];
    const unit = worldBankIndicators.find(([known]) => known === indicator)?.[2] ?? null;
    return this.upstream.get({
      path: `/country/${country}/indicator/${indicator}`,
      query: { format: 'json', per_page: String(WORLD_BANK_ROWS) },
      parse: (body) => worldBankSeries(body, `${this.name}:${code}`, unit),
    });
  }
}

/** The data portal of the European Central Bank, without a key. Codes are `<flow>:<key>`. */
export class EcbSeriesProvider extends SeriesSource {
  readonly name = 'ecb';
  private readonly upstream: Upstream;

  constructor(parts: SourceParts, settings: VendorSettings) {
    super();
    this.upstream = open(parts, 'ecbdata', settings);
  }

  async search(text: string, limit: number): Promise<readonly SeriesDescription[]> {
    return inCatalog(ecbSeries, text)
      .slice(0, limit)
      .map(([code, title, unit]) => ({
        id: `${this.name}:${code}`,
        title,
        unit,
        frequency: 'other',
        country: null,
        publisher: 'European Central Bank',
      }));
  }

  async read(code: string): Promise<SeriesContent> {
    const [flow, key] = partsOf(code, 2) as [string, string];
    const call = { path: `/data/${flow}/${key}`, query: { format: 'csvdata' } };
    return contentFrom(this.upstream, call, { vendor: 'ecb', id: `${this.name}:${code}` });
  }
}

/** DBnomics: series of some ninety publishers, without a key. Codes are `<publisher>:<data set>:<series>`. */
export class DbnomicsProvider extends SeriesSource {
  readonly name = 'dbnomics';
  private readonly upstream: Upstream;

  constructor(parts: SourceParts, settings: VendorSettings) {
    super();
    this.upstream = open(parts, 'dbnomics', settings);
  }

  /** Finds the data sets that fit best, then series in them. */
  async search(text: string, limit: number): Promise<readonly SeriesDescription[]> {
    const datasets = await this.upstream.get({
      path: '/search',
      query: { q: text, limit: String(MAX_DATASETS) },
      parse: dbnomicsDatasets,
    });
    const pages = await Promise.all(
      datasets.slice(0, MAX_DATASETS).map((dataset) =>
        this.upstream.get({
          path: `/series/${dataset}`,
          query: { q: text, limit: String(limit), observations: '0' },
          parse: dbnomicsPage,
        }),
      ),
    );
    return pages.flat().slice(0, limit);
  }

  async read(code: string): Promise<SeriesContent> {
    const path = `/series/${partsOf(code, 3).join('/')}`;
    return contentFrom(this.upstream, { path, query: { observations: '1' } }, { vendor: 'dbnomics' });
  }
}

/** FRED with the vintages of ALFRED; needs a key. Codes are those of FRED, such as `CPIAUCSL`. */
export class FredProvider extends SeriesSource {
  readonly name = 'fred';
  private readonly upstream: Upstream;

  constructor(parts: SourceParts, settings: VendorSettings) {
    super();
    this.upstream = open(parts, 'fred', settings, { api_key: settings.apiKey ?? '', file_type: 'json' });
  }

  search(text: string, limit: number): Promise<readonly SeriesDescription[]> {
    const query = { search_text: text, limit: String(limit) };
    return this.upstream.get({ path: '/series/search', query, parse: fredSeries });
  }

  async read(code: string): Promise<SeriesContent> {
    partsOf(code, 1);
    const about = { series_id: code };
    const [description] = await this.upstream.get({ path: '/series', query: about, refusal, parse: fredSeries });
    if (description === undefined) throw new UpstreamError('not_found');
    const all = { realtime_start: '1776-07-04', realtime_end: '9999-12-31', limit: String(FRED_ROWS) };
    const call = { path: '/series/observations', query: { ...about, ...all }, refusal };
    return contentFrom(this.upstream, call, { vendor: 'fred', description });
  }
}

/** FRED answers 400 for a series that does not exist. */
const refusal = ({ status, text }: { status: number; text: string }) =>
  status === 400 && text.includes('does not exist') ? 'not_found' : undefined;
