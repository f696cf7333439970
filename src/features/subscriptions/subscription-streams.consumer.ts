import { Service } from 'typedi';
import { EventConsumer } from '../../events/event-consumer.js';
import { LiveStreams } from './live-streams.js';

/** Sends new events to the open streams of this process. Does not read the log while no stream is open. */
@Service()
export class SubscriptionStreamsConsumer extends EventConsumer {
  readonly role = 'api';

  constructor(private readonly streams: LiveStreams) {
    super();
  }

  turn(): Promise<boolean> {
    return this.streams.turn();
  }
}
