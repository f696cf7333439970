/** The accounts that see the events of a type: all, the one it concerns, or only the parts of this service. */
export type Audience = 'public' | 'owner' | 'service';

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
  /** 1 (slight) to 5 (grave); null means 1, of events that an earlier release wrote. */
  severity: number | null;
  latitude: number | null;
  longitude: number | null;
  /** One line that people read; null for events that an earlier release wrote. */
  title: string | null;
  /** Webhook endpoints of the owner that get it without a subscription; null or absent: no endpoints. */
  endpointIds?: string[] | null;
  /** True: no subscription, stream, webhook or mail delivers it. */
  isQuiet?: boolean;
}

/** CloudEvents 1.0 (https://github.com/cloudevents/spec), JSON format, as every channel carries it. */
export interface EventEnvelope {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject?: string;
  time: string;
  /** An extension attribute: 1 (slight) to 5 (grave). */
  severity: number;
  /** An extension attribute: one line that people read. */
  title: string;
  data: Record<string, unknown>;
}

/** The parts of an event that are shown, and known before it has its position. */
export type ShownEvent = Pick<LoggedEvent, 'id' | 'type' | 'subject' | 'time' | 'severity' | 'data'> & {
  title?: string | null;
};

/** 1 (slight) to 5 (grave): what the envelope shows and filters compare. */
export const severityOf = ({ severity }: Pick<LoggedEvent, 'severity'>): number => severity ?? 1;

/** Whether an account may see it. */
export const isVisibleTo = (accountId: string, { audience, ownerId }: LoggedEvent): boolean =>
  audience === 'public' || (audience === 'owner' && ownerId === accountId);
