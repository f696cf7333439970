import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, getTableColumns, gt, inArray, sql } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { osintCases, osintEvidence } from '../osint.schema.js';
import { type StixSelection, stixConditions } from '../stix/stix-selection.js';
import type { Case, Evidence, EvidenceEntry } from './case.js';

const { accountId: _owner, ...evidenceColumns } = getTableColumns(osintEvidence);
const { content: _content, ...entryColumns } = evidenceColumns;

@Service()
export class CaseRepository extends OwnedTable<Case> {
  constructor(database: Database) {
    super(database, osintCases);
  }

  /** Returns the size of all evidence of an account in bytes. */
  async storedBytes(accountId: string): Promise<number> {
    const [row] = await this.database.orm
      .select({ bytes: sql<string>`coalesce(sum(octet_length(${osintEvidence.content})), 0)` })
      .from(osintEvidence)
      .innerJoin(osintCases, eq(osintCases.id, osintEvidence.caseId))
      .where(eq(osintCases.accountId, accountId));
    return Number(row?.bytes ?? 0);
  }

  async insertEvidence(evidence: Evidence): Promise<void> {
    await this.database.orm.insert(osintEvidence).values(evidence);
  }

  /** Lists evidence of a case by sequence number, without contents, after the sequence number `after`. */
  async entries(caseId: string, limit: number, after = 0): Promise<EvidenceEntry[]> {
    return this.database.orm
      .select(entryColumns)
      .from(osintEvidence)
      .where(and(eq(osintEvidence.caseId, caseId), gt(osintEvidence.sequence, after)))
      .orderBy(asc(osintEvidence.sequence))
      .limit(limit);
  }

  /** Lists evidence of a case by sequence number, with contents. */
  async evidence(caseId: string, limit: number): Promise<Evidence[]> {
    return this.database.orm
      .select(evidenceColumns)
      .from(osintEvidence)
      .where(eq(osintEvidence.caseId, caseId))
      .orderBy(asc(osintEvidence.sequence))
      .limit(limit);
  }

  async findEvidence(caseId: string, sequence: number): Promise<Evidence | undefined> {
    const [row] = await this.database.orm
      .select(evidenceColumns)
      .from(osintEvidence)
      .where(and(eq(osintEvidence.caseId, caseId), eq(osintEvidence.sequence, sequence)));
    return row;
  }

  /** Lists evidence of all cases of an account, with contents, by case id and sequence number. */
  async ofAccount(accountId: string, limit: number): Promise<Evidence[]> {
    return this.database.orm
      .select(evidenceColumns)
      .from(osintEvidence)
      .innerJoin(osintCases, eq(osintCases.id, osintEvidence.caseId))
      .where(eq(osintCases.accountId, accountId))
      .orderBy(asc(osintEvidence.caseId), asc(osintEvidence.sequence))
      .limit(limit);
  }

  /** Returns the ids of the evidence of cases, in the order of the chains, by the id of the case. */
  async evidenceIds(caseIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.database.orm
      .select({ id: osintEvidence.id, caseId: osintEvidence.caseId })
      .from(osintEvidence)
      .where(inArray(osintEvidence.caseId, [...caseIds]))
      .orderBy(asc(osintEvidence.sequence));
    const byCase = Map.groupBy(rows, ({ caseId }) => caseId);
    return new Map([...byCase].map(([caseId, entries]) => [caseId, entries.map(({ id }) => id)]));
  }

  /** Lists cases of an account by the time of their last change. */
  async changedCases(accountId: string, selection: StixSelection): Promise<Case[]> {
    const { id, updatedAt } = osintCases;
    return this.database.orm
      .select()
      .from(osintCases)
      .where(and(eq(osintCases.accountId, accountId), ...stixConditions(selection, { time: updatedAt, id })))
      .orderBy(asc(updatedAt), asc(id))
      .limit(selection.limit);
  }

  /** Lists evidence of all cases of an account, with contents, by the time at which it was captured. */
  async capturedEvidence(accountId: string, selection: StixSelection): Promise<Evidence[]> {
    const { id, capturedAt } = osintEvidence;
    return this.database.orm
      .select(evidenceColumns)
      .from(osintEvidence)
      .where(and(eq(osintEvidence.accountId, accountId), ...stixConditions(selection, { time: capturedAt, id })))
      .orderBy(asc(capturedAt), asc(id))
      .limit(selection.limit);
  }
}
