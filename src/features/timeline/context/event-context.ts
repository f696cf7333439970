import type { LoggedEvent } from '../../../events/logged-event.js';
import type { NearbyRecord, PriceChange, SurroundingsPart } from '../../../events/surroundings.js';

/** What happened around an event. */
export interface EventContext {
  event: LoggedEvent;
  from: Date;
  to: Date;
  moved: SurroundingsPart<PriceChange>;
  near: SurroundingsPart<NearbyRecord>;
  reported: SurroundingsPart<LoggedEvent>;
}
