import { Service } from 'typedi';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { exampleValues, type TemplateValues } from './templates.js';

/** Values that the caller chose for a template. */
export interface ChosenValues {
  symbol?: string[];
  lat?: number;
  lon?: number;
  geofenceId?: string;
  entity?: string[];
  feed?: string;
}

/**
 * Completes the values that the caller chose for a template with example values; a place needs both of its coordinates.
 */
@Service()
export class TemplatesService {
  constructor(private readonly feeds: FeedRegistry) {}

  valuesOf({ symbol, lat, lon, geofenceId, entity, feed }: ChosenValues): TemplateValues {
    return {
      symbols: symbol?.map((one) => one.toUpperCase()) ?? exampleValues.symbols,
      place: lat === undefined || lon === undefined ? exampleValues.place : { lat, lon },
      geofenceId: geofenceId ?? exampleValues.geofenceId,
      entities: entity ?? exampleValues.entities,
      feed: feed ?? this.feeds.list()[0]?.feed ?? exampleValues.feed,
    };
  }
}
