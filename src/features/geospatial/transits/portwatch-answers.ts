import { isDay, readList, readRecord } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { TransitDay } from '../transit-day.js';

/** The flows of the chokepoints of PortWatch that have one. */
export const chokepoints: ReadonlyMap<string, string> = new Map([
  ['chokepoint1', 'suez'],
  ['chokepoint2', 'panama'],
  ['chokepoint3', 'bosporus'],
  ['chokepoint4', 'bab-el-mandeb'],
  ['chokepoint5', 'malacca'],
  ['chokepoint6', 'hormuz'],
  ['chokepoint7', 'good-hope'],
  ['chokepoint8', 'gibraltar-str'],
  ['chokepoint9', 'dover'],
  ['chokepoint10', 'oresund'],
  ['chokepoint11', 'taiwan'],
  ['chokepoint12', 'korea'],
  ['chokepoint14', 'luzon'],
  ['chokepoint15', 'lombok'],
  ['chokepoint19', 'sunda'],
  ['chokepoint20', 'makassar'],
  ['chokepoint22', 'yucatan'],
  ['chokepoint23', 'windward'],
  ['chokepoint24', 'mona'],
]);

/** The numbers of a row in the order of `transitTypes`. */
const counts = ['n_tanker', 'n_container', 'n_dry_bulk', 'n_general_cargo', 'n_roro'] as const;
/** Transit calls of a type on a day beyond which a row is an error. */
const MAX_CALLS = 10_000;

/** A page of rows. */
export interface ReadTransits {
  days: TransitDay[];
  skipped: number;
  /** Number of rows, and whether further pages follow. */
  rows: number;
  hasMore: boolean;
}

/**
 * Reads rows of `Daily_Chokepoints_Data` (https://portwatch.imf.org). The date of a row is a day, or a time that may be
 * in another time zone; then year, month and day of the row count. Rows of other chokepoints are left out.
 * @throws UpstreamError `bad_answer`, also for an error that ArcGIS sends with status 200
 */
export function portwatchTransits(body: unknown): ReadTransits {
  const { features, exceededTransferLimit } = readRecord(body, 'The answer');
  const rows = readList(features, 'The list of rows');
  const days: TransitDay[] = [];
  let skipped = 0;
  for (const row of rows) {
    const { attributes } = readRecord(row, 'A row');
    const fields = readRecord(attributes, 'The values of a row');
    const flowId = typeof fields.portid === 'string' ? chokepoints.get(fields.portid.toLowerCase()) : undefined;
    if (flowId === undefined) continue;
    const [day, calls] = [dayOfRow(fields), callsOf(fields)];
    if (day === undefined || calls === undefined) skipped += 1;
    else days.push({ flowId, day, calls });
  }
  if (rows.length > 0 && days.length === 0 && skipped > 0) throw badAnswer('No row can be read.');
  return { days, skipped, rows: rows.length, hasMore: exceededTransferLimit === true };
}

function dayOfRow({ date, year, month, day }: Record<string, unknown>): string | undefined {
  const text = typeof date === 'string' ? date.slice(0, 10) : undefined;
  if (isDay(text)) return text;
  const two = (value: unknown) => String(value).padStart(2, '0');
  const parts = `${year}-${two(month)}-${two(day)}`;
  return isDay(parts) ? parts : undefined;
}

function callsOf(fields: Record<string, unknown>): number[] | undefined {
  const calls = counts.map((name) => fields[name]);
  const isCount = (count: unknown): count is number =>
    typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_CALLS;
  return calls.every(isCount) ? calls : undefined;
}
