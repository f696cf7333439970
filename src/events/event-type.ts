import { exampleOf } from '../api/examples.js';
import type { DtoClass } from '../api/rules.js';
import { asTitle, titleOf } from './event-title.js';
import type { Audience } from './logged-event.js';

/** Properties by which filters find an event, in addition to its type. */
export interface Facets {
  /** Keys in the form `<kind>:<id>`, such as `symbol:AAPL.US`, `vessel:219024336` or `portfolio:<uuid>`. */
  keys?: string[];
  /** Severity from 1 (minor) to 5 (critical), one of the type's severities. Default: the first of them. */
  severity?: number;
  /** Position of the event in degrees (WGS 84). */
  place?: { latitude: number; longitude: number };
  /**
   * Webhook endpoints of the owner that receive the event directly, in addition to the endpoints of matching
   * subscriptions. Only for the audience `owner`.
   */
  endpointIds?: string[];
  /** True: the event is in the log and the timeline, but no subscription, stream, webhook or mail delivers it. */
  isQuiet?: boolean;
}

export interface EventTypeOptions<Data extends object> {
  /**
   * Name in lower-case words with dots between, such as `geofence.entered`. Never renamed, because receivers depend on
   * it.
   */
  type: string;
  /** Cause and meaning of the event. */
  description: string;
  /** Types of one family have the same `data` class and are described by one webhook. */
  family?: string;
  /** DTO class of the data. */
  data: new () => Data;
  /**
   * Example of the data. Required for types that share a data class. Default: composed from the examples of its fields.
   */
  example?: Data;
  /** Example of the subject, such as `feed:ais`; absent when events have no single subject. */
  subject?: string;
  audience: Audience;
  /** The severities that its events can have, from 1 (minor) to 5 (critical), ascending. */
  severities: readonly [number, ...number[]];
  /** Folder of the feature that the type belongs to. */
  tag: string;
  /**
   * Days for which the log keeps the events, at least 30, because deliveries can be recovered for that long. Default:
   * 90.
   */
  retentionDays?: number;
  // These are methods, not function properties, so that `EventType<Data>` is assignable to `EventType`: only data that
  // a type has accepted is ever passed to it.
  facets?(data: Data): Facets;
  /** Returns one line in plain words, such as `Feed ais is down`. Default: composed from the type and the data. */
  title?(data: Data): string;
}

const shape = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)+$/;
const MIN_RETENTION_DAYS = 30;

/**
 * A type of event. All types that `*.events.ts` files export form the catalog: they can be appended, subscribed to and
 * delivered, and are part of the API description.
 */
export class EventType<Data extends object = object> {
  readonly type: string;
  readonly description: string;
  readonly family?: string;
  readonly data: DtoClass;
  readonly subject?: string;
  readonly audience: Audience;
  readonly severities: readonly [number, ...number[]];
  readonly tag: string;
  readonly retentionDays: number;
  readonly example?: Data;
  private readonly facets: NonNullable<EventTypeOptions<Data>['facets']>;
  private readonly title: EventTypeOptions<Data>['title'];

  /**
   * @throws Error for an invalid name, severities that are not ascending between 1 and 5, or a retention shorter than
   * recovery needs
   */
  constructor(options: EventTypeOptions<Data>) {
    this.type = options.type;
    this.description = options.description;
    this.family = options.family;
    this.data = options.data;
    this.subject = options.subject;
    this.example = options.example;
    this.audience = options.audience;
    this.severities = options.severities;
    this.tag = options.tag;
    this.retentionDays = options.retentionDays ?? 90;
    this.facets = options.facets ?? (() => ({}));
    this.title = options.title;
    if (!shape.test(this.type)) throw new Error(`${this.type} is no name for an event type: lower case, dots between.`);
    if (!this.severities.every((one, index, all) => Number.isInteger(one) && one > (all[index - 1] ?? 0) && one <= 5))
      throw new Error(`The severities of ${this.type} must be whole numbers from 1 to 5, ascending.`);
    if (this.retentionDays < MIN_RETENTION_DAYS)
      throw new Error(`${this.type} must be kept for ${MIN_RETENTION_DAYS} days at least.`);
  }

  /** Severity of an event with the example as its data. */
  get severityOfExample(): number {
    return this.facetsOf(this.example ?? (exampleOf(this.data) as Data)).severity;
  }

  /** Title of an event with the example as its data. */
  get titleOfExample(): string {
    return this.titleOf(this.example ?? (exampleOf(this.data) as Data));
  }

  /** True when the type composes its own titles. */
  get hasTitles(): boolean {
    return this.title !== undefined;
  }

  /** Returns the title of an event of this type: one line of at most 300 characters. */
  titleOf(data: Data): string {
    const title = this.title === undefined ? '' : asTitle(this.title(data));
    return title === '' ? titleOf({ type: this.type, data: data as Record<string, unknown> }) : title;
  }

  /**
   * Returns the properties by which filters find an event of this type.
   * @throws Error for a severity that the type does not list
   */
  facetsOf(data: Data): Facets & { severity: number } {
    const facets = this.facets(data);
    const severity = facets.severity ?? this.severities[0];
    if (!this.severities.includes(severity)) throw new Error(`${this.type} has no severity ${severity}.`);
    return { ...facets, severity };
  }
}
