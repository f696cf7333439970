import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventReaders } from '../../../events/event-readers.js';
import { SanctionsWatch } from './sanctions-watch.service.js';

const EVENTS_AT_ONCE = 500;

/**
 * Screens vessels that enter geofences. The events that it publishes and its position in the log are committed in one
 * transaction, so each entry is screened once.
 */
@Service()
export class SanctionsWatchConsumer extends EventConsumer {
  // Only processes with this role always have live state, which has the IMO number and the name of a vessel.
  readonly role = 'ingest';

  constructor(
    private readonly readers: EventReaders,
    private readonly watch: SanctionsWatch,
  ) {
    super();
  }

  turn(): Promise<boolean> {
    return this.readers.advance('sanctions', EVENTS_AT_ONCE, async (events) => {
      await this.watch.screen(events);
      return undefined;
    });
  }
}
