import { exampleOf } from '../api/examples.js';
import type { DtoClass } from '../api/rules.js';
import { asTitle, titleOf } from './event-title.js';
import type { Audience } from './logged-event.js';

/** The properties by which filters find an event, besides its type. */
export interface Facets {
  /** `<kind>:<id>`, such as `symbol:AAPL.US`, `vessel:219024336` or `portfolio:<uuid>`. */
  keys?: string[];
  /** 1 (slight) to 5 (grave), one of the type's severities. Default: the first of them. */
  severity?: number;
  /** Where it happened, in degrees (WGS 84). */
  place?: { latitude: number; longitude: number };
  /**
   * Webhook endpoints of the owner that get the event directly, in addition to those of matching subscriptions. Only
   * for the audience `owner`.
   */
  endpointIds?: string[];
  /** True: the event is in the log and the timeline, but no subscription, stream, webhook or mail delivers it. */
  isQuiet?: boolean;
}

export interface EventTypeOptions<Data extends object> {
  /** `geofence.entered`: words in lower case with dots between. Never renamed: receivers know it. */
  type: string;
  /** When it is written and what it means. */
  description: string;
  /** Types of one family, which share `data`, are described by one webhook. */
  family?: string;
  /** The data of the event. */
  data: new () => Data;
  /**
   * An example of the data; composed from the examples of its fields unless given, which types that share a class must.
   */
  example?: Data;
  /** Example of the subject, `feed:ais`; absent when there is no single one. */
  subject?: string;
  audience: Audience;
  /** The severities that its events can have, from 1 (slight) to 5 (grave), ascending. */
  severities: readonly [number, ...number[]];
  /** Folder of the feature it belongs to. */
  tag: string;
  /**
   * Days for which the log keeps it; 90 unless given, 30 at the least, as deliveries can be recovered for that long.
   */
  retentionDays?: number;
  // A method, so that a type of some data is a type of any: only data it has accepted is ever given to it.
  facets?(data: Data): Facets;
  /** One line in plain words, such as `Feed ais is down`. Default: composed from the type and the data. */
  title?(data: Data): string;
}

const shape = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)+$/;
const MIN_RETENTION_DAYS = 30;

/**
 * A kind of event. Those that `*.events.ts` files export make up the catalogue: what can be appended, subscribed to and
 * delivered, and what the description says of it.
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

  /** The severity of an event with the data of the example. */
  get severityOfExample(): number {
    return this.facetsOf(this.example ?? (exampleOf(this.data) as Data)).severity;
  }

  /** The title of an event with the data of the example. */
  get titleOfExample(): string {
    return this.titleOf(this.example ?? (exampleOf(this.data) as Data));
  }

  /** Whether the type writes its own titles. */
  get hasTitles(): boolean {
    return this.title !== undefined;
  }

  /** The title of an event of this type: one line of at most 300 characters. */
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
