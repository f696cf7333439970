import { countryCode } from '../../geospatial/land/country-code.js';
import type { ReadList } from './ofac-list.js';
import { bounded, type SanctionedEntity, type SanctionedIdentifier, type SanctionedType } from './sanctioned-entity.js';

const types: Readonly<Record<string, SanctionedType>> = {
  Person: 'person',
  Organization: 'organization',
  Company: 'organization',
  LegalEntity: 'organization',
  PublicBody: 'organization',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

/** Identifier types of this service, by the FollowTheMoney property that holds the identifier. */
const identifiers: Readonly<Record<string, string>> = {
  imoNumber: 'imo',
  mmsi: 'mmsi',
  callSign: 'callsign',
  registrationNumber: 'registration_number',
  idNumber: 'national_id',
  passportNumber: 'passport',
  taxNumber: 'tax',
  innCode: 'tax',
  ogrnCode: 'registration_number',
  leiCode: 'registration_number',
  swiftBic: 'bic',
  email: 'email',
  website: 'website',
  publicKey: 'wallet',
  serialNumber: 'serial_number',
};

interface FtmEntity {
  id: string;
  caption: string;
  schema: string;
  properties: Record<string, unknown>;
}

/**
 * Reads entities of FollowTheMoney (followthemoney.tech), one JSON object per line, as OpenSanctions publishes them.
 * Only entities of a known type with the topic `sanction` become entries; all others are ignored.
 * @param prefix prefix of the ids, such as `opensanctions`
 */
export function readFtmList(text: string, prefix: string): ReadList {
  const entities: SanctionedEntity[] = [];
  let skipped = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    if (line === '') continue;
    const read = parsed(line);
    if (read === undefined) skipped += 1;
    else if (isSanctioned(read)) {
      const entity = bounded(entityOf(read, prefix));
      if (entity === undefined) skipped += 1;
      else entities.push(entity);
    }
  }
  return { entities, skipped };
}

function parsed(line: string): FtmEntity | undefined {
  try {
    const { id, caption, schema, properties } = JSON.parse(line);
    const isWhole =
      [id, caption, schema].every((value) => typeof value === 'string') &&
      typeof properties === 'object' &&
      properties !== null;
    return isWhole ? { id, caption, schema, properties } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the values of properties; every property is a list of texts. */
function valuesOf(properties: FtmEntity['properties'], ...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const values = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
  });
}

const isSanctioned = ({ schema, properties }: FtmEntity): boolean =>
  Object.hasOwn(types, schema) && valuesOf(properties, 'topics').includes('sanction');

function entityOf({ id, caption, schema, properties }: FtmEntity, prefix: string): SanctionedEntity {
  const found: SanctionedIdentifier[] = Object.entries(identifiers).flatMap(([name, type]) =>
    valuesOf(properties, name).map((value) => ({
      type,
      value: type === 'imo' ? value.replace(/^IMO\s*/i, '') : value,
    })),
  );
  return {
    id: `${prefix}:${id}`,
    type: types[schema] as SanctionedType,
    name: caption,
    aliases: valuesOf(properties, 'name', 'alias', 'previousName'),
    programs: valuesOf(properties, 'program', 'programId'),
    countries: valuesOf(properties, 'country', 'nationality', 'citizenship', 'jurisdiction', 'flag').flatMap(
      (country) => countryCode(country) ?? [],
    ),
    birthDates: valuesOf(properties, 'birthDate'),
    identifiers: found,
    addresses: valuesOf(properties, 'address'),
    remarks: valuesOf(properties, 'position', 'notes', 'summary').join('; ') || null,
    url: valuesOf(properties, 'sourceUrl').find((url) => /^https?:\/\//.test(url)) ?? null,
  };
}
