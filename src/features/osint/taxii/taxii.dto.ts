import type { Alternative } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import type { ProblemForm } from '../../../api/problem-form.js';
import { type DtoClass, flag, integer, json, list, objects, optional, text } from '../../../api/rules.js';
import { serviceIdentity, stixType } from '../stix/stix-object.js';
import { TAXII_DISCOVERY, TAXII_ROOT, taxiiType } from './taxii-form.js';

const instantRule = () =>
  text(20, 32, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/, 'a time in UTC such as 2026-11-20T21:00:00.000000Z');
const id = 'vulnerability--3f1c5f0e-6f0b-4d2c-8a53-6d5a0e9b7c11';
const version = '2026-11-20T21:00:00.000Z';
const added = '2026-11-20T21:00:00.000000Z';
const more = 'True if the next page has further items.';
const next = 'Pass it as `next` for the next page; absent on the last one.';
const nextRule = () => text(1, 512, /^[A-Za-z0-9_-]+$/, 'a next as it was given');

/** The query parameters of filtering, under the names that the specification gives them. */
@Dto('The objects to read. All conditions hold together.')
export class TaxiiQuery {
  @Field('Only objects that were added after this time.', optional(instantRule()), {
    omitFromExample: true,
    example: added,
  })
  added_after?: string;

  @Field(
    'Maximum number of objects in a page. A page has at most 500, of cases 50; fewer are returned for a higher limit.',
    optional(integer(1, 2_147_483_647)),
    { omitFromExample: true, example: 50 },
  )
  limit?: number;

  @Field('The `next` of the previous page, with the same conditions.', optional(nextRule()), { isWithoutExample: true })
  next?: string;

  @Field('Only objects with these ids.', optional(list(text(1, 200), 100, 1)), { omitFromExample: true, example: [id] })
  'match[id]'?: string[];

  @Field('Only objects of these types.', optional(list(text(1, 100), 20, 1)), {
    omitFromExample: true,
    example: ['vulnerability'],
  })
  'match[type]'?: string[];

  @Field(
    '`last`, `first`, `all`, or times of versions. Only the last version of an object is kept, so it is also the first ' +
      'and the only one.',
    optional(
      list(text(1, 32, /^(?:last|first|all|\d{4}-\d\d-\d\dT[\d:.]{8,20}Z)$/, 'last, first, all or a time'), 20, 1),
    ),
    { omitFromExample: true, example: ['last'] },
  )
  'match[version]'?: string[];

  @Field('Only objects of these versions of STIX; all are of 2.1.', optional(list(text(1, 10), 10, 1)), {
    omitFromExample: true,
    example: ['2.1'],
  })
  'match[spec_version]'?: string[];
}

@Dto('An error of TAXII 2.1.')
export class TaxiiErrorDto {
  @Field('Kind of the error in words.', text(1, 200), { example: 'Not found' })
  title!: string;

  @Field('The fault of this request and the remedy; absent without more to say.', optional(text(1, 2_000)), {
    example: 'No collection has this id.',
  })
  description?: string;

  @Field('Id of the request, also in the logs.', text(1, 64), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  error_id!: string;

  @Field('Code of the problem, as elsewhere in this API.', text(1, 100), { example: 'not_found' })
  error_code!: string;

  @Field('HTTP status as text.', text(3, 3), { example: '404' })
  http_status!: string;

  @Field('Violated rules by parameter; absent without any.', optional(json()), { omitFromExample: true, example: {} })
  details?: object;
}

@Dto('An API root of TAXII 2.1.')
export class TaxiiApiRootDto {
  @Field('Title of the API root.', text(1, 200), { example: 'Watchfloor' })
  title!: string;

  @Field('Content of the collections.', text(1, 500), { example: 'Vulnerabilities, sanctions and your cases.' })
  description!: string;

  @Field('Media types of TAXII that the API root supports.', list(text(1, 100), 10, 1), {
    example: ['application/taxii+json;version=2.1'],
  })
  versions!: string[];

  @Field('Maximum size of a request body in bytes; 0, because nothing can be added.', integer(0, 2_147_483_647), {
    example: 0,
  })
  max_content_length!: number;
}

@Dto('A collection of TAXII 2.1.')
export class TaxiiCollectionDto {
  @Field('UUID of the collection.', text(36, 36), { example: '6c4a8d52-1e0b-4d3a-9f0e-2b7c5e8a1f01' })
  id!: string;

  @Field('Name of the collection.', text(1, 100), { example: 'Vulnerabilities' })
  title!: string;

  @Field('Content of the collection.', text(1, 500), { example: 'Vulnerabilities of all catalogs.' })
  description!: string;

  @Field('Name that may replace the UUID in paths.', text(1, 50), { example: 'vulnerabilities' })
  alias!: string;

  @Field('Always true.', flag(), { example: true })
  can_read!: boolean;

  @Field('Always false.', flag(), { example: false })
  can_write!: boolean;

  @Field('Media types of the objects.', list(text(1, 100), 10, 1), { example: [stixType] })
  media_types!: string[];
}

@Dto('The collections of an API root (TAXII 2.1).')
export class TaxiiCollectionsDto {
  @Field('All collections.', objects(TaxiiCollectionDto, 10))
  collections!: TaxiiCollectionDto[];
}

@Dto('A page of STIX objects (TAXII 2.1), in the order in which they were added.')
export class TaxiiEnvelopeDto {
  @Field(more, flag(), { example: false })
  more!: boolean;

  @Field(next, optional(nextRule()), { omitFromExample: true, example: 'AAbb01' })
  next?: string;

  @Field('The objects; absent if no object matches.', optional(list(json(), 500, 1)), { example: [serviceIdentity] })
  objects?: object[];
}

@Dto('The manifest record of an object (TAXII 2.1).')
export class TaxiiManifestRecordDto {
  @Field('Id of the object.', text(1, 200), { example: id, identity: true })
  id!: string;

  @Field('When this version was added to the collection (UTC, microseconds).', instantRule(), { example: added })
  date_added!: string;

  @Field('Version of the object: its `modified`.', instantRule(), { example: version })
  version!: string;

  @Field('Media type of the object.', text(1, 100), { example: stixType })
  media_type!: string;
}

@Dto('A page of a manifest (TAXII 2.1), in the order in which the objects were added.')
export class TaxiiManifestDto {
  @Field(more, flag(), { example: false })
  more!: boolean;

  @Field(next, optional(nextRule()), { omitFromExample: true, example: 'AAbb01' })
  next?: string;

  @Field('The records; absent if no object matches.', optional(objects(TaxiiManifestRecordDto, 500, 1)))
  objects?: TaxiiManifestRecordDto[];
}

@Dto('The versions of an object (TAXII 2.1). Only the last version is kept.')
export class TaxiiVersionsDto {
  @Field(more, flag(), { example: false })
  more!: boolean;

  @Field(
    'The versions: the `modified` of the object; absent if no version matches.',
    optional(list(instantRule(), 10, 1)),
    { example: [version] },
  )
  versions?: string[];
}

/** Errors in the form of TAXII 2.1. */
export const taxiiProblems: ProblemForm = {
  name: 'Taxii',
  paths: [`/api/v1${TAXII_ROOT}/`, TAXII_DISCOVERY],
  mediaType: taxiiType,
  dto: TaxiiErrorDto,
  body: ({ title, detail, code, status, errors = [] }, requestId): TaxiiErrorDto => ({
    title,
    ...(detail === undefined ? {} : { description: detail }),
    error_id: requestId,
    error_code: code,
    http_status: String(status),
    ...(errors.length === 0
      ? {}
      : { details: Object.fromEntries(errors.map((error) => [error.pointer, error.detail])) }),
  }),
};

/** Declares the response of an operation. */
export const taxiiAlternative = (body: DtoClass, description: string): Record<string, Alternative> => ({
  [taxiiType]: { description, body },
});
