import { countryCode } from '../../geospatial/land/country-code.js';
import { csvRows } from './csv-rows.js';
import { readRemarks } from './ofac-remarks.js';
import { bounded, type SanctionedEntity, type SanctionedType } from './sanctioned-entity.js';

/** Contents of the files of one list. Only the main file is required. */
export interface OfacFiles {
  main: string;
  alt?: string;
  add?: string;
  comments?: string;
}

export interface ReadList {
  entities: SanctionedEntity[];
  /** Number of records that do not have the documented format. */
  skipped: number;
}

/** Returns the trimmed cell; undefined for an empty cell, for which OFAC writes `-0-`. */
const cell = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '-0-' || value.trim() === '' ? undefined : value.trim();

const types: Readonly<Record<string, SanctionedType>> = {
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/**
 * Reads lists of OFAC in CSV format (sanctionslist.ofac.treas.gov): four files each without headers, joined by the
 * number in the first column. Columns of the main file: number, name, type, programs, title, call sign, vessel type,
 * tonnage, gross tonnage, flag, owner, remarks. The lists use common numbers: a record that is on several lists becomes
 * one entry.
 */
export function readOfacLists(lists: readonly OfacFiles[]): ReadList {
  const entities = new Map<string, SanctionedEntity>();
  let skipped = 0;
  for (const files of lists) {
    const comments = new Map([...csvRows(files.comments ?? '')].map(([id, text]) => [id as string, text ?? '']));
    for (const row of csvRows(files.main)) {
      const entity =
        row.length >= 12 && /^\d+$/.test(row[0] as string) ? entityOf(row, comments.get(row[0] as string)) : undefined;
      if (entity === undefined) skipped += 1;
      else addEntity(entities, row[0] as string, entity);
    }
    for (const [id, , , name] of csvRows(files.alt ?? '')) {
      const alias = cell(name);
      if (alias !== undefined) entities.get(id as string)?.aliases.push(alias);
    }
    for (const [id, , street, city, country] of csvRows(files.add ?? ''))
      addAddress(entities.get(id as string), [street, city, country]);
  }
  const all = [...entities.values()].flatMap((entity) => bounded(entity) ?? []);
  return { entities: all, skipped: skipped + entities.size - all.length };
}

/** Adds an entry; if another list has the record, too, only its programs are added. */
function addEntity(entities: Map<string, SanctionedEntity>, id: string, entity: SanctionedEntity): void {
  const known = entities.get(id);
  if (known === undefined) entities.set(id, entity);
  else known.programs.push(...entity.programs);
}

function entityOf(row: readonly string[], comment: string | undefined): SanctionedEntity | undefined {
  const [id, name, type, programs, title, callSign, vesselType, , , flag, owner, remarks] = row.map(cell);
  if (id === undefined || name === undefined) return undefined;
  const read = readRemarks([remarks ?? '', comment ?? ''].join(''));
  const details = [title, vesselType, owner && `Owner: ${owner}`, ...read.others].filter(Boolean).join('; ');
  return {
    id: `ofac:${id}`,
    type: types[type ?? ''] ?? 'organization',
    name,
    aliases: read.aliases,
    programs: (programs ?? '').split(/\]\s*\[/).map((program) => program.replace(/[[\]]/g, '').trim()),
    countries: [...read.countries, flag ?? ''].flatMap((country) => countryCode(country) ?? []),
    birthDates: read.birthDates,
    identifiers: [...read.identifiers, ...(callSign === undefined ? [] : [{ type: 'callsign', value: callSign }])],
    addresses: [],
    remarks: details === '' ? null : details,
    url: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
  };
}

function addAddress(entity: SanctionedEntity | undefined, parts: ReadonlyArray<string | undefined>): void {
  if (entity === undefined) return;
  const [street, city, country] = parts.map(cell);
  const code = country === undefined ? undefined : countryCode(country);
  if (code !== undefined) entity.countries.push(code);
  const address = [street, city, country].filter((part) => part !== undefined).join(', ');
  if (address !== '') entity.addresses.push(address);
}
