import { Service } from 'typedi';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { EventCatalog } from '../../events/event-catalog.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { EventLog } from '../../events/event-log.js';
import { EventSequencer } from '../../events/event-sequencer.js';
import type { EventType } from '../../events/event-type.js';
import type { EventEnvelope } from '../../events/logged-event.js';
import { DtoPlan } from '../../http/validation/dto-plan.js';
import { explain } from '../../http/validation/explain.js';
import { invalid } from '../../http/validation/validate.js';
import { Clock } from '../../time/clock.js';

export interface SyntheticEvent {
  type: string;
  subject?: string;
  data: Record<string, unknown>;
  ownerId?: string;
}

/** Appends synthetic events for testing consumers of events. They are delivered like all other events. */
@Service()
export class SyntheticEventsService {
  constructor(
    private readonly catalogue: EventCatalog,
    private readonly log: EventLog,
    private readonly envelopes: EventEnvelopes,
    private readonly sequencer: EventSequencer,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends an event.
   * @throws Problem `invalid_request` for an unknown type, data that does not fit the type, or an owner that is missing
   * or not allowed; `unprocessable` for an owner that is not an account
   */
  async append({ type: name, subject, data, ownerId }: SyntheticEvent): Promise<EventEnvelope> {
    const type = this.catalogue.get(name);
    if (type === undefined || type.audience === 'service') {
      throw invalid(
        [{ pointer: '/type', detail: 'is not a known type of event' }],
        'GET /subscriptions/event-types lists the types of events.',
      );
    }
    if (DtoPlan.of(type.data).accept(data) === undefined)
      throw invalid(explain(type.data, data, '/data'), `The data is not as ${name} says; see errors.`);
    await this.checkOwner(type, ownerId);
    const time = new Date(this.clock.now());
    const id = await this.log.append(type, { data, subject, ownerId, time });
    // The event must be readable when the response names its URL.
    while ((await this.sequencer.run()) > 0);
    return this.envelopes.of({
      id,
      type: name,
      subject: subject ?? null,
      time,
      severity: type.facetsOf(data).severity,
      title: type.titleOf(data),
      data,
    });
  }

  private async checkOwner({ audience, type }: EventType, ownerId: string | undefined): Promise<void> {
    if (audience === 'public') {
      if (ownerId === undefined) return;
      throw invalid(
        [{ pointer: '/ownerId', detail: 'must be left out' }],
        `Every account sees ${type}: it has no owner.`,
      );
    }
    if (ownerId === undefined)
      throw invalid(
        [{ pointer: '/ownerId', detail: 'is required' }],
        `Only its owner sees ${type}: say which account that is.`,
      );
    if ((await this.accounts.recent(ownerId)) !== undefined) return;
    throw new Problem('unprocessable', {
      detail: 'Give the id of an account.',
      errors: [{ pointer: '/ownerId', detail: 'is not the id of an account' }],
    });
  }
}
