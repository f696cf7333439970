import type { AreaOfPlace } from '../../../../language/place-span.js';
import type { Grain } from './calendar.js';

/** A period of a question, from `from` (inclusive) to `to` (exclusive). */
export interface Period {
  from: Date | undefined;
  /** End; undefined: now. */
  to: Date | undefined;
  grain: Grain;
  /** The day as `2026-11-20`, if the period is one day. */
  day?: string;
  /** First day, day after the last one, and last day. */
  firstDay?: string;
  endDay?: string;
  lastDay?: string;
  /** For a weekday or a date without a year: the next such day, which a question about hours may mean. */
  nextDay?: string;
  /** Length of a period that ends now (s); undefined for other periods. */
  windowSeconds?: number;
}

/** A time that a question names. */
export interface Moment {
  at: Date;
  /** Day in the user's time zone. */
  day: string;
}

/** Interval at which a task is repeated: every day, or every week on one day. */
export interface Recurrence {
  /** Day of the week from 0 (Monday); undefined for every day, and for `week` if no day is named. */
  weekday?: number;
  unit: 'day' | 'week';
  /** Time of day that words such as `every morning` imply (minutes after midnight). */
  clock?: number;
  /** Further days of the week, as written, which no schedule has: `Thursday` of `every Monday and Thursday`. */
  further?: readonly string[];
}

export interface Quantity {
  amount: number;
  /** The number as decimal text, such as `1000` or `2.5`. */
  text: string;
  unit: string;
}

/** An object of the caller, or one that a search found. */
export interface Named {
  id: string;
  name: string;
  /** Detail that distinguishes the object from others with the same name. */
  detail?: string;
  /** For a client that the question names: its portfolios, in the order in which they were linked. */
  portfolios?: readonly Named[];
}

/** Limits, inclusive, of a property of the things that a question is about. */
export interface Limit {
  /**
   * Speed in knots, altitude in feet, magnitude, depth in kilometers, severity from 1 to 5, deadweight in tonnes, or
   * length and draught in meters.
   */
  of: 'speed' | 'altitude' | 'magnitude' | 'depth' | 'severity' | 'deadweight' | 'length' | 'draught';
  min?: number;
  max?: number;
}

/** Limits, inclusive, of a severity from 1 to 5. */
export interface Severities {
  min?: number;
  max?: number;
}

/** Type of the value of each type of span. */
export interface SpanValues {
  symbol: string;
  currency: string;
  exchange: string;
  vessel: Named;
  callsign: string;
  /** A type of aircraft with its designators (ICAO), and an airline with its designators in callsigns. */
  aircraftType: { name: string; codes: readonly string[] };
  airline: { name: string; codes: readonly string[] };
  /** Address of an aircraft: six hexadecimal digits. */
  icao24: string;
  imo: string;
  place: AreaOfPlace;
  /** A place to which vessels sail: `bound for Houston`. */
  destination: AreaOfPlace;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Flag state, ISO 3166-1 alpha-2, named by an adjective such as `Panamanian`. */
  flag: string;
  period: Period;
  moment: Moment;
  recurrence: Recurrence;
  /** A time of day in the user's zone: minutes after midnight. */
  clock: number;
  amount: Quantity;
  percent: number;
  /** Change in percent, written as a fraction or multiple; negative if the word implies a fall: `halves`. */
  fraction: number;
  /** Minimum magnitude of an earthquake. */
  magnitude: number;
  /** Maximum speed in knots: `below 5 kn`. */
  slowness: number;
  speed: number;
  limit: Limit;
  severities: Severities;
  /** A value that the question excludes; the value is empty unless it is text. */
  excluded: { type: string; value: string };
  /** A comparison with a number of a property that no limit knows: `longer than 200 m`. */
  bound: 'min' | 'max';
  distance: number;
  duration: number;
  count: number;
  portfolio: Named;
  watchlist: Named;
  geofence: Named;
  rule: Named;
  alert: Named;
  client: Named;
  quoted: string;
  squawk: string;
  /** Value of an enumeration; the following types likewise. */
  assetClass: string;
  interval: string;
  indicator: string;
  shipType: string;
  /** Order of the results: `fastest`. */
  order: string;
  /** State of vessels: a navigation status of AIS, or `stopped`. */
  vesselState: string;
  eventType: string;
  severity: string;
  alertState: string;
  allocationBy: string;
  method: string;
  language: string;
  layer: string;
  ranking: string;
  transition: string;
  resultType: string;
  direction: string;
  factor: string;
}

export type SpanType = keyof SpanValues;

/**
 * A part of a question that has a meaning. A part may have several candidates; each kind of question uses the
 * candidates of the types that it accepts.
 */
export interface Span<Type extends SpanType = SpanType> {
  type: Type;
  /** Index of its first token, and of the token after its last. */
  from: number;
  to: number;
  value: SpanValues[Type];
  /** False if only a part of a name matches, such as `oil` for the rule `Oil above 90`. */
  isExact: boolean;
  /** Other values that match as well, between which the user must choose. */
  others?: ReadonlyArray<SpanValues[Type]>;
}

export type AnySpan = { [Type in SpanType]: Span<Type> }[SpanType];
