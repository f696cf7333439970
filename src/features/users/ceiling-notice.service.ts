import { Service } from 'typedi';
import { EventLog } from '../../events/event-log.js';
import { type Ceiling, CeilingNotice } from '../../http/rate-limit/ceiling-notice.js';
import { WindowStore } from '../../http/rate-limit/window-store.js';
import { Log } from '../../logging/log.js';
import { HOUR_MS } from '../../time/durations.js';
import { accountCeilingReached } from './account.events.js';

/**
 * Appends an event when an account reaches its rate ceiling, at most one per hour and account across all processes. If
 * appending fails, the error is logged and the event is lost.
 */
@Service()
export class CeilingNoticeService extends CeilingNotice {
  constructor(
    private readonly windows: WindowStore,
    private readonly events: EventLog,
    private readonly log: Log,
  ) {
    super();
  }

  override reached(accountId: string, ceiling: Ceiling): void {
    this.note(accountId, ceiling).catch((error: unknown) =>
      this.log.error({ err: error, accountId }, 'Recording a reached limit failed.'),
    );
  }

  private async note(accountId: string, { limit, windowSeconds }: Ceiling): Promise<void> {
    const { count } = await this.windows.hit(`ceiling-noted:${accountId}`, HOUR_MS);
    if (count === 1)
      await this.events.append(accountCeilingReached, { data: { limit, windowSeconds }, ownerId: accountId });
  }
}
