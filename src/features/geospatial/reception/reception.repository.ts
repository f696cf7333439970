import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { Layer } from '../layer.js';
import { addCount, type DayCounts, eachCount, writeCounts } from './reception-cells.js';

/** The feed of rows that mark the hours in which this service counted. */
export const SERVICE = '*';
const RECEPTION_LOCK = 7_221_031;

/** The reports of one feed in one block on one day. */
export interface ReceptionDay {
  feed: string;
  provider: string;
  layer: Layer;
  block: number;
  /** The day (UTC), such as `2026-11-20`. */
  day: string;
  /** The counts, as `writeCounts` writes them. */
  counts: Uint8Array;
}

/** Stores receptions: a row for each feed, layer, block and day. */
@Service()
export class ReceptionRepository {
  constructor(private readonly database: Database) {}

  /** Adds counts to days. Several processes may add to the same day. */
  async add(days: ReadonlyArray<Omit<ReceptionDay, 'counts'> & { counts: DayCounts }>): Promise<void> {
    if (days.length === 0) return;
    await this.database.transaction(async () => {
      await this.database.query('select pg_advisory_xact_lock($1)', [RECEPTION_LOCK]);
      const keys = [
        days.map(({ feed }) => feed),
        days.map(({ layer }) => layer),
        days.map(({ block }) => block),
        days.map(({ day }) => day),
      ];
      const { rows } = await this.database.query<{ place: string; counts: Buffer } & Record<string, unknown>>(
        `select one.place, known.counts
         from unnest($1::text[], $2::text[], $3::int[], $4::text[]) with ordinality as one (feed, layer, block, day, place)
         join reception_days known using (feed, layer, block, day)`,
        keys,
      );
      for (const { place, counts } of rows) {
        const day = days[Number(place) - 1];
        if (day !== undefined) eachCount(counts, (cell, hour, reports) => addCount(day.counts, cell, hour, reports));
      }
      await this.database.query(
        `insert into reception_days (feed, layer, block, day, provider, counts)
         select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::bytea[])
         on conflict (feed, layer, block, day) do update set provider = excluded.provider, counts = excluded.counts`,
        [...keys, days.map(({ provider }) => provider), days.map(({ counts }) => writeCounts(counts))],
      );
    });
  }

  /** Returns the days of some blocks from a day to another one, inclusive, by feed, block and day. */
  async read(layer: Layer, blocks: readonly number[], from: string, to: string): Promise<ReceptionDay[]> {
    const { rows } = await this.database.query<ReceptionDay & Record<string, unknown>>(
      `select feed, provider, layer, block, day, counts from reception_days
       where layer = $1 and block = any($2::int[]) and day >= $3 and day <= $4 order by feed, block, day`,
      [layer, blocks, from, to],
    );
    return rows;
  }

  /** Deletes up to `limit` rows of days before a day. @returns the number of deleted rows */
  async deleteBefore(day: string, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'delete from reception_days where ctid = any(array(select ctid from reception_days where day < $1 limit $2))',
      [day, limit],
    );
    return rowCount ?? 0;
  }
}
