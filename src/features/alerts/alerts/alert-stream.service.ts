import { Service } from 'typedi';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { StreamItem } from '../../subscriptions/live-stream.js';
import { SubscriptionsApi } from '../../subscriptions/subscriptions.api.js';

/** Streams the events of alerts. */
@Service()
export class AlertStream {
  constructor(private readonly subscriptions: SubscriptionsApi) {}

  /**
   * Opens a stream of the account's alert events. @throws Problem `invalid_request` if `lastEventId` is not the id of
   * an event
   */
  open(accountId: string, lastEventId: string | undefined): Promise<StreamReply<StreamItem>> {
    return this.subscriptions.stream(accountId, ['alert.*'], lastEventId);
  }
}
