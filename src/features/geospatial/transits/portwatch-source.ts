import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import type { FeedIntake } from '../../../upstream/feed-intake.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { portList } from '../reference/port-list.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import type { TransitDay } from '../transit-day.js';
import {
  chokepoints,
  chokepointTable,
  type PlaceDay,
  portTable,
  portwatchPorts,
  portwatchTransits,
  type TransitTable,
} from './portwatch-answers.js';

/** Interval between reads (ms). PortWatch publishes new days once a week. */
const EVERY_MS = DAY_MS;
/** First day of the series of straits and canals, and the number of days for which calls at ports are read at first. */
const FIRST_DAY = '2019-01-01';
const PORT_DAYS = 430;
/** Days before the latest one that are read again, because they are revised. */
const REVISED_DAYS = 90;
/** Number of rows of a page, as the service limits it, and maximum number of pages of one range of days. */
const PAGE = 1_000;
const MAX_PAGES = 3;
const STALE_SECONDS = 3 * 86_400;

/** The days of some places that are to be read. */
interface Series {
  table: TransitTable;
  /** The flow of each place: its identifier, or the UN/LOCODE of its port. */
  places: ReadonlyMap<string, string>;
  firstDay: string;
}

/**
 * Creates the source of daily transit calls of straits and canals, and of calls at ports, from IMF PortWatch. The first
 * read has all days of straits since 2019 and fourteen months of ports, later ones those of the last three months; an
 * interrupted read is continued.
 */
export const portwatchSource: SourceMaker = (line, parts) => {
  if (line !== 'portwatch') return undefined;
  const { config, upstreams, clock, timers } = parts;
  const feed = { feed: 'transits.portwatch', provider: 'portwatch' };
  const upstream = upstreams.open({
    ...feed,
    baseUrl: config.vendors.portwatch.baseUrl,
    timeoutMs: 60_000,
    maxBytes: 5_000_000,
    staleSeconds: STALE_SECONDS,
    budgets: [{ calls: 400, windowSeconds: 86_400 }],
  });
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 600_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const reader = new Reader(upstream, parts, signal, intake);
      const stored = await reader.read({ table: chokepointTable, places: chokepoints, firstDay: FIRST_DAY });
      const firstDay = dayOf(clock.now() - PORT_DAYS * DAY_MS);
      return stored + (await reader.read({ table: portTable, places: await reader.ports(), firstDay }));
    },
  });
};

/** Makes the calls of one read. */
class Reader {
  constructor(
    private readonly upstream: Upstream,
    private readonly parts: Pick<GeoSourceParts, 'transits' | 'clock'>,
    private readonly signal: AbortSignal,
    private readonly intake: FeedIntake | undefined,
  ) {}

  /** Reads the ports that have a flow. @returns the UN/LOCODE of the flow by the identifier of the port */
  async ports(): Promise<Map<string, string>> {
    const flows = new Map<string, string>();
    for (const { size, locodes } of portList())
      if (size === 'L') for (const code of locodes) flows.set(code, locodes[0] as string);
    const found = new Map<string, string>();
    await this.pages(
      'PortWatch_ports_database',
      { where: '1=1', outFields: 'portid,LOCODE', orderByFields: 'portid' },
      {
        parse: portwatchPorts,
        take: ({ locodes }) => {
          for (const [id, code] of locodes) {
            const flow = flows.get(code);
            if (flow !== undefined) found.set(id, flow);
          }
        },
      },
    );
    return found;
  }

  /** Reads and stores the days of places. @returns the number of stored days */
  async read({ table, places, firstDay }: Series): Promise<number> {
    if (places.size === 0) return 0;
    const { transits, clock } = this.parts;
    const latest = await transits.latestDay([...new Set(places.values())]);
    const from = latest === undefined ? firstDay : dayOf(Date.parse(latest) - REVISED_DAYS * DAY_MS);
    // Far pages are refused by the service, so that each range of days has about one page.
    const days = Math.max(1, Math.floor(PAGE / places.size));
    const list = [...places.keys()].map((id) => `'${id}'`).join(',');
    let stored = 0;
    for (let start = Date.parse(from); start <= clock.now(); start += days * DAY_MS) {
      const range = `date >= DATE '${dayOf(start)}' and date < DATE '${dayOf(start + days * DAY_MS)}'`;
      const read: PlaceDay[] = [];
      const query = {
        where: `portid in (${list}) and ${range}`,
        outFields: ['date', 'year', 'month', 'day', 'portid', ...table.columns].join(','),
        orderByFields: 'date,portid',
      };
      await this.pages(table.layer, query, {
        parse: (body) => portwatchTransits(body, table, places),
        records: (page) => page.days.length,
        skipped: (page) => page.skipped,
        take: ({ days: found, skipped }) => {
          this.intake?.reject('invalid', skipped);
          read.push(...found);
        },
      });
      const ofFlows = byFlow(read, places);
      // Ranges are stored in their order, so that an interrupted read has no holes.
      if (ofFlows.length > 0) await transits.store(ofFlows);
      stored += ofFlows.length;
    }
    return stored;
  }

  /** Reads all pages of a query. @throws UpstreamError `too_large` if there are too many */
  private async pages<Page extends { rows: number; hasMore: boolean }>(
    layer: string,
    query: { where: string; outFields: string; orderByFields: string },
    {
      take,
      ...reading
    }: {
      parse(body: unknown): Page;
      records?(page: Page): number;
      skipped?(page: Page): number;
      take(page: Page): void;
    },
  ): Promise<void> {
    let offset = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const read = await this.upstream.get({
        path: `/${layer}/FeatureServer/0/query`,
        query: {
          ...query,
          returnGeometry: 'false',
          resultOffset: String(offset),
          resultRecordCount: String(PAGE),
          f: 'json',
        },
        signal: this.signal,
        ...reading,
      });
      take(read);
      offset += read.rows;
      if (!read.hasMore || read.rows === 0) return;
    }
    throw new UpstreamError('too_large');
  }
}

/** Adds up the days of places that belong to one flow; a repeated row of a place counts once. */
function byFlow(read: readonly PlaceDay[], places: ReadonlyMap<string, string>): TransitDay[] {
  const ofPlaces = new Map(read.map((one) => [`${one.placeId} ${one.day}`, one]));
  const flows = new Map<string, TransitDay>();
  for (const { placeId, day, calls } of ofPlaces.values()) {
    const flowId = places.get(placeId) as string;
    const key = `${flowId} ${day}`;
    const known = flows.get(key)?.calls;
    flows.set(key, { flowId, day, calls: calls.map((count, at) => count + (known?.[at] ?? 0)) });
  }
  return [...flows.values()];
}
