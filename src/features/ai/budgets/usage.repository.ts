import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gte, sql } from '../../../database/drizzle.js';
import { aiUsage as usage } from '../ai.schema.js';
import type { DayUsage } from './usage.js';

const columns = {
  day: usage.day,
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  answers: usage.answers,
};

/** Stores the model tokens that accounts have used, by day. */
@Service()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, day: string): Promise<DayUsage | undefined> {
    const [row] = await this.database.orm
      .select(columns)
      .from(usage)
      .where(and(eq(usage.accountId, accountId), eq(usage.day, day)));
    return row;
  }

  /** Returns the usage since a day, oldest first; days without usage are left out. */
  async since(accountId: string, day: string): Promise<DayUsage[]> {
    return this.database.orm
      .select(columns)
      .from(usage)
      .where(and(eq(usage.accountId, accountId), gte(usage.day, day)))
      .orderBy(usage.day);
  }

  /** Adds tokens to a day unless it already has `limit` tokens or more. @returns whether they were added */
  async reserve(
    accountId: string,
    { day, inputTokens, outputTokens }: Omit<DayUsage, 'answers'>,
    limit: number,
  ): Promise<boolean> {
    const rows = await this.database.orm
      .insert(usage)
      .values({ accountId, day, inputTokens, outputTokens, answers: 0 })
      .onConflictDoUpdate({
        target: [usage.accountId, usage.day],
        set: {
          inputTokens: sql`${usage.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${usage.outputTokens} + ${outputTokens}`,
        },
        setWhere: sql`${usage.inputTokens} + ${usage.outputTokens} < ${limit}`,
      })
      .returning({ day: usage.day });
    return rows.length > 0;
  }

  async add(accountId: string, { day, inputTokens, outputTokens, answers }: DayUsage): Promise<void> {
    await this.database.orm
      .insert(usage)
      .values({ accountId, day, inputTokens, outputTokens, answers })
      .onConflictDoUpdate({
        target: [usage.accountId, usage.day],
        set: {
          inputTokens: sql`${usage.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${usage.outputTokens} + ${outputTokens}`,
          answers: sql`${usage.answers} + ${answers}`,
        },
      });
  }
}
