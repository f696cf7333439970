import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { sql } from '../../../database/drizzle.js';
import { subscriptions } from '../../subscriptions/subscriptions.schema.js';
import { watchlists } from '../markets.schema.js';

/** Reads the symbols that accounts follow. */
@Service()
export class FollowedSymbolRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the symbols in watchlists and in the filters of subscriptions to events about markets and filings, the most
   * frequent first, in upper case.
   */
  async mostFollowed(limit: number): Promise<string[]> {
    const { rows } = await this.database.orm.execute<{ symbol: string }>(sql`
      select upper(symbol) as symbol from (
        select unnest(${watchlists.symbols}) as symbol from ${watchlists}
        union all
        select jsonb_array_elements_text(${subscriptions.filter} -> 'symbols') from ${subscriptions}
        where jsonb_typeof(${subscriptions.filter} -> 'symbols') = 'array'
          and exists (select from unnest(${subscriptions.eventTypes}) as pattern where pattern = '*' or pattern like any (array['market.%', 'filing.%']))
      ) as followed group by 1 order by count(*) desc, 1 limit ${limit}`);
    return rows.map(({ symbol }) => symbol);
  }
}
