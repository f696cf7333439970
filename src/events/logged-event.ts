/**
 * Accounts that see the events of a type: all (`public`), the account that the event concerns (`owner`), or none,
 * because only the service reads them (`service`).
 */
export type Audience = 'public' | 'owner' | 'service';

/** An event in the log. */
export interface LoggedEvent {
  /**
   * Sequence number of the event: greater than the sequence number of every event that readers could see before it.
   * Never shown to callers.
   */
  position: number;
  id: string;
  type: string;
  subject: string | null;
  audience: Audience;
  ownerId: string | null;
  time: Date;
  data: Record<string, unknown>;
  keys: string[];
  /** Severity from 1 (minor) to 5 (critical); null, in events of an earlier release, means 1. */
  severity: number | null;
  latitude: number | null;
  longitude: number | null;
  /** One line for people; null in events of an earlier release. */
  title: string | null;
  /** Webhook endpoints of the owner that receive the event without a subscription; null or absent for most events. */
  endpointIds?: string[] | null;
  /** True: no subscription, stream, webhook or mail delivers the event. */
  isQuiet?: boolean;
}

/** The CloudEvents 1.0 envelope (https://github.com/cloudevents/spec) in JSON format, the same for all channels. */
export interface EventEnvelope {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject?: string;
  time: string;
  /** Extension attribute: severity from 1 (minor) to 5 (critical). */
  severity: number;
  /** Extension attribute: one line for people. */
  title: string;
  data: Record<string, unknown>;
}

/** The fields of an event that are shown to callers and known before its position is assigned. */
export type ShownEvent = Pick<LoggedEvent, 'id' | 'type' | 'subject' | 'time' | 'severity' | 'data'> & {
  title?: string | null;
};

/** Returns the severity of an event, from 1 (minor) to 5 (critical); null counts as 1. */
export const severityOf = ({ severity }: Pick<LoggedEvent, 'severity'>): number => severity ?? 1;

/** Returns true if an account may see the event. */
export const isVisibleTo = (
  accountId: string,
  { audience, ownerId }: Pick<LoggedEvent, 'audience' | 'ownerId'>,
): boolean => audience === 'public' || (audience === 'owner' && ownerId === accountId);
