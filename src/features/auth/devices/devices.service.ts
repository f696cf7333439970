import { Service } from 'typedi';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { sessionNewDevice } from '../auth.events.js';
import type { Session } from '../sessions/session.js';
import { deviceFingerprint } from './device-fingerprint.js';
import { KnownDeviceRepository } from './known-device.repository.js';

const REMEMBERED_MS = 180 * DAY_MS;

/** Remembers the devices from which an account signs in, so that its owner is notified of a new one. */
@Service()
export class DevicesService {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Remembers the device of a new session, and appends an event if the account has signed in before but not from this
   * device. Runs in the caller's transaction, which must hold the lock on the account.
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
   * Deletes devices that were not used for 180 days. The last device of an account is kept, so that a sign-in by a
   * stranger is still noticed after a long pause.
   * @returns the number deleted
   */
  forgetUnseen(): Promise<number> {
    return this.devices.forget(new Date(this.clock.now() - REMEMBERED_MS));
  }
}
