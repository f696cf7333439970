import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq } from '../../../database/drizzle.js';
import type { CorporateAction } from '../candle.js';
import { corporateActionChecks, corporateActions } from '../markets.schema.js';

/** What a provider said of the splits and dividends of a symbol. */
export interface KnownActions {
  /** Ascending by day. */
  actions: CorporateAction[];
  provider: string;
  checkedAt: Date;
}

/** Splits and dividends in the database, by provider. */
@Service()
export class CorporateActionRepository {
  constructor(private readonly database: Database) {}

  /** Of every provider that was asked, the one asked last first. */
  async find(symbol: string): Promise<KnownActions[]> {
    // One after the other: rows read before another stores them, and its check after it, would say that there are none.
    const checks = await this.database.orm.select().from(corporateActionChecks).where(eq(corporateActionChecks.symbol, symbol));
    const rows = await this.database.orm.select().from(corporateActions).where(eq(corporateActions.symbol, symbol)).orderBy(asc(corporateActions.day));
    const known = checks.map(({ provider, checkedAt }) => {
      const actions = rows.filter((row) => row.provider === provider).map(({ day, kind, value }) => ({ day, kind, value }));
      return { actions, provider, checkedAt };
    });
    return known.sort((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  }

  /** In the place of all that the provider said before. @param from first day asked for */
  async replace(symbol: string, { actions, provider, checkedAt }: KnownActions, from: string): Promise<void> {
    const check = { symbol, provider, checkedAt, from };
    await this.database.transaction(async (tx) => {
      // First, as it holds the row: of several at once each replaces the whole of the other.
      await tx
        .insert(corporateActionChecks)
        .values(check)
        .onConflictDoUpdate({ target: [corporateActionChecks.symbol, corporateActionChecks.provider], set: { checkedAt, from } });
      await tx.delete(corporateActions).where(and(eq(corporateActions.symbol, symbol), eq(corporateActions.provider, provider)));
      if (actions.length > 0) await tx.insert(corporateActions).values(actions.map((action) => ({ ...action, symbol, provider })));
    });
  }
}
