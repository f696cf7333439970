import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, desc, eq, getTableColumns, gte, inArray } from '../../../database/drizzle.js';
import type { CorporateAction } from '../candle.js';
import { corporateActionChecks, corporateActions } from '../markets.candles.schema.js';

/** The splits and dividends of a symbol according to one provider. */
export interface KnownActions {
  /** Splits and dividends, ascending by day. */
  actions: CorporateAction[];
  provider: string;
  checkedAt: Date;
}

/** Stores splits and dividends by provider. */
@Service()
export class CorporateActionRepository {
  constructor(private readonly database: Database) {}

  /** Returns the actions of every provider that has been queried, the most recently queried first. */
  async find(symbol: string): Promise<KnownActions[]> {
    // The checks are read before the rows. In the opposite order, another process could store a provider's rows and
    // check between the two queries; the check without the rows would then look like an empty result.
    const checks = await this.database.orm
      .select()
      .from(corporateActionChecks)
      .where(eq(corporateActionChecks.symbol, symbol));
    const rows = await this.database.orm
      .select()
      .from(corporateActions)
      .where(eq(corporateActions.symbol, symbol))
      .orderBy(asc(corporateActions.day));
    const known = checks.map(({ provider, checkedAt }) => {
      const actions = rows
        .filter((row) => row.provider === provider)
        .map(({ symbol: _symbol, provider: _provider, ...action }): CorporateAction => action);
      return { actions, provider, checkedAt };
    });
    return known.sort((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  }

  /**
   * Returns the actions of some symbols from a day on; the actions of the most recently queried provider of each symbol
   * come first.
   */
  async since(
    symbols: readonly string[],
    day: string,
  ): Promise<Array<CorporateAction & { symbol: string; provider: string }>> {
    return this.database.orm
      .select(getTableColumns(corporateActions))
      .from(corporateActions)
      .innerJoin(
        corporateActionChecks,
        and(
          eq(corporateActionChecks.symbol, corporateActions.symbol),
          eq(corporateActionChecks.provider, corporateActions.provider),
        ),
      )
      .where(and(inArray(corporateActions.symbol, [...symbols]), gte(corporateActions.day, day)))
      .orderBy(desc(corporateActionChecks.checkedAt), asc(corporateActions.day), asc(corporateActions.symbol));
  }

  /**
   * Replaces all actions of a provider. Actions that were stored before keep the time at which they were first seen.
   * @param from first day of the query
   */
  async replace(symbol: string, { actions, provider, checkedAt }: KnownActions, from: string): Promise<void> {
    const check = { symbol, provider, checkedAt, from };
    await this.database.transaction(async (tx) => {
      // The check is written first, because that locks the row: concurrent writers then replace each other's actions
      // completely.
      await tx
        .insert(corporateActionChecks)
        .values(check)
        .onConflictDoUpdate({
          target: [corporateActionChecks.symbol, corporateActionChecks.provider],
          set: { checkedAt, from },
        });
      const removed = await tx
        .delete(corporateActions)
        .where(and(eq(corporateActions.symbol, symbol), eq(corporateActions.provider, provider)))
        .returning({ day: corporateActions.day, kind: corporateActions.kind, seenAt: corporateActions.seenAt });
      const seen = new Map(removed.map(({ day, kind, seenAt }) => [`${day} ${kind}`, seenAt]));
      const seenAt = ({ day, kind }: CorporateAction) => {
        const before = seen.get(`${day} ${kind}`);
        return before === undefined ? checkedAt : before;
      };
      if (actions.length > 0)
        await tx
          .insert(corporateActions)
          .values(actions.map((action) => ({ ...action, seenAt: seenAt(action), symbol, provider })));
    });
  }
}
