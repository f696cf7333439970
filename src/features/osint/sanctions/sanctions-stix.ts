import { osintVendors } from '../osint.vendors.js';
import { derivedUuid, FIXED_TIME, type StixObject, stixObject, stixUrl } from '../stix/stix-object.js';
import type { SanctionedEntity, SanctionedType } from './sanctioned-entity.js';

/** An entry of a list with the data by which it is published. */
export interface PublishedEntry {
  entity: SanctionedEntity;
  stixId: string;
  addedAt: Date;
  changedAt: Date;
  delistedAt: Date | null;
}

/** The source of an entry, which every object names. */
export interface ListSource {
  /** Name of the publisher, such as `OFAC`. */
  title: string;
  /** Terms of use; undefined for lists of the operator. */
  terms?: string;
  isSimulated: boolean;
}

/** Returns the source of a stored list. */
export function sourceOf(list: string): ListSource {
  const { title = list, terms }: { title?: string; terms?: string } =
    Object.values(osintVendors).find(({ feed }) => feed === list) ?? {};
  return { title, terms, isSimulated: false };
}

/** Classes of section 10.7 (identity-class-ov). Vessels and aircraft have no class there. */
const classes: Readonly<Record<SanctionedType, string>> = {
  person: 'individual',
  organization: 'organization',
  vessel: 'unknown',
  aircraft: 'unknown',
};

/**
 * Returns an entry of a sanctions list as an identity (STIX 2.1, section 4.5). An identity has no properties for
 * aliases, dates of birth and countries, so the description holds them.
 */
export function stixSanctioned(entry: PublishedEntry, { title, terms, isSimulated }: ListSource): StixObject {
  const { entity, stixId, addedAt, changedAt, delistedAt } = entry;
  const { id, type, name, url, programs, identifiers, addresses } = entity;
  const contacts = identifiers.filter((one) => one.type === 'email' || one.type === 'website');
  const lines = [...contacts.map(({ value }) => value), ...addresses].filter((line) => line.trim() !== '');
  const page = stixUrl(url);
  return stixObject(
    'identity',
    stixId,
    { created: addedAt, modified: changedAt },
    {
      revoked: delistedAt === null ? undefined : true,
      name,
      description: describe(entity, isSimulated),
      identity_class: classes[type],
      contact_information: lines.join('\n'),
      labels: [
        'sanctioned',
        type,
        ...(isSimulated ? ['simulated'] : []),
        ...programs.map((program) => `program:${program}`),
      ],
      external_references: [
        { source_name: title, external_id: id, ...(page && { url: page }), ...(terms && { description: terms }) },
        ...identifiers
          .filter(({ value }) => value.trim() !== '')
          .map((one) => ({
            source_name: one.type,
            external_id: one.value,
            ...(one.issuer ? { description: `Issued by: ${one.issuer}.` } : {}),
          })),
      ],
    },
  );
}

function describe(entity: SanctionedEntity, isSimulated: boolean): string {
  const { remarks, aliases, birthDates, countries } = entity;
  const parts: Array<string | null> = [
    isSimulated ? 'Simulated data.' : null,
    aliases.length === 0 ? null : `Also known as: ${aliases.join('; ')}.`,
    birthDates.length === 0 ? null : `Born: ${birthDates.join('; ')}.`,
    countries.length === 0 ? null : `Countries: ${countries.join(', ')}.`,
    remarks,
  ];
  return parts.filter((part) => part !== null).join('\n');
}

/** Returns an entry of the simulated list, which no table stores, in the form of stored ones. */
export const simulatedEntry = (entity: SanctionedEntity): PublishedEntry => ({
  entity,
  stixId: derivedUuid(entity.id),
  addedAt: FIXED_TIME,
  changedAt: FIXED_TIME,
  delistedAt: null,
});
