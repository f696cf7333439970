import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import type { Layer } from '../../layer.js';
import { layerNumbers } from '../../track-point.js';
import { type MovingState, restoredState, storedState } from './stored-state.js';

/** The lowest value of the column's type, from which the first page starts. */
const MIN_KEY = -(2 ** 31);

interface Row {
  object: number;
  state: Record<string, unknown>;
}

/** Stores and reads the state of all moving objects. */
@Service()
export class MovingObjectRepository {
  constructor(private readonly database: Database) {}

  /** Replaces older states; a state older than the stored one is skipped. Safe for concurrent writers. */
  async save(layer: Layer, states: readonly MovingState[]): Promise<void> {
    // Rows are inserted in the order of the key, so that two concurrent writers of the same objects never deadlock.
    const sql = `insert into moving_objects (layer, object, state, observed_at, first_seen_at)
      select $1, o, s, to_timestamp(t / 1000), to_timestamp(t / 1000) from unnest($2::int4[], $3::jsonb[], $4::float8[]) as seen (o, s, t) order by o
      on conflict (layer, object) do update set state = excluded.state, observed_at = excluded.observed_at
      where excluded.observed_at >= moving_objects.observed_at`;
    await this.database.query(sql, [
      layerNumbers[layer],
      states.map(({ key }) => key),
      states.map((state) => storedState(state)),
      states.map(({ observedAt }) => observedAt),
    ]);
  }

  async find(layer: Layer, key: number): Promise<MovingState | undefined> {
    const { rows } = await this.database.query<Row>(
      'select state from moving_objects where layer = $1 and object = $2',
      [layerNumbers[layer], key],
    );
    return rows[0] && restoredState(layer, key, rows[0].state);
  }

  /** Returns the stored states of the keys, by key. */
  async findMany(layer: Layer, keys: readonly number[]): Promise<Map<number, MovingState>> {
    const sql = 'select object, state from moving_objects where layer = $1 and object = any($2::int4[])';
    const { rows } = await this.database.query<Row>(sql, [layerNumbers[layer], keys]);
    return new Map(
      rows.flatMap(({ object, state }) => {
        const restored = restoredState(layer, object, state);
        return restored === undefined ? [] : [[object, restored] as const];
      }),
    );
  }

  /**
   * Returns at most `limit` objects of a layer whose latest report is after a time (ms), in the order of keys, after
   * the key `after`.
   */
  async seenSince(
    layer: Layer,
    since: number,
    limit: number,
    after?: number,
  ): Promise<{ states: MovingState[]; next: number | undefined }> {
    const sql = `select object, state from moving_objects
      where layer = $1 and object > $2 and observed_at > to_timestamp($3::float8 / 1000) order by object limit $4`;
    const { rows } = await this.database.query<Row>(sql, [layerNumbers[layer], after ?? MIN_KEY, since, limit]);
    const states = rows.flatMap(({ object, state }) => restoredState(layer, object, state) ?? []);
    return { states, next: rows.length === limit ? rows.at(-1)?.object : undefined };
  }

  /** Deletes at most `limit` objects without a report since a time (ms). @returns the number of deleted objects */
  async forget(before: number, limit: number): Promise<number> {
    const sql = `delete from moving_objects where ctid = any(array(
      select ctid from moving_objects where observed_at < to_timestamp($1::float8 / 1000) order by observed_at limit $2))`;
    return (await this.database.query(sql, [before, limit])).rowCount ?? 0;
  }
}
