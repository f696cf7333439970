import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { LogChangeSignal } from './event-change-signal.js';
import { EVENTS_CHANNEL } from './event-listener.js';

/** One at a time, among all processes. Any number will do, as long as it is always the same. */
const SEQUENCER_LOCK = 7_221_002;
const BATCH = 1_000;

/**
 * Gives committed events their place. A place taken inside the transaction of the cause would not do: transactions
 * commit in another order, and a reader already past a place would never see what appears there later. So events wait
 * in an inbox, and one statement after the other, each under the lock, moves them: places appear in the order of their
 * numbers. A cause never waits for another's.
 *
 * An event whose owner's account is gone by then goes with it.
 */
@Service()
export class EventSequencer {
  constructor(
    private readonly database: Database,
    private readonly signal: LogChangeSignal,
  ) {}

  /**
   * Gives at most a batch of waiting events their place.
   * @returns how many were waiting, at most a batch; another process may have moved them meanwhile. 0: every event
   * committed before the call has its place
   */
  async run(): Promise<number> {
    const { rows } = await this.database.query<{ waiting: number; head: number | null }>(
      `with held as materialized (select pg_advisory_xact_lock(${SEQUENCER_LOCK})::text as lock),
      waiting as materialized (select id from event_inbox order by id limit ${BATCH}),
      taken as (
        delete from event_inbox where (select lock is not null from held) and id in (select id from waiting) returning *
      ),
      moved as (
        insert into events (id, owner_id, type, subject, audience, time, data, keys, severity, latitude, longitude, endpoint_ids, is_quiet, title)
        select taken.id, owner_id, type, subject, audience, time, data, keys, severity, latitude, longitude, endpoint_ids, is_quiet, title
        from taken left join accounts on accounts.id = taken.owner_id
        where taken.owner_id is null or accounts.id is not null
        order by taken.id
        returning position
      )
      select (select count(*) from waiting) as waiting, max(position) as head,
        case when count(*) > 0 then pg_notify('${EVENTS_CHANNEL}', max(position)::text) end
      from moved`,
    );
    const [result] = rows;
    if (result?.head) this.signal.reached(result.head);
    return result?.waiting ?? 0;
  }
}
