/** A legal entity in the register of LEIs. */
export interface LegalEntity {
  /** Legal entity identifier (ISO 17442). */
  lei: string;
  name: string;
  /** ISO 3166-1 code of the country of its legal address; null if unknown. */
  country: string | null;
  /** ISO 3166 code of the country or region whose law applies; null if unknown. */
  jurisdiction: string | null;
  /** Whether the entity exists; null if unknown. */
  isActive: boolean | null;
  /** Whether the registration was renewed in time; null if unknown. */
  isCurrent: boolean | null;
  /** Time of the last change of the record; null if unknown. */
  updatedAt: Date | null;
}

export const ownerLevels = ['direct', 'ultimate'] as const;
export type OwnerLevel = (typeof ownerLevels)[number];

/** Maximum number of owners above an entity that are read. */
export const MAX_OWNERS = 10;

/** Why a chain of owners ends. */
export const chainEnds = ['exception', 'not_reported', 'cycle', 'limit'] as const;
export type ChainEnd = (typeof chainEnds)[number];

/** A registered entity, and what it reports about its owners. */
export interface RegisteredEntity {
  entity: LegalEntity;
  /** `none`: it reports nothing; `exception`: a reason for which it names no owner. */
  owners: Readonly<Record<OwnerLevel, 'entity' | 'exception' | 'none'>>;
}

/** The entities that an entity owns directly, as far as they are read. */
export interface Subsidiaries {
  entities: readonly LegalEntity[];
  /** Number of all of them. */
  total: number;
}

/** The owners of an entity, and what it owns. */
export interface Ownership {
  entity: LegalEntity;
  /** The owners above the entity, the direct one first. */
  owners: LegalEntity[];
  chainEnd: ChainEnd;
  /** The reason for which the last entity names no owner; null unless `chainEnd` is `exception`. */
  exception: string | null;
  /** The owner at the top, as the entity itself reports it; null if it reports none. */
  ultimate: LegalEntity | null;
  subsidiaries: Subsidiaries;
  provider: string;
  fetchedAt: Date;
  stale: boolean;
}

/** A listing that a source of identifiers knows. */
export interface IdentifiedListing {
  /** Symbol of this service; null for a venue of which the service has no symbols. */
  symbol: string | null;
  name: string | null;
  /** Code of the exchange, as the source writes it. */
  exchange: string | null;
  /** ISO 4217; null if the source does not state it. */
  currency: string | null;
  isin: string | null;
  figi: string | null;
  shareClassFigi: string | null;
}
