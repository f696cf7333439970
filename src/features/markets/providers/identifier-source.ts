import type { Identifier, IdentifierKind } from '../identifier.js';
import type { IdentifiedListing, OwnerLevel, RegisteredEntity, Subsidiaries } from '../legal-entity.js';

/** A source of the listings that an identifier names. */
export abstract class ListingSource {
  /** Name of the source in the field `provider` of responses. */
  abstract readonly name: string;
  abstract readonly kinds: readonly IdentifierKind[];
  /** Maximum number of identifiers of one call. */
  abstract readonly batch: number;
  /**
   * Returns the listings of each identifier, in their order; an empty list for an unknown identifier.
   * @param identifiers of `kinds`, at most `batch`
   * @throws UpstreamError
   */
  abstract listings(identifiers: readonly Identifier[]): Promise<ReadonlyArray<readonly IdentifiedListing[]>>;
}

/** A register of legal entities and their owners. */
export abstract class EntityRegister {
  /** Name of the source in the field `provider` of responses. */
  abstract readonly name: string;
  /** Returns an entity. @throws UpstreamError `not_found` */
  abstract entity(lei: string): Promise<RegisteredEntity>;
  /** Returns the issuers of a security, usually one; empty if unknown. @throws UpstreamError */
  abstract issuersOf(isin: string): Promise<readonly RegisteredEntity[]>;
  /** Returns the ISINs of an issuer, at most 100. @throws UpstreamError */
  abstract isinsOf(lei: string): Promise<readonly string[]>;
  /** Returns an owner of an entity that reports one. @throws UpstreamError `not_found` */
  abstract owner(lei: string, level: OwnerLevel): Promise<RegisteredEntity>;
  /** Returns the reason for which an entity names no owner, as a code of the register. @throws UpstreamError */
  abstract exception(lei: string, level: OwnerLevel): Promise<string>;
  /** Returns the entities that an entity owns directly. @throws UpstreamError */
  abstract subsidiaries(lei: string): Promise<Subsidiaries>;
}

/** The configured sources of identifiers; undefined without one. */
export class IdentifierSources {
  constructor(
    readonly listings: ListingSource | undefined,
    readonly register: EntityRegister | undefined,
  ) {}
}
