import { instant } from '../../database/columns.js';
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  sql,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

/**
 * Columns by which a record is published as a STIX object: a UUID of its own, the time at which this service first
 * stored it, and the time of its last change, which is the version of the object.
 */
const stixColumns = () => ({
  stixId: uuid('stix_id').notNull().defaultRandom(),
  addedAt: instant('added_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Types of entries on sanctions lists. */
export const sanctionedTypes = ['person', 'organization', 'vessel', 'aircraft'] as const;
export type SanctionedType = (typeof sanctionedTypes)[number];

/** Type of the identifier: `imo`, `mmsi`, `passport`, `wallet`, … */
export interface SanctionedIdentifier {
  type: string;
  value: string;
  /** The country that issued the identifier, as the list writes it. */
  issuer?: string;
}

/** An entry of a sanctions list. */
export interface SanctionedEntity {
  /** Id that is unique over all lists, such as `ofac:47371`. */
  id: string;
  type: SanctionedType;
  /** Primary name, as listed. */
  name: string;
  aliases: string[];
  programs: string[];
  /** Country codes (ISO 3166-1 alpha-2): nationality, residence, registration or flag. */
  countries: string[];
  /** Dates of birth as listed: `1952-10-07`, `1960`, `circa 1965`. */
  birthDates: string[];
  identifiers: SanctionedIdentifier[];
  addresses: string[];
  /** Remarks of the list. */
  remarks: string | null;
  url: string | null;
}

/** Lists that are fetched as a whole: sanctions lists and catalogs of vulnerabilities. */
export const osintLists = pgTable('osint_lists', {
  /** Name of the list: `sanctions.ofac`, `vulnerabilities.kev`, … */
  name: text('name').primaryKey(),
  /** `ETag` and `Last-Modified` of each file, by the name of the file. */
  validators: jsonb('validators').$type<Record<string, { etag?: string; lastModified?: string }>>().notNull(),
  /** Increases by one with every replacement; readers compare it to detect changes. */
  revision: integer('revision').notNull(),
  records: integer('records').notNull(),
  /** Time at which the publisher created the list; null if not stated. */
  asOf: instant('as_of'),
  fetchedAt: instant('fetched_at').notNull(),
  /** Time at which the list was last known to be current. */
  checkedAt: instant('checked_at').notNull(),
});

/**
 * The entries of sanctions lists. A list is replaced in one transaction. An entry that its publisher has removed is
 * kept with the time of its removal, so that readers of STIX learn that it is revoked.
 */
export const sanctionedEntities = pgTable(
  'sanctioned_entities',
  {
    list: text('list').notNull(),
    /** The publisher's id of the entry. */
    id: text('id').notNull(),
    entity: jsonb('entity').$type<SanctionedEntity>().notNull(),
    /** Time at which the publisher's list no longer had the entry; null for a listed entry. */
    delistedAt: instant('delisted_at'),
    ...stixColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.id] }),
    index('sanctioned_entities_stix').on(table.stixId),
    index('sanctioned_entities_changed').on(table.changedAt, table.stixId),
  ],
);

/** Vulnerabilities by CVE id, from all catalogs. */
export const vulnerabilities = pgTable(
  'vulnerabilities',
  {
    /** CVE id: `CVE-2021-44228`. */
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    vendor: text('vendor'),
    product: text('product'),
    severity: text('severity', { enum: ['low', 'medium', 'high', 'critical'] }),
    /** CVSS base score, 0 to 10; null if unknown. */
    score: real('score'),
    vector: text('vector'),
    publishedAt: instant('published_at'),
    modifiedAt: instant('modified_at'),
    /**
     * Days such as `2021-12-10`: the addition to the catalog of exploited vulnerabilities, and the due date of the fix.
     * Null for a vulnerability that is not in the catalog.
     */
    exploitedSince: text('exploited_since'),
    dueDate: text('due_date'),
    requiredAction: text('required_action'),
    /**
     * True if known to be used in ransomware campaigns; null for a vulnerability that is not in the catalog of
     * exploited ones.
     */
    ransomware: boolean('ransomware'),
    weaknesses: text('weaknesses').array().notNull(),
    references: text('references').array().notNull(),
    providers: text('providers').array().notNull(),
    /** The later of two times: of the publication, and of the addition to the catalog of exploited vulnerabilities. */
    listedAt: instant('listed_at').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
    ...stixColumns(),
    search: tsvector('search').generatedAlwaysAs(
      sql.raw(
        `to_tsvector('simple', id || ' ' || title || ' ' || coalesce(vendor, '') || ' ' || coalesce(product, '')) || to_tsvector('simple', left(description, 4000))`,
      ),
    ),
  },
  (table) => [
    index('vulnerabilities_listed').on(table.listedAt, table.id),
    index('vulnerabilities_severity').on(table.severity, table.listedAt, table.id),
    index('vulnerabilities_search').using('gin', table.search),
    index('vulnerabilities_stix').on(table.stixId),
    index('vulnerabilities_changed').on(table.changedAt, table.stixId),
  ],
);

/** Cases: investigations of accounts. */
export const osintCases = pgTable(
  'osint_cases',
  {
    ...ownedColumns(),
    title: text('title').notNull(),
    description: text('description'),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    /**
     * Number of pieces of evidence, and the chain hash of the last piece, which is null for a case without evidence.
     */
    evidenceCount: integer('evidence_count').notNull().default(0),
    chainHash: text('chain_hash'),
  },
  (table) => [
    index('osint_cases_account').on(table.accountId, table.id),
    index('osint_cases_changed').on(table.accountId, table.updatedAt, table.id),
  ],
);

/** Evidence of cases. Rows are only added, and deleted together with their case. */
export const osintEvidence = pgTable(
  'osint_evidence',
  {
    id: uuid('id').primaryKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => osintCases.id, { onDelete: 'cascade' }),
    /**
     * The owner of the case, set by a trigger, because processes of earlier versions do not know the column; null only
     * before the trigger runs.
     */
    accountId: uuid('account_id'),
    /** Number of the piece in its case, from 1 without gaps. */
    sequence: integer('sequence').notNull(),
    /** Type of the record in this service; null for content that the account entered. */
    recordType: text('record_type'),
    recordId: text('record_id'),
    title: text('title').notNull(),
    /** Address of the content, as the account states it; null if unknown. */
    url: text('url'),
    mediaType: text('media_type').notNull(),
    /** Content exactly as it was hashed. */
    content: text('content').notNull(),
    /** SHA-256 of the content in UTF-8, in hexadecimal. */
    sha256: text('sha256').notNull(),
    /** Chain hash of the previous piece, in hexadecimal; null for the first piece. */
    previousHash: text('previous_hash'),
    chainHash: text('chain_hash').notNull(),
    capturedAt: instant('captured_at').notNull(),
  },
  (table) => [
    unique('osint_evidence_sequence').on(table.caseId, table.sequence),
    index('osint_evidence_account').on(table.accountId, table.capturedAt, table.id),
  ],
);
