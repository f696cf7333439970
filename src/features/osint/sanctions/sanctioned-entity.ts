import type { SanctionedEntity } from '../osint.schema.js';

export {
  type SanctionedEntity,
  type SanctionedIdentifier,
  type SanctionedType,
  sanctionedTypes,
} from '../osint.schema.js';

/** Limits on the stored size of an entry, because lists are untrusted input. */
export const MAX_ALIASES = 100;
export const MAX_NAME_LENGTH = 400;
export const MAX_IDENTIFIERS = 200;
export const MAX_ADDRESSES = 20;
export const MAX_REMARKS_LENGTH = 4_000;

const distinct = (values: readonly string[], limit: number, length = MAX_NAME_LENGTH): string[] =>
  [
    ...new Set(
      values.map((value) => value.replaceAll('\0', '').trim().slice(0, length)).filter((value) => value !== ''),
    ),
  ].slice(0, limit);

/** Returns the entry cut to the limits; undefined for an entry without a name. */
export function bounded(entity: SanctionedEntity): SanctionedEntity | undefined {
  const name = entity.name.replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH);
  if (name === '' || entity.id.length > 200) return undefined;
  const clean = (text: string) => text.replaceAll('\0', '').slice(0, 200);
  return {
    ...entity,
    name,
    aliases: distinct(entity.aliases, MAX_ALIASES + 1)
      .filter((alias) => alias !== name)
      .slice(0, MAX_ALIASES),
    programs: distinct(entity.programs, 50, 200),
    countries: distinct(entity.countries, 20, 2),
    birthDates: distinct(entity.birthDates, 20, 100),
    identifiers: entity.identifiers
      .slice(0, MAX_IDENTIFIERS)
      .map(({ type, value, issuer }) => ({ type, value: clean(value), ...(issuer && { issuer: clean(issuer) }) })),
    addresses: distinct(entity.addresses, MAX_ADDRESSES, 500),
    remarks: entity.remarks?.replaceAll('\0', '').slice(0, MAX_REMARKS_LENGTH) || null,
    url: entity.url?.slice(0, 2_000) ?? null,
  };
}
