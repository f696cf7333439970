import type { GeoEvent, GeoEventReport } from '../geo-event.js';

/** An event as it is stored, with every name that it has or had, as `<provider>:<name>`. */
export interface StoredEvent extends GeoEvent {
  names: string[];
}

/** A report that can be stored unchanged. */
export type ValidReport = Required<Omit<GeoEventReport, 'aliases' | 'entities' | 'details' | 'description'>> & {
  names: string[];
  description: string | null;
  entities: string[];
  details: Record<string, string | number | boolean | null>;
};
