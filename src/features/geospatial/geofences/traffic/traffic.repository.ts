import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import { dayOf } from '../../../../time/utc-day.js';
import type { Layer } from '../../layer.js';
import type { FencePolicy } from '../geofence.js';

/** The objects in a geofence at one moment. */
export interface TrafficSample {
  fenceId: string;
  /** The change of the geofence for which they were counted. */
  change: number;
  layer: Layer;
  isSimulated: boolean;
  count: number;
}

/** The samples of a day (UTC): their number in each hour, and the sum of their counts. */
export interface TrafficDay {
  day: string;
  samples: number[];
  sums: number[];
}

const SAMPLES_PER_WRITE = 1_000;
/** The numbers of the layers, as in the other tables of the feature. */
const layerNumbers: Readonly<Record<Layer, number>> = { vessels: 1, aircraft: 2 };

/** Stores the objects in geofences: a row for each geofence, layer and day. */
@Service()
export class TrafficRepository {
  constructor(private readonly database: Database) {}

  /** Adds samples of one moment. Those of geofences that were changed or deleted since then are left out. */
  async add(samples: readonly TrafficSample[], at: number): Promise<void> {
    for (let first = 0; first < samples.length; first += SAMPLES_PER_WRITE)
      await this.write(samples.slice(first, first + SAMPLES_PER_WRITE), at);
  }

  private async write(samples: readonly TrafficSample[], at: number): Promise<void> {
    const hour = Math.floor((at % DAY_MS) / HOUR_MS);
    const hours = (count: number) => `{${Array.from({ length: 24 }, (_, one) => (one === hour ? count : 0)).join()}}`;
    // Locked geofences are replaced later, which deletes the counts of their earlier shape.
    await this.database.query(
      `insert into geofence_traffic_days as known (fence_id, layer, simulated, day, samples, sums)
       select fences.id, one.layer, one.simulated, $1, $2::smallint[], one.sums::integer[]
       from unnest($3::uuid[], $4::bigint[], $5::smallint[], $6::boolean[], $7::text[])
         as one (fence_id, change, layer, simulated, sums)
       join geofences fences on fences.id = one.fence_id and fences.change = one.change
       order by fences.id for share of fences
       on conflict (fence_id, layer, simulated, day) do update set
         samples[$8::integer] = known.samples[$8] + 1, sums[$8] = known.sums[$8] + excluded.sums[$8]`,
      [
        dayOf(at),
        hours(1),
        samples.map(({ fenceId }) => fenceId),
        samples.map(({ change }) => change),
        samples.map(({ layer }) => layerNumbers[layer]),
        samples.map(({ isSimulated }) => isSimulated),
        samples.map(({ count }) => hours(count)),
        hour + 1,
      ],
    );
  }

  /** Returns the days of a geofence from a day to before another one, by day. */
  async read(fenceId: string, layer: Layer, isSimulated: boolean, from: string, to: string): Promise<TrafficDay[]> {
    const { rows } = await this.database.query<TrafficDay & Record<string, unknown>>(
      `select day, samples, sums from geofence_traffic_days
       where fence_id = $1 and layer = $2 and simulated = $3 and day >= $4 and day < $5 order by day`,
      [fenceId, layerNumbers[layer], isSimulated, from, to],
    );
    return rows;
  }

  /** Returns the geofences of an account without their shapes, oldest first. */
  async fencesOf(
    accountId: string,
    now: number,
  ): Promise<Array<{ id: string; name: string; policy: Pick<FencePolicy, 'layers'> }>> {
    const { rows } = await this.database.query<{ id: string; name: string; layers: Layer[] }>(
      `select id, name, policy->'layers' as layers from geofences
       where account_id = $1 and ended_at is null and (expires_at is null or expires_at > $2) order by id`,
      [accountId, new Date(now)],
    );
    return rows.map(({ id, name, layers }) => ({ id, name, policy: { layers } }));
  }

  /** Deletes up to `limit` days before a day. @returns the number of deleted rows */
  async deleteBefore(day: string, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from geofence_traffic_days where ctid = any(array(
         select ctid from geofence_traffic_days where day < $1 limit $2))`,
      [day, limit],
    );
    return rowCount ?? 0;
  }
}
