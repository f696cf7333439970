import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { WaitingType } from './waiting-ship.js';

/** Numbers of the hours of a day (UTC); null where they are unknown. */
export type HourlyCounts = Array<number | null>;

/** Waiting ships off a port in each hour of a day. */
export interface WaitingDay extends Record<WaitingType, HourlyCounts> {
  locode: string;
  /** The day (UTC), such as `2026-11-20`. */
  day: string;
}

/** Days that one statement writes. */
const DAYS_PER_WRITE = 1_000;
/** The greatest number that is stored. */
const MAX_COUNT = 32_767;

/** Stores waiting ships: a row for each port and day. Those that are simulated have rows of their own. */
@Service()
export class WaitingRepository {
  constructor(private readonly database: Database) {}

  /** Adds the hours that are not known yet; known ones are unchanged, so that no hour counts twice. */
  async add(isSimulated: boolean, days: readonly WaitingDay[]): Promise<void> {
    await this.database.transaction(async () => {
      for (let at = 0; at < days.length; at += DAYS_PER_WRITE)
        await this.write(isSimulated, days.slice(at, at + DAYS_PER_WRITE));
    });
  }

  private async write(isSimulated: boolean, days: readonly WaitingDay[]): Promise<void> {
    await this.database.query(
      `insert into waiting_days as known (locode, simulated, day, cargo, tankers)
       select one.locode, $1, one.day, one.cargo::smallint[], one.tankers::smallint[]
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as one (locode, day, cargo, tankers)
       on conflict (locode, simulated, day) do update set
         cargo = array(select coalesce(kept, added)
           from unnest(known.cargo, excluded.cargo) with ordinality as hours (kept, added, hour) order by hour),
         tankers = array(select coalesce(kept, added)
           from unnest(known.tankers, excluded.tankers) with ordinality as hours (kept, added, hour) order by hour)`,
      [
        isSimulated,
        days.map(({ locode }) => locode),
        days.map(({ day }) => day),
        days.map(({ cargo }) => arrayText(cargo)),
        days.map(({ tanker }) => arrayText(tanker)),
      ],
    );
  }

  /** Returns the days of a port from a day to before another one, by day. */
  async read(isSimulated: boolean, locode: string, from: string, to: string): Promise<WaitingDay[]> {
    const { rows } = await this.database.query<WaitingDay & Record<string, unknown>>(
      `select locode, day, cargo, tankers as tanker from waiting_days
       where locode = $1 and simulated = $2 and day >= $3 and day < $4 order by day`,
      [locode, isSimulated, from, to],
    );
    return rows;
  }

  /** Returns the first and the last stored day of a port; null without one. @param locode undefined: of any port */
  async bounds(isSimulated: boolean, locode?: string): Promise<{ firstDay: string | null; lastDay: string | null }> {
    const { rows } = await this.database.query<{ firstDay: string | null; lastDay: string | null }>(
      `select min(day) as "firstDay", max(day) as "lastDay" from waiting_days
       where simulated = $1 and ($2::text is null or locode = $2)`,
      [isSimulated, locode ?? null],
    );
    return rows[0] ?? { firstDay: null, lastDay: null };
  }

  /** Deletes up to `limit` days before a day. @returns the number of deleted rows */
  async deleteBefore(day: string, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'delete from waiting_days where ctid = any(array(select ctid from waiting_days where day < $1 limit $2))',
      [day, limit],
    );
    return rowCount ?? 0;
  }
}

/** Returns a list as PostgreSQL writes an array. */
const arrayText = (counts: HourlyCounts): string =>
  `{${counts.map((count) => (count === null ? 'NULL' : Math.min(count, MAX_COUNT))).join(',')}}`;
