import { gzipSync } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';
import { csvRecords } from '../../../text/csv-records.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { ReadTable, TableKind } from '../reference-table.js';
import { tableText } from '../reference-table.js';

/** Maximum size of all unpacked files of an archive (bytes), and maximum number of rows of a table. */
const MAX_UNPACKED = 200_000_000;
const MAX_ROWS = 1_000_000;
/** Number of packed bytes inflated in one step; deflate expands them at most a thousand times. */
const CHUNK = 65_536;
const MAX_CELL = 120;

/** Folders of an archive of vradarserver/standing-data that hold a kind of table. */
const folders: Readonly<Record<TableKind, RegExp>> = {
  aircraft: /(?:^|\/)aircraft\/.*\.csv$/i,
  airports: /(?:^|\/)airports\/.*\.csv$/i,
  routes: /(?:^|\/)routes\/.*\.csv$/i,
};

/** A row by the lower-case names of its columns. */
type NamedCells = (...names: readonly string[]) => string;

/**
 * Reads a table from a CSV file or from a zip archive of CSV files, each with a header. Columns are found by the names
 * that vradarserver/standing-data (schema-01) and OurAirports use; aircraft may have a column `military` in addition.
 * Rows with one key that contradict each other are left out, because the right one is unknown.
 * @throws UpstreamError `bad_answer` for a file without rows of this kind, `too_large`
 */
export function readTable(kind: TableKind, bytes: Uint8Array): ReadTable {
  const rows = new Map<string, readonly string[] | undefined>();
  let skipped = 0;
  for (const text of textsOf(kind, bytes)) {
    for (const cells of namedRows(text)) {
      const { rowOf, compared } = readers[kind];
      const row = rowOf(cells);
      if (row === undefined) skipped += 1;
      else if (row !== 'other') skipped += add(rows, row, compared);
      if (rows.size > MAX_ROWS) throw new UpstreamError('too_large');
    }
  }
  const read = [...rows.values()].filter((row) => row !== undefined);
  // A file without rows is an error page or another file; the previous table stays.
  if (read.length === 0) throw badAnswer(`The file lists no ${kind}.`);
  read.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return { content: gzipSync(tableText(read)), records: read.length, skipped };
}

/** Adds a row by its first cell. @returns the number of rows that contradict each other */
function add(rows: Map<string, readonly string[] | undefined>, row: readonly string[], compared: number): number {
  const [key = ''] = row;
  const known = rows.get(key);
  if (known === undefined && !rows.has(key)) {
    rows.set(key, row);
    return 0;
  }
  if (known !== undefined && known[compared] === row[compared]) return 0;
  rows.set(key, undefined);
  return known === undefined ? 1 : 2;
}

/**
 * Returns the cells of an aircraft: address, registration, type, operator, and 1 if the table lists it as military.
 * Type codes that begin with a hyphen are ground vehicles and masts. `Private` is no operator but a placeholder.
 */
function aircraftRow(cell: NamedCells): readonly string[] | undefined {
  const address = cell('icao', 'icao24', 'hex').toLowerCase();
  const registration = cell('registration').toUpperCase();
  const type = cell('modelicao', 'typecode', 'type').toUpperCase();
  const operator = cell('operator');
  if (!/^[0-9a-f]{6}$/.test(address) || address === '000000') return undefined;
  if (!/^[A-Z0-9-]{0,12}$/.test(registration)) return undefined;
  const isPlaceholder = operator.toLowerCase() === 'private' || cell('isprivateoperator') === '1';
  const military = /^(?:1|true|yes)$/i.test(cell('military')) ? '1' : '';
  const row = [
    address,
    registration,
    /^[A-Z0-9]{2,4}$/.test(type) ? type : '',
    isPlaceholder ? '' : operator,
    military,
  ];
  return row.slice(1).some((value) => value !== '') ? row : undefined;
}

/** Sizes of OurAirports that are kept: smaller fields, heliports and closed airports are too many for flights. */
const sizes: Readonly<Record<string, string>> = { large_airport: 'L', medium_airport: 'M' };

/**
 * Returns the cells of an airport: ICAO code, IATA code, name, country, latitude, longitude, elevation in feet, size.
 * @returns `other` for a place that is left out on purpose
 */
function airportRow(cell: NamedCells): readonly string[] | 'other' | undefined {
  const size = cell('type') === '' ? 'M' : sizes[cell('type')];
  const icao = (cell('icao_code', 'icao') || cell('gps_code', 'ident', 'code')).toUpperCase();
  if (size === undefined || !/^[A-Z]{4}$/.test(icao)) return 'other';
  const [lat, lon] = [cell('latitude_deg', 'latitude'), cell('longitude_deg', 'longitude')];
  const isPlace = lat !== '' && lon !== '' && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180;
  if (!isPlace || cell('name') === '') return undefined;
  const iata = cell('iata_code', 'iata').toUpperCase();
  const feet = Number(cell('elevation_ft', 'altitudefeet') || Number.NaN);
  const elevation = feet >= -1_500 && feet <= 16_000 ? String(Math.round(feet)) : '';
  const place = [Number(lat).toFixed(4), Number(lon).toFixed(4)];
  const country = cell('iso_country', 'countryiso2').toUpperCase();
  return [
    icao,
    /^[A-Z]{3}$/.test(iata) ? iata : '',
    cell('name'),
    /^[A-Z]{2}$/.test(country) ? country : '',
    ...place,
    elevation,
    size,
  ];
}

/**
 * Returns the cells of a route: the callsign, and the ICAO codes of its airports in the order of the flight, joined by
 * hyphens. A route with the same airport twice in a row is invalid.
 */
function routeRow(cell: NamedCells): readonly string[] | undefined {
  const callsign = cell('callsign').toUpperCase();
  const airports = cell('airportcodes', 'airports', 'route').toUpperCase();
  if (!/^[A-Z0-9]{3,8}$/.test(callsign) || !/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){1,9}$/.test(airports)) return undefined;
  const codes = airports.split('-');
  return codes.some((code, at) => code === codes[at + 1]) ? undefined : [callsign, airports];
}

/**
 * The reader of each kind of row, and the cell by which rows with one key contradict each other: the registration, the
 * latitude and the airports.
 */
const readers: Readonly<
  Record<TableKind, { rowOf(cells: NamedCells): readonly string[] | 'other' | undefined; compared: number }>
> = {
  aircraft: { rowOf: aircraftRow, compared: 1 },
  airports: { rowOf: airportRow, compared: 4 },
  routes: { rowOf: routeRow, compared: 1 },
};

/** Reads the rows of a CSV file with a header. */
function* namedRows(text: string): Generator<NamedCells> {
  let columns: Map<string, number> | undefined;
  for (const { cells } of csvRecords(text.replace(/^\uFEFF/, ''), ',')) {
    if (columns === undefined) {
      columns = new Map(cells.map((name, at) => [name.trim().toLowerCase(), at]));
      continue;
    }
    const places = columns;
    yield (...names) => {
      const at = names.map((name) => places.get(name)).find((place) => place !== undefined);
      return at === undefined ? '' : (cells[at] ?? '').trim().slice(0, MAX_CELL);
    };
  }
}

/** Returns the CSV files of a kind in an archive, or the bytes as one file. */
function textsOf(kind: TableKind, bytes: Uint8Array): string[] {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isArchive ? unpacked(folders[kind], bytes) : [new TextDecoder('utf-8').decode(bytes)];
}

function unpacked(wanted: RegExp, bytes: Uint8Array): string[] {
  const texts: string[] = [];
  let size = 0;
  let started = 0;
  const unzip = new Unzip((file) => {
    if (!wanted.test(file.name)) return;
    const chunks: Uint8Array[] = [];
    started += 1;
    file.ondata = (error, data, final) => {
      if (error) throw error;
      size += data.length;
      if (size > MAX_UNPACKED) throw new UpstreamError('too_large');
      chunks.push(data);
      if (final) texts.push(new TextDecoder('utf-8').decode(Buffer.concat(chunks)));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK)
      unzip.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The file is not a zip archive.');
  }
  if (texts.length < started) throw badAnswer('The archive is cut off.');
  return texts;
}
