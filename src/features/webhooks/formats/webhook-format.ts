import type { EventSummary } from '../../../events/event-summary.js';
import { discordMessage } from './discord-message.js';
import { slackMessage } from './slack-message.js';
import { teamsMessage } from './teams-message.js';

/** The form of messages to an endpoint: signed CloudEvents, or messages of a chat. */
export const webhookFormats = ['generic', 'slack', 'discord', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];
export type ChatFormat = Exclude<WebhookFormat, 'generic'>;

/** The rate at which a chat accepts messages: `burst` at once, then one every `intervalMs` (ms). */
export interface Pace {
  intervalMs: number;
  burst: number;
}

/** A chat's format, and the behavior of its webhooks. */
export interface ChatWebhook {
  message(summary: EventSummary): object;
  pace: Pace;
  /**
   * Returns the wait that the body of a 429 response requests (s); undefined if it requests none. Absent for chats
   * whose bodies contain no wait.
   */
  waitOf?(body: Buffer): number | undefined;
}

export const chats: Record<ChatFormat, ChatWebhook> = {
  slack: { message: slackMessage, pace: { intervalMs: 1_000, burst: 4 } },
  discord: { message: discordMessage, pace: { intervalMs: 400, burst: 5 }, waitOf: discordWait },
  teams: { message: teamsMessage, pace: { intervalMs: 250, burst: 4 } },
};

/**
 * Returns Discord's `retry_after` in seconds, which may have a fraction
 * (https://discord.com/developers/docs/topics/rate-limits).
 */
function discordWait(body: Buffer): number | undefined {
  try {
    const { retry_after: seconds } = JSON.parse(body.toString('utf8'));
    return typeof seconds === 'number' && seconds >= 0 && seconds < 1e6 ? seconds : undefined;
  } catch {
    return undefined;
  }
}

interface KnownHost {
  host: RegExp;
  /** Form of the paths of the host's webhooks. */
  path: RegExp;
  format: ChatFormat;
  expected: string;
}

/**
 * Hosts whose format is known. Any other host may accept any format: hosts of Teams are unpredictable, and other chats
 * accept messages for Slack.
 */
const knownHosts: readonly KnownHost[] = [
  {
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/services\/[^/]+\/[^/]+\/[^/]+$/,
    format: 'slack',
    expected: 'the address of an incoming webhook of Slack: https://hooks.slack.com/services/…',
  },
  {
    host: /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[^/]+\/slack$/,
    format: 'slack',
    expected: 'the address of a Discord webhook followed by /slack, or the format discord',
  },
  {
    host: /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[^/]+$/,
    format: 'discord',
    expected: 'the address of a Discord webhook: https://discord.com/api/webhooks/…',
  },
];

/** Returns the problem of a URL for a format; undefined if the format fits or the host is unknown. */
export function mismatchOf({ hostname, pathname }: URL, format: WebhookFormat): string | undefined {
  const there = knownHosts.filter(({ host }) => host.test(hostname));
  if (there.length === 0 || there.some((known) => known.format === format && known.path.test(pathname)))
    return undefined;
  const same = there.find((known) => known.format === format);
  return same === undefined ? `${hostname} takes the format ${there.at(-1)?.format}` : `must be ${same.expected}`;
}
