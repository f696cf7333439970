import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { OwnInstrument, StoredPrice } from './own-instrument.js';

const instruments = `select id, account_id as "accountId", version, created_at as "createdAt",
  updated_at as "updatedAt", symbol, kind, name, currency, isin, sector, country, note, bond,
  price_address as "priceAddress", price_status as "priceStatus" from own_instruments`;

/** A text that is searched for: its letters and digits in upper case, its words, and these without spaces. */
export interface SearchedText {
  ticker: string;
  terms: readonly string[];
  joined: string;
}

/** Number of letters of a text that a name must contain: words without weight, such as `of`, may be between others. */
const JOINED_LETTERS = 3;

/** Reads own instruments and their prices, for everything that uses listed instruments too. */
@Service()
export class OwnListingRepository {
  constructor(private readonly database: Database) {}

  /** Returns the instruments of an account with some symbols (in upper case), in any order. */
  async some(accountId: string, symbols: readonly string[]): Promise<OwnInstrument[]> {
    const { rows } = await this.database.query<OwnInstrument & Record<string, unknown>>(
      `${instruments} where account_id = $1 and symbol = any($2::text[])`,
      [accountId, symbols],
    );
    return rows;
  }

  /**
   * Returns the instruments of an account that a text may name, the latest first, at most `limit`: those whose ticker
   * begins with it, with this ISIN, or whose name contains all its words or begins like it, written without spaces.
   * Accents are compared by the caller.
   */
  async matching(accountId: string, text: SearchedText, limit: number): Promise<OwnInstrument[]> {
    const { rows } = await this.database.query<OwnInstrument & Record<string, unknown>>(
      `${instruments} where account_id = $1 and (name ~ '[^ -~]' or isin = $2
         or starts_with(replace(split_part(symbol, '.', 1), '-', ''), $2)
         or strpos(regexp_replace(lower(name), '[^a-z0-9]', '', 'g'), $3) > 0
         or (select bool_and(strpos(lower(name), term) > 0) from unnest($4::text[]) as term))
       order by id desc limit $5`,
      // PostgreSQL has no text with the letter that stands for a missing ticker.
      [accountId, text.ticker.replace('\0', '') || null, text.joined.slice(0, JOINED_LETTERS), text.terms, limit],
    );
    return rows;
  }

  /** Returns the latest prices of several instruments on or before a day, at most `each` of each, the newest first. */
  async latest(ids: readonly string[], until: string, each: number): Promise<Map<string, StoredPrice[]>> {
    const { rows } = await this.database.query<StoredPrice & { id: string }>(
      `select one.id, latest.* from unnest($1::uuid[]) as one (id) cross join lateral (
         select day, price, received_at as "receivedAt" from own_prices where instrument_id = one.id and day <= $2
         order by day desc limit $3) as latest`,
      [ids, until, each],
    );
    const found = new Map<string, StoredPrice[]>(ids.map((id) => [id, []]));
    for (const { id, ...price } of rows) found.get(id)?.push(price);
    return found;
  }

  /** Returns the prices of an instrument from a day to before another one, ascending. */
  async between(id: string, from: string, to: string): Promise<StoredPrice[]> {
    const { rows } = await this.database.query<StoredPrice & Record<string, unknown>>(
      `select day, price, received_at as "receivedAt" from own_prices
       where instrument_id = $1 and day >= $2 and day < $3 order by day`,
      [id, from, to],
    );
    return rows;
  }
}
