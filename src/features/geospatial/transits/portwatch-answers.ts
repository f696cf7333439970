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

/** A table of PortWatch with a row for each place and day. */
export interface TransitTable {
  layer: 'Daily_Chokepoints_Data' | 'Daily_Ports_Data';
  /** The numbers of a row in the order of `transitTypes`. */
  columns: readonly string[];
}

export const chokepointTable: TransitTable = {
  layer: 'Daily_Chokepoints_Data',
  columns: ['n_tanker', 'n_container', 'n_dry_bulk', 'n_general_cargo', 'n_roro'],
};

export const portTable: TransitTable = {
  layer: 'Daily_Ports_Data',
  columns: [
    'portcalls_tanker',
    'portcalls_container',
    'portcalls_dry_bulk',
    'portcalls_general_cargo',
    'portcalls_roro',
  ],
};

/** Calls of a type on a day beyond which a row is an error. */
const MAX_CALLS = 10_000;

/** The calls at a place of PortWatch on a day. */
export interface PlaceDay extends Omit<TransitDay, 'flowId'> {
  /** The identifier of the place, such as `chokepoint6` or `port1114`. */
  placeId: string;
}

/** A page of rows. */
export interface ReadTransits {
  days: PlaceDay[];
  skipped: number;
  /** Number of rows, and whether further pages follow. */
  rows: number;
  hasMore: boolean;
}

/**
 * Reads rows of a table of https://portwatch.imf.org. The date of a row is a day, or a time that may be in another time
 * zone; then year, month and day of the row count. Rows of other places are left out.
 * @throws UpstreamError `bad_answer`, also for an error that ArcGIS sends with status 200
 */
export function portwatchTransits(
  body: unknown,
  { columns }: TransitTable,
  places: ReadonlyMap<string, string>,
): ReadTransits {
  const { rows, hasMore } = rowsOf(body);
  const days: PlaceDay[] = [];
  let skipped = 0;
  for (const fields of rows) {
    const placeId = typeof fields.portid === 'string' ? fields.portid.toLowerCase() : '';
    if (!places.has(placeId)) continue;
    const [day, calls] = [dayOfRow(fields), callsOf(fields, columns)];
    if (day === undefined || calls === undefined) skipped += 1;
    else days.push({ placeId, day, calls });
  }
  if (rows.length > 0 && days.length === 0 && skipped > 0) throw badAnswer('No row can be read.');
  return { days, skipped, rows: rows.length, hasMore };
}

/** A page of the list of ports. */
export interface ReadPorts {
  /** UN/LOCODEs without a space, by the identifier of the port. */
  locodes: Map<string, string>;
  rows: number;
  hasMore: boolean;
}

/** Reads rows of the list of ports; those without a UN/LOCODE are left out. @throws UpstreamError `bad_answer` */
export function portwatchPorts(body: unknown): ReadPorts {
  const { rows, hasMore } = rowsOf(body);
  const locodes = new Map<string, string>();
  for (const { portid, LOCODE } of rows) {
    const locode = typeof LOCODE === 'string' ? LOCODE.replaceAll(' ', '').toUpperCase() : '';
    if (typeof portid !== 'string' || !/^port\d{1,6}$/.test(portid) || !/^[A-Z]{2}[A-Z0-9]{3}$/.test(locode)) continue;
    locodes.set(portid, locode);
  }
  if (rows.length > 0 && locodes.size === 0) throw badAnswer('No port has a UN/LOCODE.');
  return { locodes, rows: rows.length, hasMore };
}

function rowsOf(body: unknown): { rows: Array<Record<string, unknown>>; hasMore: boolean } {
  const { features, exceededTransferLimit } = readRecord(body, 'The answer');
  const rows = readList(features, 'The list of rows').map((row) =>
    readRecord(readRecord(row, 'A row').attributes, 'The values of a row'),
  );
  return { rows, hasMore: exceededTransferLimit === true };
}

function dayOfRow({ date, year, month, day }: Record<string, unknown>): string | undefined {
  const text = typeof date === 'string' ? date.slice(0, 10) : undefined;
  if (isDay(text)) return text;
  const two = (value: unknown) => String(value).padStart(2, '0');
  const parts = `${year}-${two(month)}-${two(day)}`;
  return isDay(parts) ? parts : undefined;
}

function callsOf(fields: Record<string, unknown>, columns: readonly string[]): number[] | undefined {
  const calls = columns.map((name) => fields[name]);
  const isCount = (count: unknown): count is number =>
    typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_CALLS;
  return calls.every(isCount) ? calls : undefined;
}
