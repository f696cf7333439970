import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import type { Caller } from '../../../http/caller.js';
import { InProcessApi } from '../../../http/in-process-api.js';
import { SearchSources } from '../../../search/search-source.js';
import { bounded } from '../tools/bounded-value.js';

/** Paths of the records that can be read by type and id. Types are named as in search results. */
const recordPaths: Readonly<Record<string, string>> = {
  aircraft: '/geospatial/aircraft/{id}',
  alert: '/alerts/{id}',
  alert_rule: '/alerts/rules/{id}',
  article: '/news/{id}',
  case: '/osint/cases/{id}',
  client: '/clients/{id}',
  country: '/osint/countries/{id}',
  entity: '/osint/entities/{id}',
  event: '/timeline/{id}',
  geo_event: '/geospatial/events/{id}',
  geofence: '/geospatial/geofences/{id}',
  chart: '/graphs/charts/{id}',
  instrument: '/markets/instruments/{id}',
  note: '/timeline/notes/{id}',
  pin: '/geospatial/pins/{id}',
  portfolio: '/portfolios/{id}',
  quote: '/markets/quotes/{id}',
  story: '/news/clusters/{id}',
  subscription: '/subscriptions/{id}',
  vessel: '/geospatial/vessels/{id}',
  vulnerability: '/osint/vulnerabilities/{id}',
  watchlist: '/markets/watchlists/{id}',
};
const API = '/api/v1';
const MAX_RESULTS = 10;
/** Names of fields that can be the title of a record, best first. */
const naming = ['title', 'name', 'headline', 'symbol', 'flight', 'mmsi'];

export const recordTypes = Object.keys(recordPaths);

export interface FoundRecord {
  /** Type and id of the record: `vessel/311000123`. */
  id: string;
  title: string;
  url: string;
}

export interface ReadRecord extends FoundRecord {
  /** The record, shortened to about 20 kB. */
  value: Record<string, unknown>;
}

/** Reason why a record cannot be read. */
export interface RecordProblem {
  status: number;
  title: string;
  detail: string;
}

type Outcome<Value> = { value: Value } | { problem: RecordProblem };

/** Finds and reads records of any type as the caller. */
@Service()
export class McpRecords {
  constructor(
    private readonly api: InProcessApi,
    private readonly http: HttpConfig,
    private readonly sources: SearchSources,
  ) {}

  /** Returns the best matches among the types that `read` supports. */
  async search(caller: Caller, query: string, signal: AbortSignal): Promise<Outcome<FoundRecord[]>> {
    const types = this.sources.all.map(({ type }) => type).filter((type) => Object.hasOwn(recordPaths, type));
    const parameters = new URLSearchParams({ q: query, limit: String(MAX_RESULTS), type: types.join(',') });
    const { status, value } = await this.api.call(
      caller,
      { method: 'GET', url: `${API}/search?${parameters}` },
      signal,
    );
    if (status >= 400) return { problem: problemOf(status, value) };
    const { items } = value as { items: Array<{ type: string; id: string; title: string; href: string }> };
    return {
      value: items.map(({ type, id, title, href }) => ({
        id: `${type}/${id}`,
        title,
        url: `${this.http.publicUrl}${href}`,
      })),
    };
  }

  /** Reads one record. @param given type and id, separated by a slash or a colon */
  async read(caller: Caller, given: string, signal: AbortSignal): Promise<Outcome<ReadRecord>> {
    const [, written = '', recordId = ''] = /^([a-z_]+)[/:](.*)$/s.exec(given) ?? [];
    const type = written === 'symbol' ? 'instrument' : written;
    const id = `${type}/${recordId}`;
    const path = Object.hasOwn(recordPaths, type) ? recordPaths[type] : undefined;
    // An id of dots would lead to another path.
    if (
      path === undefined ||
      recordId === '' ||
      recordId.length > 300 ||
      /^\.+$/.test(recordId) ||
      !recordId.isWellFormed()
    )
      return {
        problem: {
          status: 404,
          title: 'Not found',
          detail: `Use an id as \`search\` gives it: a type (${recordTypes.join(', ')}), a slash and the id of the record.`,
        },
      };
    const href = `${API}${path.replace('{id}', encodeURIComponent(recordId))}`;
    const { status, value } = await this.api.call(caller, { method: 'GET', url: href }, signal);
    if (status >= 400) return { problem: problemOf(status, value) };
    const record = bounded(value) as Record<string, unknown>;
    const title = naming.map((name) => record[name]).find((name) => typeof name === 'string' && name !== '');
    return {
      value: { id, title: (title as string | undefined) ?? id, url: `${this.http.publicUrl}${href}`, value: record },
    };
  }
}

function problemOf(status: number, value: unknown): RecordProblem {
  const { title = 'The operation failed', detail = 'Try again later.' } = (value ?? {}) as {
    title?: string;
    detail?: string;
  };
  return { status, title, detail };
}
