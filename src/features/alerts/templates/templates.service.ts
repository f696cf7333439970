import { Service } from 'typedi';
import { wrongParameter } from '../../../http/problem.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { exampleValues, type TemplateValues } from './templates.js';

/** What a caller chooses of the templates' values. */
export interface ChosenValues {
  symbol?: string[];
  near?: number[];
  geofenceId?: string;
  entity?: string;
  feed?: string;
}

/** Completes what a caller chose with examples. */
@Service()
export class TemplatesService {
  constructor(private readonly feeds: FeedRegistry) {}

  /** @throws Problem `invalid_request` for a place that is not on the Earth */
  valuesOf({ symbol, near, geofenceId, entity, feed }: ChosenValues): TemplateValues {
    const [lat, lon] = near ?? [];
    if (lat !== undefined && Math.abs(lat) > 90) throw wrongParameter('query/near', 'must begin with a latitude from -90 to 90');
    return {
      symbols: symbol?.map((one) => one.toUpperCase()) ?? exampleValues.symbols,
      place: lat === undefined || lon === undefined ? exampleValues.place : { lat, lon },
      geofenceId: geofenceId ?? exampleValues.geofenceId,
      entity: entity ?? exampleValues.entity,
      feed: feed ?? this.feeds.list()[0]?.feed ?? exampleValues.feed,
    };
  }
}
