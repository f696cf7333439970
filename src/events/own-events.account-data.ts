import { Service } from 'typedi';
import { AccountData } from '../accounts/account-data.js';
import type { Caller } from '../http/caller.js';
import { CloudEventDto } from './event.dto.js';
import { EventEnvelopes } from './event-envelopes.js';
import { EventLog } from './event-log.js';

/** Number of events that are converted in one step. */
const PAGE = 200;

/** Exports and deletes the events that only the account itself sees. */
@Service()
export class OwnEventsData extends AccountData {
  readonly section = 'events';
  readonly description = 'Events of the account alone, newest first.';
  readonly item = CloudEventDto;
  override readonly maxItems = 10_000;

  constructor(
    private readonly events: EventLog,
    private readonly envelopes: EventEnvelopes,
  ) {
    super();
  }

  async *read({ accountId }: Caller): AsyncGenerator<object[]> {
    const events = await this.events.own(accountId, this.maxItems);
    for (let at = 0; at < events.length; at += PAGE)
      yield events.slice(at, at + PAGE).map((event) => CloudEventDto.from(this.envelopes.of(event)));
  }

  override removeSome(accountId: string, limit: number): Promise<number> {
    return this.events.removeOwn(accountId, limit);
  }
}
