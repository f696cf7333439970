import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, inArray } from '../../../database/drizzle.js';
import { aiApprovals as approvals } from '../ai.schema.js';
import type { Approval, Decision } from './approval.js';

const approvalOf = (row: typeof approvals.$inferSelect): Approval => ({
  ...row,
  decision: row.decision as Decision | null,
});

/** Stores proposals and the decisions about them. */
@Service()
export class ApprovalRepository {
  constructor(private readonly database: Database) {}

  async insert(approval: Approval): Promise<void> {
    await this.database.orm.insert(approvals).values(approval);
  }

  /** Reads a proposal of a thread and locks it until the transaction ends. */
  async hold(accountId: string, threadId: string, id: string): Promise<Approval | undefined> {
    const own = and(eq(approvals.id, id), eq(approvals.threadId, threadId), eq(approvals.accountId, accountId));
    const [row] = await this.database.orm.select().from(approvals).where(own).for('update');
    return row && approvalOf(row);
  }

  async ofMessages(messageIds: readonly string[]): Promise<Approval[]> {
    if (messageIds.length === 0) return [];
    const rows = await this.database.orm
      .select()
      .from(approvals)
      .where(inArray(approvals.messageId, [...messageIds]));
    return rows.map(approvalOf);
  }

  async decide(id: string, decision: Decision, decidedAt: Date): Promise<void> {
    await this.database.orm.update(approvals).set({ decision, decidedAt }).where(eq(approvals.id, id));
  }

  async keepOutcome(id: string, outcome: object): Promise<void> {
    await this.database.orm.update(approvals).set({ outcome }).where(eq(approvals.id, id));
  }
}
