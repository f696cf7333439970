import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { SourceMaker } from '../source-parts.js';
import { chokepoints, portwatchTransits } from './portwatch-answers.js';

/** Interval between reads (ms). PortWatch publishes new days once a week. */
const EVERY_MS = DAY_MS;
/** First day of the series, and the days before the latest one that are read again, because they are revised. */
const FIRST_DAY = '2019-01-01';
const REVISED_DAYS = 90;
/** Number of rows of a page, as the service limits it, and maximum number of pages of a read. */
const PAGE = 1_000;
const MAX_PAGES = 150;
const STALE_SECONDS = 3 * 86_400;

const fields = 'date,year,month,day,portid,n_tanker,n_container,n_dry_bulk,n_general_cargo,n_roro';

/**
 * Creates the source of daily transit calls of straits and canals from IMF PortWatch. The first read has all days since
 * 2019, later ones those of the last three months; an interrupted read is continued.
 */
export const portwatchSource: SourceMaker = (line, { config, upstreams, clock, timers, transits }) => {
  if (line !== 'portwatch') return undefined;
  const feed = { feed: 'transits.portwatch', provider: 'portwatch' };
  const upstream = upstreams.open({
    ...feed,
    baseUrl: config.vendors.portwatch.baseUrl,
    timeoutMs: 60_000,
    maxBytes: 5_000_000,
    staleSeconds: STALE_SECONDS,
    budgets: [{ calls: 400, windowSeconds: 86_400 }],
  });
  const portIds = [...chokepoints.keys()].map((id) => `'${id}'`).join(',');
  return pollSource({
    ...feed,
    everyMs: EVERY_MS,
    stallMs: 600_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const latest = await transits.latestDay();
      const from = latest === undefined ? FIRST_DAY : dayOf(Date.parse(latest) - REVISED_DAYS * DAY_MS);
      let [offset, stored] = [0, 0];
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { days, skipped, rows, hasMore } = await upstream.get({
          path: '/Daily_Chokepoints_Data/FeatureServer/0/query',
          query: {
            where: `portid in (${portIds}) and date >= DATE '${from}'`,
            outFields: fields,
            // Days are read in their order, so that an interrupted read has no holes.
            orderByFields: 'date,portid',
            returnGeometry: 'false',
            resultOffset: String(offset),
            resultRecordCount: String(PAGE),
            f: 'json',
          },
          signal,
          parse: portwatchTransits,
          records: (read) => read.days.length,
          skipped: (read) => read.skipped,
        });
        intake?.reject('invalid', skipped);
        if (days.length > 0) await transits.store(days);
        stored += days.length;
        offset += rows;
        if (!hasMore || rows === 0) return stored;
      }
      throw new UpstreamError('too_large');
    },
  });
};
