import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventNewsReader } from './event-news.js';

/** Tells the open streams of this process what happens in the world. */
@Service()
export class EventNewsConsumer extends EventConsumer {
  readonly role = 'api';

  constructor(private readonly news: EventNewsReader) {
    super();
  }

  turn(): Promise<boolean> {
    return this.news.turn();
  }
}
