import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { type CompanyColumns, type MissingReason, missingReasons } from './company-columns.js';
import { companyFields } from './screen-fields.js';

/** The figures of a company that were loaded. */
export interface LoadedCompany {
  symbol: string;
  found: CompanyColumns | MissingReason;
  loadedAt: number;
  /** The day (UTC) for which they were loaded, such as `2026-11-20`. */
  day: string;
}

/** The figures that a start may use. */
export interface StoredCompanies {
  /** Name of the source of companies. */
  source: string;
  day: string;
  /** Time (ms) from which they were loaded. */
  since: number;
}

interface Row extends Record<string, unknown> {
  symbol: string;
  loadedAt: number;
  figures: Buffer;
}

const PAGE = 500;

/** Hash of the fields and reasons, whose positions the columns have. */
const arrangement = createHash('sha256')
  .update(JSON.stringify([companyFields, missingReasons]))
  .digest('base64url');
const layoutOf = (source: string): string => `${source} ${arrangement}`;

/** Stores the columns of companies that screens compare, so that they are not computed again after a start. */
@Service()
export class ScreenCompanies {
  constructor(private readonly database: Database) {}

  /** Reads stored figures in pages. */
  async *read({ source, day, since }: StoredCompanies): AsyncGenerator<LoadedCompany[]> {
    for (let after = ''; ; ) {
      const { rows } = await this.database.query<Row>(
        `select symbol, date_part('epoch', loaded_at) * 1000 as "loadedAt", figures from screen_companies
         where layout = $1 and day = $2 and loaded_at >= to_timestamp($3::float8 / 1000) and symbol > $4
         order by symbol limit ${PAGE}`,
        [layoutOf(source), day, since, after],
      );
      yield rows.map(({ symbol, loadedAt, figures }) => ({ symbol, loadedAt, day, found: deserialize(figures) }));
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.symbol as string;
    }
  }

  /** Stores figures; those of a company replace the earlier ones. */
  async store(source: string, companies: readonly LoadedCompany[]): Promise<void> {
    await this.database.query(
      `insert into screen_companies (symbol, layout, day, loaded_at, figures)
       select one.symbol, $1, one.day, to_timestamp(one.loaded_at / 1000), one.figures
       from unnest($2::text[], $3::text[], $4::float8[], $5::bytea[]) as one (symbol, day, loaded_at, figures)
       on conflict (symbol) do update
       set layout = excluded.layout, day = excluded.day, loaded_at = excluded.loaded_at, figures = excluded.figures`,
      [
        layoutOf(source),
        companies.map(({ symbol }) => symbol),
        companies.map(({ day }) => day),
        companies.map(({ loadedAt }) => loadedAt),
        companies.map(({ found }) => serialize(found)),
      ],
    );
  }
}
