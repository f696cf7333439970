import { createHash } from 'node:crypto';
import type { Alternative } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, json, list, optional, text } from '../../../api/rules.js';
import { ChunkedJsonWriter } from '../../../http/chunked-json.js';
import { Reply } from '../../../http/reply.js';

// STIX 2.1 (OASIS Standard, 10 June 2021, docs.oasis-open.org/cti/stix/v2.1/os/stix-v2.1-os.html). Numbers of sections
// in this folder refer to it.

/** Media type of STIX 2.1 (section 1.3 of the registration, `application/stix+json`). */
export const stixType = 'application/stix+json;version=2.1';

/** A STIX Domain Object with the common properties of section 3.2. */
export interface StixObject {
  type: string;
  spec_version: '2.1';
  id: string;
  created: string;
  modified: string;
  [property: string]: unknown;
}

/** An external reference (section 2.5), which needs at least one property besides the name of its source. */
export interface ExternalReference {
  source_name: string;
  description?: string;
  url?: string;
  external_id?: string;
}

/**
 * Namespace of the UUIDs that this service derives from names. The namespace of section 2.9 is only for
 * Cyber-observable Objects, which this service does not publish.
 */
const NAMESPACE = 'b5e4f7e2-64f0-4a0c-9a8c-0a8a53c1f3d7';

/** Returns the UUID of version 5 of a name (RFC 9562, section 5.5). */
export function derivedUuid(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns the UUID by which a record with a UUID of version 7 is published. The schemas of OASIS accept versions 1 to 5
 * only, so the digit of the version becomes 4; `recordUuid` reverses it.
 */
export const publishedUuid = (id: string): string => `${id.slice(0, 14)}4${id.slice(15)}`;
export const recordUuid = (id: string): string => `${id.slice(0, 14)}7${id.slice(15)}`;

/** Time before that of every record, for objects that are the same in every installation. */
export const FIXED_TIME = new Date('2026-01-01T00:00:00.000Z');

/** Id of this service in `created_by_ref` (section 3.2). */
const SERVICE_ID = `identity--${derivedUuid('service')}`;

/**
 * Returns a domain object of this service. Properties without a value are left out, because lists must not be empty
 * (section 2.10) and texts without content say nothing.
 */
export function stixObject(
  type: string,
  uuid: string,
  { created, modified }: { created: Date; modified: Date },
  properties: Readonly<Record<string, unknown>>,
): StixObject {
  const isSet = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return {
    type,
    spec_version: '2.1',
    id: `${type}--${uuid}`,
    created_by_ref: SERVICE_ID,
    created: created.toISOString(),
    // An object must not be modified before its creation (section 3.2).
    modified: new Date(Math.max(created.getTime(), modified.getTime())).toISOString(),
    ...Object.fromEntries(Object.entries(properties).filter(([, value]) => isSet(value))),
  };
}

const { created_by_ref: _, ...itself } = stixObject(
  'identity',
  derivedUuid('service'),
  { created: FIXED_TIME, modified: FIXED_TIME },
  {
    name: 'Watchfloor',
    description: 'The service that publishes these objects. The records come from the sources that they refer to.',
    identity_class: 'system',
  },
);

/** The identity of this service, the same in every installation. */
export const serviceIdentity: StixObject = itself as StixObject;

/** The characters of RFC 3986, which section 2.5 requires of URLs. */
const URL_CHARACTERS = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** Returns a URL as STIX accepts it; undefined for texts that are no absolute URL. */
export function stixUrl(text: string | null): string | undefined {
  const href = text === null ? undefined : URL.parse(text)?.href;
  return href !== undefined && URL_CHARACTERS.test(href) ? href : undefined;
}

@Dto('A bundle of STIX 2.1.')
export class StixBundleDto {
  @Field('Always `bundle`.', choice(['bundle']), { example: 'bundle' })
  type!: string;

  @Field('Derived from the ids and versions of the objects.', text(44, 44), {
    example: 'bundle--3f1c5f0e-6f0b-5d2c-8a53-6d5a0e9b7c11',
  })
  id!: string;

  @Field(
    'The objects, after the identity of this service; absent if the list is empty.',
    optional(list(json(), 1_000, 1)),
    { example: [serviceIdentity] },
  )
  objects?: object[];
}

/** Declares STIX as a format of an operation. */
export const stixAlternative: Record<string, Alternative> = {
  [stixType]: { description: 'A bundle of STIX 2.1.', body: StixBundleDto },
};

/**
 * Returns a bundle (section 8) with the objects and the identity to which they refer. Its id depends on the objects
 * alone, so that unchanged content is answered with 304.
 */
export async function stixBundle(found: readonly StixObject[], headers: Record<string, string> = {}): Promise<Reply> {
  const objects = found.length === 0 ? [] : [serviceIdentity, ...found];
  const id = derivedUuid(JSON.stringify(objects.map((object) => [object.id, object.modified])));
  const text = new ChunkedJsonWriter();
  text.add(`{"type":"bundle","id":"bundle--${id}"`);
  if (objects.length > 0) {
    text.add(',"objects":[');
    await text.addJson(objects);
    text.add(']');
  }
  text.add('}');
  return new Reply(text.done(), { type: stixType, headers });
}
