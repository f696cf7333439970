import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { sessionNewDevice } from '../auth.events.js';
import type { Session } from '../sessions/session.js';
import { deviceFingerprint } from './device-fingerprint.js';
import { KnownDeviceRepository } from './known-device.repository.js';

const REMEMBERED_MS = 180 * DAY_MS;

/** The devices that an account signs in from, so that its owner is notified of another one. */
@Service()
export class DevicesService {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Remembers the device of a session that begins, and writes the event when it is another than before. In the caller's
   * transaction, which holds the account.
   */
  async greet({ id: sessionId, accountId, userAgent, addressClass }: Session): Promise<void> {
    const seen = await this.devices.see(
      accountId,
      deviceFingerprint(accountId, userAgent, addressClass),
      new Date(this.clock.now()),
    );
    if (seen !== 'new') return;
    const data = { sessionId, userAgent: userAgent || null, addressClass };
    await this.events.append(sessionNewDevice, { data, subject: `session:${sessionId}`, ownerId: accountId });
  }

  /**
   * Forgets devices unseen for 180 days; the last one of an account stays, so that after a long pause a stranger's is
   * still news.
   * @returns how many
   */
  forgetUnseen(): Promise<number> {
    return this.devices.forget(new Date(this.clock.now() - REMEMBERED_MS));
  }
}
