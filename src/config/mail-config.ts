import { Environment } from './environment.js';
import type { HttpConfig } from './http-config.js';
import type { ServiceConfig } from './service-config.js';

/** The SMTP server to which mail is handed. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Encryption: `tls` from the start, `starttls` before the first command, or `none`. */
  encryption: 'tls' | 'starttls' | 'none';
  user?: string;
  password?: string;
}

/** Matches a sender: `Name <address>` or only an address. */
const senderShape =
  /^(?:[^<>"\r\n\u0000-\u001f]{1,100}<([^\s<>@]{1,64}@[^\s<>@]{1,253})>|([^\s<>@]{1,64}@[^\s<>@]{1,253}))$/;

/** Settings for sending e-mail. */
export class MailConfig {
  /** SMTP server; undefined: mail is not sent. */
  readonly smtp?: SmtpServer;
  /** Sender of all mails; set whenever `smtp` is set. */
  readonly from?: { name: string; address: string };
  /** Maximum number of connections of a process to the server. */
  readonly connections: number;
  /**
   * Maximum number of mails that subscriptions send to one account in an hour; further events of the hour share one
   * mail.
   */
  readonly perHour: number;

  constructor(env: Environment, service: ServiceConfig, http: HttpConfig) {
    const url = env.text('SVC_SMTP_URL', {
      meaning:
        'The SMTP server that sends e-mails: `smtps://user:password@host` (TLS, port 465) or ' +
        '`smtp://user:password@host` (STARTTLS, port 587). `?tls=none` allows a server without encryption, ' +
        'only without a password.',
      defaultText: 'no e-mails',
      secret: true,
    });
    const from = env.text('SVC_SMTP_FROM', {
      meaning:
        'The sender of e-mails: `watchfloor@example.org` or `Watchfloor <watchfloor@example.org>`. Required with ' +
        '`SVC_SMTP_URL`.',
    });
    this.connections = env.integer('SVC_SMTP_CONNECTIONS', 3, 1, 50, {
      meaning: 'Maximum number of connections of this process to the SMTP server.',
    });
    this.perHour = env.integer('SVC_MAIL_LIMIT', 60, 1, 10_000, {
      meaning:
        'Maximum number of e-mails with single events that an account gets in an hour; further events of the hour ' +
        'come in one e-mail at its end.',
    });
    if (url !== undefined) this.smtp = serverOf(url);
    if (url !== undefined && this.smtp === undefined)
      env.refuse(
        'SVC_SMTP_URL',
        'must be smtp://… or smtps://… with a host, an optional user and password, and nothing else but ' +
          '?tls=none, which permits no password',
      );
    this.from = from === undefined ? undefined : senderOf(from);
    if (from !== undefined && this.from === undefined)
      env.refuse(
        'SVC_SMTP_FROM',
        'must be an address such as watchfloor@example.org or Watchfloor <watchfloor@example.org>',
      );
    if (url !== undefined && service.production && http.baseUrl === undefined)
      env.refuse('SVC_BASE_URL', 'is required with SVC_SMTP_URL: the links in mails begin with it');
    if (url !== undefined && from === undefined) env.refuse('SVC_SMTP_FROM', 'is required with SVC_SMTP_URL');
  }
}

function serverOf(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isPlain = search === '?tls=none';
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || !['', '/'].includes(pathname) || hash !== '')
    return undefined;
  if (search !== '' && (!isPlain || protocol === 'smtps:' || password !== '')) return undefined;
  if ((username === '') !== (password === '')) return undefined;
  const encryption = protocol === 'smtps:' ? 'tls' : isPlain ? 'none' : 'starttls';
  const defaultPort = { tls: 465, starttls: 587, none: 25 }[encryption];
  const credentials = username === '' ? {} : { user: decoded(username), password: decoded(password) };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    encryption,
    ...credentials,
  };
}

/** Decodes percent-encoded credentials; an invalid `%` leaves the text unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function senderOf(text: string): { name: string; address: string } | undefined {
  const match = senderShape.exec(text);
  if (match === null) return undefined;
  const [, inBrackets, alone] = match;
  if (alone !== undefined) return { name: 'Watchfloor', address: alone };
  return { name: text.slice(0, text.indexOf('<')).trim() || 'Watchfloor', address: inBrackets as string };
}
