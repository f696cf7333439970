import { hash } from 'node:crypto';
import { DAY_MS } from '../../../time/durations.js';
import { numeralOf, positionOf } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { GeoEventReport, GeoEventType } from '../geo-event.js';
import type { ReadReports } from './read-reports.js';
import { newsSeverity } from './severity.js';

const COLUMNS = 61;
/**
 * Maximum number of events from one file; the events with the most mentions are kept. GDELT publishes a file every
 * quarter of an hour.
 */
const MAX_EVENTS = 50;
/** Maximum age of a row in days. Older rows have a wrong date, which is often a week, a month or a year off. */
const MAX_AGE_DAYS = 2;

/**
 * The CAMEO root codes that are used, which stand for visible events at a place. Code 17 (coercion) is left out because
 * it is mostly arrests and trials, and code 16 because it is statements.
 */
const roots: Readonly<Record<string, { type: GeoEventType; words: string }>> = {
  '14': { type: 'unrest', words: 'Protest' },
  '15': { type: 'conflict', words: 'Show of force' },
  '18': { type: 'conflict', words: 'Assault' },
  '19': { type: 'conflict', words: 'Fighting' },
  '20': { type: 'conflict', words: 'Mass violence' },
};

/**
 * Location types of cities. Rows with other types are left out, since their position is the center of a country or
 * state.
 */
const cities: ReadonlySet<string> = new Set(['3', '4']);

interface Ranked {
  mentions: number;
  report: GeoEventReport;
}

/**
 * Reads an export of GDELT 2.0 (GDELT Event Database data format codebook V2.0): tab separated, no header. An article
 * has many rows; for each article, place and root code one row is used.
 * @throws UpstreamError `bad_answer` when no row has 61 columns
 */
export function gdeltEvents(text: string): ReadReports {
  const best = new Map<string, Ranked>();
  let [skipped, good] = [0, 0];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const row = line.split('\t', COLUMNS + 1);
    const read = row.length === COLUMNS ? rankedOf(row) : 'bad';
    if (read === 'bad') skipped += 1;
    else good += 1;
    if (typeof read === 'string') continue;
    const other = best.get(read.report.key);
    if (other === undefined || other.mentions < read.mentions) best.set(read.report.key, read);
  }
  if (good === 0) throw badAnswer('No row of the export has the documented form.');
  const ranked = [...best.values()].sort((a, b) => b.mentions - a.mentions || (a.report.key < b.report.key ? -1 : 1));
  const reports = ranked.slice(0, MAX_EVENTS).map(({ report }) => report);
  return { reports, skipped, skippedKeys: [], unused: good - reports.length };
}

function rankedOf(row: readonly string[]): Ranked | 'bad' | 'unwanted' {
  const column = (number: number) => row[number - 1] as string;
  const root = Object.hasOwn(roots, column(29)) ? roots[column(29)] : undefined;
  const addedAt = timeOf(column(60));
  const day = timeOf(`${column(2)}000000`);
  if (addedAt === undefined || day === undefined) return 'bad';
  if (root === undefined || !cities.has(column(52)) || addedAt - day > (MAX_AGE_DAYS + 1) * DAY_MS || day > addedAt)
    return 'unwanted';
  const [lat, lon] = [numeralOf(column(57)), numeralOf(column(58))];
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return 'bad';
  const [place, url] = [column(53), column(61)];
  const [mentions, sources] = [numeralOf(column(32)) ?? 0, numeralOf(column(33)) ?? 0];
  // GDELT gives only the day of an event. Events of the current day get the time of the report.
  const startedAt = new Date(addedAt - day < DAY_MS ? addedAt : day);
  const report: GeoEventReport = {
    provider: 'gdelt',
    key: hash('sha256', `${url}\t${lat},${lon}\t${column(29)}`, 'base64url').slice(0, 22),
    type: root.type,
    title: `${root.words} in ${place}`,
    severity: newsSeverity(column(29), sources),
    position: positionOf(lat, lon),
    startedAt,
    endedAt: startedAt,
    reportedAt: new Date(addedAt),
    url,
    details: {
      place,
      globalEventId: column(1),
      actor1: column(7) || null,
      actor2: column(17) || null,
      eventCode: column(27),
      goldstein: numeralOf(column(31)),
      tone: numeralOf(column(35)),
      mentions,
      sources,
      articles: numeralOf(column(34)),
    },
  };
  return { mentions, report };
}

/** Parses a UTC time such as `20191024143000` (ms); undefined if invalid. */
function timeOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
