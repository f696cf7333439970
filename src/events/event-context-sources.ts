import { Service } from 'typedi';
import { Log } from '../logging/log.js';

/** The moment of an event, the time range around it, and the properties of the event. */
export interface Moment {
  at: Date;
  from: Date;
  to: Date;
  /** The symbols that the event is about. */
  symbols: readonly string[];
  /** Degrees (WGS 84). */
  place?: { lat: number; lon: number };
  radiusMeters: number;
  /** Aborts when the caller is gone, or the part takes too long. */
  signal: AbortSignal;
}

/** The change of a price in the range of a moment. */
export interface PriceChange {
  symbol: string;
  /** Whether the event is about the symbol. */
  isSubject: boolean;
  fromTime: Date;
  fromPrice: number;
  toTime: Date;
  toPrice: number;
  changePercent: number;
  provider: string;
}

/** An object near the place of a moment. */
export interface NearbyRecord {
  /** `<kind>:<id>` */
  key: string;
  title: string;
  lat: number;
  lon: number;
  distanceMeters: number;
  /** The time of the position, or the time at which an event began. */
  time: Date;
  provider: string;
}

/** The items of a part, and sentences that name missing data. */
export interface ContextPart<Item> {
  items: Item[];
  missing: string[];
}

/** The parts of the context of an event that features contribute. */
export interface ContextParts {
  prices: PriceChange;
  nearby: NearbyRecord;
}

type Source<Part extends keyof ContextParts> = (moment: Moment) => Promise<ContextPart<ContextParts[Part]>>;

/** Reads what happened around an event. Features register the parts that they provide. */
@Service()
export class EventContextSources {
  private readonly sources: { [Part in keyof ContextParts]?: Source<Part> } = {};

  constructor(private readonly log: Log) {}

  register<Part extends keyof ContextParts>(part: Part, source: Source<Part>): void {
    Object.assign(this.sources, { [part]: source });
  }

  /** Reads one part. Never rejects: if the part fails, `missing` says so. */
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
