import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../api/problem.js';
import { EventCatalog } from '../../events/event-catalog.js';
import type { TimelineFilter } from '../../events/event-log.js';
import { MAX_QUERY_WORDS, textQuery } from '../../events/text-query.js';
import { timeWindow } from '../../http/time-window.js';
import type { TimelineConditions } from './timeline-conditions.js';

/** Converts conditions of the timeline to a filter of the event log. */
@Service()
export class TimelineFilters {
  constructor(private readonly catalogue: EventCatalog) {}

  /**
   * Returns the filter for some conditions.
   * @throws Problem `invalid_request` for an invalid time range, box or text, or an unknown type
   */
  read({ from, to, type, symbol, entity, severity, minSeverity, bbox, q }: TimelineConditions): TimelineFilter {
    const keys = [symbol?.map((one) => `symbol:${one.toUpperCase()}`), entity].filter((list) => list !== undefined);
    return {
      types: type?.flatMap((pattern, index) => this.typesOf(pattern, index)),
      keys,
      severities: severity,
      minSeverity,
      bbox: bbox && boxOf(bbox),
      text: q === undefined ? undefined : wordsOf(q),
      ...timeWindow({ from, to }),
    };
  }

  private typesOf(pattern: string, index: number): string[] {
    const names = this.catalogue.matching(pattern);
    if (names.length > 0) return names;
    throw new Problem('invalid_request', {
      detail: 'GET /subscriptions/event-types lists the types of events.',
      errors: [{ pointer: `query/type/${index}`, detail: 'matches no type of event' }],
    });
  }
}

function wordsOf(q: string): string {
  const query = textQuery(q);
  if (query === undefined)
    throw wrongParameter('query/q', `must have 1 to ${MAX_QUERY_WORDS} words with letters or digits`);
  return query;
}

function boxOf([west, south, east, north]: number[]): TimelineFilter['bbox'] {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw new Problem('invalid_request', {
    detail: 'Give west, south, east, north in degrees.',
    errors: [{ pointer: 'query/bbox', detail: 'must have latitudes from -90 to 90, the southern one first' }],
  });
}
