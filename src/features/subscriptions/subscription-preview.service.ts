import { Service } from 'typedi';
import { matchesFilter } from '../../events/event-filter.js';
import { type EventFilter, EventLog } from '../../events/event-log.js';
import type { LoggedEvent } from '../../events/logged-event.js';
import { conditionsIn, type SubscriptionFilter } from './subscription.js';
import { MAX_PREVIEW_EXAMPLES, type PreviewedCondition, type SubscriptionPreview } from './subscription-preview.js';
import type { SubscriptionInput } from './subscription-request.js';
import { SubscriptionsService } from './subscriptions.records.js';

/** Number of events that are read at a time; other work can run between two reads. */
const BATCH = 500;

/** Tries selections of events on the log, before they are saved. */
@Service()
export class SubscriptionPreviews {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly log: EventLog,
  ) {}

  /**
   * Checks a filter against the latest `limit` events of the types that the account sees.
   * @throws Problem `invalid_request`, `unprocessable` as for a new subscription
   */
  async run(
    accountId: string,
    { eventTypes, filter: given, conditions }: Pick<SubscriptionInput, 'eventTypes' | 'filter' | 'conditions'>,
    limit: number,
  ): Promise<SubscriptionPreview> {
    const filter = await this.subscriptions.validFilter(accountId, { eventTypes, filter: given, conditions });
    const selection = this.subscriptions.filterOf({ eventTypes, filter: {} });
    const whole = conditionsIn(filter);
    const single = singleConditions(filter);
    const preview: SubscriptionPreview = {
      checked: 0,
      matched: 0,
      since: null,
      conditions: single.map(({ name }) => ({ name, matched: 0 })),
      examples: [],
    };
    for (let last: LoggedEvent | undefined; preview.checked < limit; ) {
      const wanted = Math.min(BATCH, limit - preview.checked);
      const events = await this.log.timeline(accountId, selection, wanted, last);
      for (const event of events) check(preview, event, whole, single);
      last = events.at(-1) ?? last;
      preview.since = last?.time ?? null;
      if (events.length < wanted) break;
    }
    return preview;
  }
}

function check(
  preview: SubscriptionPreview,
  event: LoggedEvent,
  whole: EventFilter,
  single: ReadonlyArray<{ filter: EventFilter }>,
): void {
  preview.checked += 1;
  for (const [index, { filter }] of single.entries())
    if (matchesFilter(filter, event)) (preview.conditions[index] as PreviewedCondition).matched += 1;
  if (!matchesFilter(whole, event)) return;
  preview.matched += 1;
  if (preview.examples.length < MAX_PREVIEW_EXAMPLES) preview.examples.push(event);
}

/** Returns each condition of a filter alone; those on fields of the data are apart. */
function singleConditions({ conditions = [], ...filter }: SubscriptionFilter) {
  return [
    ...Object.entries(filter)
      .filter(([, condition]) => condition !== undefined)
      .map(([name, condition]) => ({ name, filter: conditionsIn({ [name]: condition }) })),
    ...conditions.map((condition, index) => ({
      name: `conditions/${index}`,
      filter: conditionsIn({ conditions: [condition] }),
    })),
  ];
}
