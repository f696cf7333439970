import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { DAY_MS } from '../../../../time/durations.js';

/** A callsign of an aircraft, reported from a time (ms) on; empty while the aircraft reported no callsign. */
export interface CallsignReport {
  key: number;
  since: number;
  callsign: string;
}

/** Time (ms) after which a callsign that stays is stored again. */
export const STORED_AGAIN_MS = DAY_MS;

interface Row {
  object: number;
  since: number;
  callsign: string;
}

/** Stores the callsigns of aircraft over time, since tracks have no callsigns. */
@Service()
export class CallsignRepository {
  constructor(private readonly database: Database) {}

  /** Stores reports whose callsign differs from the stored one before, or whose stored one is a day old. */
  async add(reports: readonly CallsignReport[]): Promise<void> {
    const sql = `insert into aircraft_callsigns (object, since, callsign)
      select o, to_timestamp(t / 1000), c from unnest($1::int4[], $2::float8[], $3::text[]) as reported (o, t, c)
      where not exists (select from (
        select callsign, since from aircraft_callsigns
        where object = o and since <= to_timestamp(t / 1000) order by since desc limit 1) as known
        where known.callsign = c and known.since > to_timestamp((t - $4) / 1000))
      order by o on conflict do nothing`;
    await this.database.query(sql, [
      reports.map(({ key }) => key),
      reports.map(({ since }) => since),
      reports.map(({ callsign }) => callsign.toWellFormed().replaceAll('\0', '')),
      STORED_AGAIN_MS,
    ]);
  }

  /** Returns the callsigns of aircraft that may be in use within a time range (ms), by aircraft and oldest first. */
  async ofMany(
    keys: readonly number[],
    { from, to }: { from: number; to: number },
  ): Promise<Map<number, CallsignReport[]>> {
    const sql = `select object, extract(epoch from since)::float8 * 1000 as since, callsign from aircraft_callsigns
      where object = any($1::int4[]) and since > to_timestamp($2::float8 / 1000) and since < to_timestamp($3::float8 / 1000)
      order by object, since`;
    const { rows } = await this.database.query<Row>(sql, [keys, from - 2 * STORED_AGAIN_MS, to]);
    const found = new Map<number, CallsignReport[]>();
    for (const { object: key, since, callsign } of rows) {
      const reports = found.get(key);
      if (reports === undefined) found.set(key, [{ key, since, callsign }]);
      else reports.push({ key, since, callsign });
    }
    return found;
  }

  /** Deletes at most `limit` callsigns stored before a time (ms). @returns the number of deleted ones */
  async forget(before: number, limit: number): Promise<number> {
    const sql = `delete from aircraft_callsigns where ctid = any(array(
      select ctid from aircraft_callsigns where since < to_timestamp($1::float8 / 1000) order by since limit $2))`;
    return (await this.database.query(sql, [before, limit])).rowCount ?? 0;
  }
}
