import { Service } from 'typedi';
import { Log } from '../logging/log.js';

/** The time of an event, the time range around it, and properties of the event. */
export interface Moment {
  at: Date;
  from: Date;
  to: Date;
  /** Symbols that the event is about. */
  symbols: readonly string[];
  /** Position in degrees (WGS 84); undefined for an event without one. */
  place?: { lat: number; lon: number };
  radiusMeters: number;
  /** Aborts when the caller disconnects or the part takes too long. */
  signal: AbortSignal;
}

/** The change of a price in the time range of a moment. */
export interface PriceChange {
  symbol: string;
  /** True: the event is about the symbol. */
  isSubject: boolean;
  fromTime: Date;
  fromPrice: number;
  toTime: Date;
  toPrice: number;
  changePercent: number;
  provider: string;
}

/** A record near the position of a moment. */
export interface NearbyRecord {
  /** Key of the record: `<kind>:<id>`. */
  key: string;
  title: string;
  lat: number;
  lon: number;
  distanceMeters: number;
  /** Time of the position, or start of an event. */
  time: Date;
  provider: string;
}

/** The items of a part, and sentences about missing data. */
export interface ContextPart<Item> {
  items: Item[];
  missing: string[];
}

/** The types of the parts that features contribute to the context of an event. */
export interface ContextParts {
  prices: PriceChange;
  nearby: NearbyRecord;
}

type Source<Part extends keyof ContextParts> = (moment: Moment) => Promise<ContextPart<ContextParts[Part]>>;

/** Collects what happened around an event. Features register a source for each part that they provide. */
@Service()
export class EventContextSources {
  private readonly sources: { [Part in keyof ContextParts]?: Source<Part> } = {};

  constructor(private readonly log: Log) {}

  register<Part extends keyof ContextParts>(part: Part, source: Source<Part>): void {
    Object.assign(this.sources, { [part]: source });
  }

  /** Reads one part. Never rejects: if the part fails, `missing` contains a sentence about it. */
  async read<Part extends keyof ContextParts>(part: Part, moment: Moment): Promise<ContextPart<ContextParts[Part]>> {
    const source = this.sources[part] as Source<Part> | undefined;
    if (source === undefined) return { items: [], missing: ['This service does not have this data.'] };
    try {
      return await source(moment);
    } catch (error) {
      this.log.warn(
        { component: 'timeline', part, err: error },
        'Context of an event incomplete: reading one part failed.',
      );
      return { items: [], missing: ['The data could not be read in time; try again later.'] };
    }
  }
}
