import { Service } from 'typedi';
import { EventConsumer } from '../../../events/event-consumer.js';
import { EventReaders } from '../../../events/event-readers.js';
import { recoveryCodeUsed, sessionNewDevice, sessionReuseDetected } from '../auth.events.js';
import { SecurityNotices } from './security-notices.service.js';

const EVENTS_AT_ONCE = 100;
const types = [sessionNewDevice.type, sessionReuseDetected.type, recoveryCodeUsed.type];

/** Queues mails about sign-ins from new devices, stolen tokens and used recovery codes, where mail is configured. */
@Service()
export class SecurityNoticesReader extends EventConsumer {
  readonly role = 'worker';

  constructor(
    private readonly readers: EventReaders,
    private readonly notices: SecurityNotices,
  ) {
    super();
  }

  async turn(): Promise<boolean> {
    if (!this.notices.isAvailable) return false;
    const handle = async (events: Parameters<SecurityNotices['queue']>[0]): Promise<undefined> => {
      await this.notices.queue(events);
    };
    return this.readers.advance('security notices', EVENTS_AT_ONCE, handle, types);
  }
}
