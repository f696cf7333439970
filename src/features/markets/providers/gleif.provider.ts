import { type Fields, readList, readRecord, readText } from '../../../upstream/answers.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { VendorSettings } from '../../../upstream/vendor.js';
import { readIdentifier } from '../identifier.js';
import type { OwnerLevel, RegisteredEntity, Subsidiaries } from '../legal-entity.js';
import { identifierVendors } from '../markets.vendors.js';
import { EntityRegister } from './identifier-source.js';

/** GLEIF allows 60 calls a minute (https://www.gleif.org/en/lei-data/gleif-api). */
const CALLS_PER_MINUTE = 60;
/** Maximum number of ISINs and of subsidiaries that are read, which is one page. */
const MAX_ROWS = 100;
/** Maximum number of issuers of one ISIN. */
const MAX_ISSUERS = 5;

/** The register of the Global Legal Entity Identifier Foundation: entities and who consolidates whom, without a key. */
export class GleifProvider extends EntityRegister {
  readonly name = 'gleif';
  private readonly upstream: Upstream;

  constructor({ upstreams }: SourceParts, { baseUrl }: VendorSettings) {
    super();
    this.upstream = upstreams.open({
      feed: identifierVendors.gleif.feed,
      provider: this.name,
      baseUrl,
      headers: { accept: 'application/vnd.api+json' },
      budgets: [{ calls: CALLS_PER_MINUTE, windowSeconds: 60 }],
    });
  }

  entity(lei: string): Promise<RegisteredEntity> {
    return this.upstream.get({ path: `/lei-records/${lei}`, parse: (body) => gleifEntity(dataOf(body)) });
  }

  issuersOf(isin: string): Promise<readonly RegisteredEntity[]> {
    return this.upstream.get({
      path: '/lei-records',
      query: { 'filter[isin]': isin, 'page[size]': String(MAX_ISSUERS) },
      parse: (body) => readList(dataOf(body), 'data').slice(0, MAX_ISSUERS).map(gleifEntity),
    });
  }

  isinsOf(lei: string): Promise<readonly string[]> {
    return this.upstream.get({
      path: `/lei-records/${lei}/isins`,
      query: { 'page[size]': String(MAX_ROWS) },
      parse: gleifIsins,
    });
  }

  owner(lei: string, level: OwnerLevel): Promise<RegisteredEntity> {
    return this.upstream.get({
      path: `/lei-records/${lei}/${level}-parent`,
      parse: (body) => gleifEntity(dataOf(body)),
    });
  }

  exception(lei: string, level: OwnerLevel): Promise<string> {
    return this.upstream.get({
      path: `/lei-records/${lei}/${level}-parent-reporting-exception`,
      parse: gleifException,
    });
  }

  subsidiaries(lei: string): Promise<Subsidiaries> {
    return this.upstream.get({
      path: `/lei-records/${lei}/direct-children`,
      query: { 'page[size]': String(MAX_ROWS) },
      parse: gleifSubsidiaries,
    });
  }
}

const dataOf = (body: unknown): unknown => readRecord(body, 'body').data;

/** Parses a record of the register (JSON:API, type `lei-records`). */
export function gleifEntity(data: unknown): RegisteredEntity {
  const { attributes, relationships } = readRecord(data, 'record');
  const { lei, entity, registration } = readRecord(attributes, 'attributes');
  const { legalName, legalAddress, jurisdiction, status } = readRecord(entity, 'entity');
  const read = typeof lei === 'string' ? readIdentifier(lei, 'lei').identifier : undefined;
  const name = readText(readRecord(legalName, 'legalName').name);
  if (read === undefined || name === null) throw badAnswer('A record has no valid LEI or no name.');
  const { status: registered, lastUpdateDate } = readRecord(registration ?? {}, 'registration');
  const updated = /^20\d\d-\d\d-\d\dT/.test(String(lastUpdateDate)) ? Date.parse(String(lastUpdateDate)) : Number.NaN;
  const country = readText(readRecord(legalAddress ?? {}, 'legalAddress').country);
  const region = readText(jurisdiction);
  const links = readRecord(relationships ?? {}, 'relationships');
  return {
    entity: {
      lei: read.value,
      name,
      country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
      jurisdiction: region !== null && /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(region) ? region : null,
      isActive: status === 'ACTIVE' ? true : status === 'INACTIVE' ? false : null,
      isCurrent: typeof registered === 'string' ? registered === 'ISSUED' : null,
      updatedAt: Number.isNaN(updated) ? null : new Date(updated),
    },
    owners: { direct: reported(links, 'direct-parent'), ultimate: reported(links, 'ultimate-parent') },
  };
}

/** Returns which of the links about an owner a record has. */
function reported(relationships: Fields, name: string): 'entity' | 'exception' | 'none' {
  const links = readRecord(readRecord(relationships[name] ?? {}, name).links ?? {}, 'links');
  return links['lei-record'] !== undefined
    ? 'entity'
    : links['reporting-exception'] !== undefined
      ? 'exception'
      : 'none';
}

export function gleifIsins(body: unknown): string[] {
  return readList(dataOf(body), 'data').flatMap((row) => {
    const { isin } = readRecord(readRecord(row, 'row').attributes, 'attributes');
    return (typeof isin === 'string' && readIdentifier(isin, 'isin').identifier?.value) || [];
  });
}

/** Parses a reporting exception. @returns its reason, such as `NO_KNOWN_PERSON` */
export function gleifException(body: unknown): string {
  const { reason } = readRecord(readRecord(dataOf(body), 'data').attributes, 'attributes');
  if (typeof reason !== 'string' || !/^[A-Z_]{2,60}$/.test(reason)) throw badAnswer('An exception has no reason.');
  return reason;
}

export function gleifSubsidiaries(body: unknown): Subsidiaries {
  const entities = readList(dataOf(body), 'data')
    .slice(0, MAX_ROWS)
    .map((row) => gleifEntity(row).entity);
  const { pagination } = readRecord(readRecord(body, 'body').meta ?? {}, 'meta');
  const { total } = readRecord(pagination ?? {}, 'pagination');
  const isCount = typeof total === 'number' && Number.isInteger(total) && total >= entities.length;
  return { entities, total: isCount ? total : entities.length };
}
