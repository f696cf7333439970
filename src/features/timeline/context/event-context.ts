import type { ContextPart, NearbyRecord, PriceChange } from '../../../events/event-context-sources.js';
import type { LoggedEvent } from '../../../events/logged-event.js';

/** The context of an event. */
export interface EventContext {
  event: LoggedEvent;
  from: Date;
  to: Date;
  moved: ContextPart<PriceChange>;
  near: ContextPart<NearbyRecord>;
  reported: ContextPart<LoggedEvent>;
}
