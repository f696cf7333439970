import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventUpdateReader } from './event-update-reader.js';

/** Passes new geo events from the event log to the open streams of this process. */
@Service()
export class EventUpdatesConsumer extends EventConsumer {
  readonly role = 'api';

  constructor(private readonly updates: EventUpdateReader) {
    super();
  }

  turn(): Promise<boolean> {
    return this.updates.turn();
  }
}
