import type { ContextPart, NearbyRecord, PriceChange } from '../../../events/event-context-sources.js';
import type { LoggedEvent } from '../../../events/logged-event.js';

/** The context of an event: prices, positions and other events around it. */
export interface EventContext {
  event: LoggedEvent;
  from: Date;
  to: Date;
  prices: ContextPart<PriceChange>;
  nearby: ContextPart<NearbyRecord>;
  reported: ContextPart<LoggedEvent>;
}
