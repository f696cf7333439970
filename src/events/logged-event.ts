import type { Audience } from './event-type.js';

/** An event in the log. */
export interface LoggedEvent {
  /** Its place: greater than that of every event that was there before it. Never shown. */
  position: number;
  id: string;
  type: string;
  subject: string | null;
  audience: Audience;
  ownerId: string | null;
  time: Date;
  data: Record<string, unknown>;
  keys: string[];
  severity: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** CloudEvents 1.0 (https://github.com/cloudevents/spec), JSON format, as every channel carries it. */
export interface EventEnvelope {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject?: string;
  time: string;
  data: Record<string, unknown>;
}

/** Where events come from, relative to this service. */
export const EVENT_SOURCE = '/api/v1';

/** What of an event is shown, and known before it has its place. */
export type ShownEvent = Pick<LoggedEvent, 'id' | 'type' | 'subject' | 'time' | 'data'>;

export function envelopeOf({ id, type, subject, time, data }: ShownEvent): EventEnvelope {
  return { specversion: '1.0', id, source: EVENT_SOURCE, type, ...(subject === null ? {} : { subject }), time: time.toISOString(), data };
}

/** Whether an account may see it. */
export const isVisibleTo = (accountId: string, { audience, ownerId }: LoggedEvent): boolean =>
  audience === 'public' || (audience === 'owner' && ownerId === accountId);
