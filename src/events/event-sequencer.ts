import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { LogChangeSignal } from './event-change-signal.js';
import { EVENTS_CHANNEL } from './event-listener.js';

/**
 * Key of the advisory lock that lets only one process at a time assign positions. The number is arbitrary but must
 * never change.
 */
const SEQUENCER_LOCK = 7_221_002;
const BATCH = 1_000;

/**
 * Assigns positions to committed events. The transaction that appends an event cannot do so: transactions commit in
 * another order, and a reader that has passed a position would never see an event that appears there later. So events
 * wait in an inbox, and statements that run one at a time, under the lock, move them: positions become visible in
 * ascending order. Transactions that append events never wait for each other.
 *
 * An event is dropped if its owner's account has been deleted in the meantime.
 */
@Service()
export class EventSequencer {
  constructor(
    private readonly database: Database,
    private readonly signal: LogChangeSignal,
  ) {}

  /**
   * Assigns positions to a batch of waiting events.
   * @returns the number of events that were waiting, at most a batch; another process may have moved them. 0: all
   * events that were committed before the call have positions
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
