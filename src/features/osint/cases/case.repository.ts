import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, getTableColumns, gt, sql } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { osintCases, osintEvidence } from '../osint.schema.js';
import type { Case, Evidence, EvidenceEntry } from './case.js';

const { content: _, ...entryColumns } = getTableColumns(osintEvidence);

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
      .select()
      .from(osintEvidence)
      .where(eq(osintEvidence.caseId, caseId))
      .orderBy(asc(osintEvidence.sequence))
      .limit(limit);
  }

  async findEvidence(caseId: string, sequence: number): Promise<Evidence | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(osintEvidence)
      .where(and(eq(osintEvidence.caseId, caseId), eq(osintEvidence.sequence, sequence)));
    return row;
  }

  /** Lists evidence of all cases of an account, with contents, by case id and sequence number. */
  async ofAccount(accountId: string, limit: number): Promise<Evidence[]> {
    return this.database.orm
      .select(getTableColumns(osintEvidence))
      .from(osintEvidence)
      .innerJoin(osintCases, eq(osintCases.id, osintEvidence.caseId))
      .where(eq(osintCases.accountId, accountId))
      .orderBy(asc(osintEvidence.caseId), asc(osintEvidence.sequence))
      .limit(limit);
  }
}
