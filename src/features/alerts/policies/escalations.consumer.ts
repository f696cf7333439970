import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventReaders } from '../../../events/event-readers.js';
import { Escalations } from './escalations.service.js';

const EVENTS_AT_ONCE = 200;
const types = ['alert.firing', 'alert.acknowledged', 'alert.snoozed', 'alert.resolved'];

/**
 * Begins and ends escalations by the events of alerts, each exactly once, and makes the decisions that are due at least
 * once a second.
 */
@Service()
export class EscalationsConsumer extends EventConsumer {
  readonly role = 'worker';

  constructor(
    private readonly readers: EventReaders,
    private readonly escalations: Escalations,
  ) {
    super();
  }

  async turn(): Promise<boolean> {
    const read = await this.readers.advance(
      'alert-policies',
      EVENTS_AT_ONCE,
      async (events) => {
        await this.escalations.follow(events);
        return undefined;
      },
      types,
    );
    return (await this.escalations.advance()) || read;
  }
}
