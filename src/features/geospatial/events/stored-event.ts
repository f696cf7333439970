import type { GeoEvent, GeoEventReport } from '../geo-event.js';

/** An event as it is stored. `names` has every current and earlier key of all its sources, as `<provider>:<key>`. */
export interface StoredEvent extends GeoEvent {
  names: string[];
}

/** A validated and normalized report, ready to be stored. */
export type ValidReport = Required<Omit<GeoEventReport, 'aliases' | 'entities' | 'details' | 'description'>> & {
  names: string[];
  description: string | null;
  entities: string[];
  details: Record<string, string | number | boolean | null>;
};
