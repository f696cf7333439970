import type { SanctionedIdentifier } from './sanctioned-entity.js';

/** The data read from the remarks of an entry. */
export interface ReadRemarks {
  aliases: string[];
  birthDates: string[];
  countries: string[];
  identifiers: SanctionedIdentifier[];
  /** The remaining remarks, unchanged. */
  others: string[];
}

/** Types of identifiers, by the phrase with which OFAC introduces them. */
const introduced: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:Vessel Registration Identification|Vessel Registration Number|Identification Number) IMO (\d{7})$/, 'imo'],
  [/^IMO (?:number )?(\d{7})$/i, 'imo'],
  [/^MMSI (\d{9})$/, 'mmsi'],
  [/^Aircraft Mode S Transponder Code ([0-9A-F]{6})$/i, 'icao24'],
  [/^Aircraft Tail Number (\S+)$/i, 'registration'],
  [/^Digital Currency Address - [A-Z0-9]+ (\S+)$/, 'wallet'],
  [/^Passport (.+)$/, 'passport'],
  [/^Tax ID No\. (.+)$/, 'tax'],
  [/^National ID No\. (.+)$/, 'national_id'],
  [
    /^(?:Business Registration Number|Registration Number|Registration ID|Company Number|UK Company Number|Legal Entity Number) (.+)$/,
    'registration_number',
  ],
  [/^Email Address (\S+)$/, 'email'],
  [/^Website (\S+)$/, 'website'],
  [/^SWIFT\/BIC (\S+)$/, 'bic'],
];
const ISSUED = /^(.*?)\s*\(([^()]+)\)$/;

/**
 * Reads remarks of OFAC: parts separated by `; `, each introduced by a fixed phrase. Parts with an unknown phrase are
 * kept unchanged.
 */
export function readRemarks(text: string): ReadRemarks {
  const read: ReadRemarks = { aliases: [], birthDates: [], countries: [], identifiers: [], others: [] };
  const parts = text.trim().replace(/\.$/, '').split(/;\s+/);
  for (const part of parts) if (part !== '') readPart(part.replace(/^alt\. /, '').replace(/\.$/, ''), read);
  return read;
}

function readPart(part: string, read: ReadRemarks): void {
  const alias = /^[anf]\.k\.a\. '(.+)'$/.exec(part)?.[1];
  const birth = /^DOB (.+)$/.exec(part)?.[1];
  const nation = /^(?:nationality|citizen) (.+)$/.exec(part)?.[1];
  if (alias !== undefined) read.aliases.push(alias);
  else if (birth !== undefined) read.birthDates.push(birth);
  else if (nation !== undefined) read.countries.push(nation);
  else if (!readIdentifier(part, read)) read.others.push(part);
}

function readIdentifier(part: string, read: ReadRemarks): boolean {
  for (const [pattern, type] of introduced) {
    const value = pattern.exec(part)?.[1];
    if (value === undefined) continue;
    const issued = ISSUED.exec(value);
    read.identifiers.push(
      issued === null ? { type, value } : { type, value: issued[1] as string, issuer: issued[2] as string },
    );
    return true;
  }
  return false;
}
