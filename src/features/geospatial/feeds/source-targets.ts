import { Service } from 'typedi';
import { GeoEvents } from '../events/geo-events.service.js';
import { ReceptionCounter } from '../reception/reception-counter.js';
import { ReferenceTableRepository } from '../tables/reference-table.repository.js';
import { TransitRepository } from '../transits/transit.repository.js';

/** The services that take what sources read, besides positions. */
@Service()
export class SourceTargets {
  constructor(
    readonly events: GeoEvents,
    readonly reception: ReceptionCounter,
    readonly tables: ReferenceTableRepository,
    readonly transits: TransitRepository,
  ) {}
}
