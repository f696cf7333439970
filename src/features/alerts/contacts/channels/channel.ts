import type { FieldProblem } from '../../../../api/problem.js';
import type { Outbound, OutboundRequest, UrlProtocol } from '../../../../upstream/outbound.js';
import type { AlertSeverity } from '../../engine/engine-rule.js';

/** The reasons for a message to a contact. */
export const noticeKinds = ['firing', 'acknowledged', 'resolved', 'test'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A message to a contact. All texts are plain; each channel escapes and shortens them. */
export interface Notice {
  /** Id of the message. */
  id: string;
  kind: NoticeKind;
  /** Text that all messages about one alert have in common. */
  thread: string;
  /** Null for a test. */
  alertId: string | null;
  severity: AlertSeverity;
  title: string;
  text: string;
  time: Date;
  /** Address of the alert; undefined while the service does not know its public address. */
  url?: string;
}

/** Result of an attempt; undefined if the receiver accepted the message. */
export type SendOutcome =
  | {
      /** The fault, as a sentence for the owner of the contact. */
      error: string;
      /** True: another attempt cannot succeed. */
      isPermanent: boolean;
      /** Time that the receiver wants to be left alone (s). */
      waitSeconds?: number;
      /** True: the destination has ended for good, so that the contact is disabled. */
      isGone?: true;
    }
  | undefined;

/**
 * A way to reach a person. A channel is a file in this folder and a line in `channels.ts`: its settings with their
 * documentation, its rate, and the request that sends a message.
 */
export interface ContactChannel<Settings extends object = object> {
  readonly name: string;
  /** DTO class of the settings, with the name of the channel in `channel`. */
  readonly settings: new () => Settings;
  /** Rate that the receiver documents: `burst` messages at once, then one every `intervalMs`. */
  readonly pace: { intervalMs: number; burst: number };
  /** Returns the destination as responses show it, without secrets. */
  addressOf(settings: Settings): string;
  /** Returns the URL that is called, to be checked before it is stored. Absent for channels without calls. */
  urlOf?(settings: Settings): string;
  /** Field of the settings with the URL. Default: `url`. */
  readonly urlField?: string;
  /** Protocol of the URL. Default: `http`. */
  readonly protocol?: UrlProtocol;
  /** Returns a fault of the settings that their fields alone do not show; undefined without one. */
  refusalOf?(settings: Settings): FieldProblem | undefined;
  /**
   * Returns the call that sends a message; undefined if the receiver has no use for its kind. Absent for channels that
   * the service sends by other means.
   */
  request?(settings: Settings, notice: Notice): OutboundRequest | undefined;
  /** Sends a message by another protocol than HTTP. @throws OutboundFailure */
  send?(settings: Settings, notice: Notice, outbound: Outbound): Promise<SendOutcome>;
}

/** Returns a POST of JSON. */
export const jsonPost = (url: string, body: object, headers: Record<string, string> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
