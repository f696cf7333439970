import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { MailConfig, SmtpServer } from '../config/mail-config.js';
import { oneLine, shortened } from '../text/plain-text.js';
import { type Mail, Mailer, MailFailure } from './mailer.js';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const MAX_SUBJECT = 200;

export interface SmtpMailerOptions {
  smtp: SmtpServer;
  from: NonNullable<MailConfig['from']>;
  connections: number;
  /** Timeout (ms) for each of: resolving the name, connecting with TLS, the greeting. Default: 10,000. */
  connectMs?: number;
  /** Timeout of a response of the server (ms). Default: 30,000. */
  silenceMs?: number;
  /** Certificates (PEM) trusted instead of the authorities that Node trusts. */
  ca?: string;
}

/** Sends mail by SMTP over a few persistent connections. Connects only for the first mail. */
export class SmtpMailer extends Mailer {
  readonly isConfigured = true;
  private readonly domain: string;
  private transport?: Promise<Transporter<SMTPPool.SentMessageInfo>>;

  constructor(private readonly options: SmtpMailerOptions) {
    super();
    this.domain = options.from.address.slice(options.from.address.indexOf('@') + 1);
  }

  override async send(mail: Mail): Promise<void> {
    this.transport ??= open(this.options);
    try {
      const sent = await (await this.transport).sendMail(this.message(mail));
      // A server may accept a mail but reject its only recipient.
      if (sent.accepted.length === 0) throw new MailFailure(true, 'The mail server refused the recipient.');
      this.counts.sent += 1;
    } catch (error) {
      this.counts.failed += 1;
      throw failureOf(error);
    }
  }

  override async close(): Promise<void> {
    const transport = this.transport;
    if (transport !== undefined) (await transport).close();
  }

  private message({ to, subject, text, html, id, thread, unsubscribeUrl }: Mail) {
    const idOf = (name: string) => `<${name}@${this.domain}>`;
    const parent = thread === undefined || thread === id ? {} : { inReplyTo: idOf(thread), references: [idOf(thread)] };
    return {
      // Addresses are passed as objects, not as text, so that a name or an address is never parsed as a list of
      // addresses.
      from: this.options.from,
      to: { name: '', address: to },
      envelope: { from: this.options.from.address, to: [to] },
      subject: shortened(oneLine(subject), MAX_SUBJECT),
      text,
      html,
      messageId: idOf(id),
      ...parent,
      headers: {
        // Prevents automatic replies (RFC 3834). Exchange reads the second header.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        // Prevents Gmail from grouping different mails with the same subject.
        'X-Entity-Ref-ID': id,
        ...(unsubscribeUrl === undefined
          ? {}
          : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      // Content comes only from this process, never from a file or URL that a text names.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Opens the transport. The library is loaded with the first mail, because most processes never send one. */
async function open({
  smtp: { host, port, encryption, user, password },
  connections,
  connectMs = CONNECT_MS,
  silenceMs = SILENCE_MS,
  ca,
}: SmtpMailerOptions) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    logger: false,
  });
}

/**
 * Returns the part of a failure that is stored and shown: its kind and the server's code, but not the server's text,
 * which may contain addresses.
 */
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { responseCode, code = '' } = error as { responseCode?: number; code?: string };
  if (code === 'EAUTH')
    return new MailFailure(false, 'The mail server refused the credentials of this service.', error);
  // Rejections in other phases, such as encryption, do not concern the mail itself.
  const isOfMail = responseCode !== undefined && ['EENVELOPE', 'EMESSAGE'].includes(code);
  if (isOfMail && responseCode >= 500)
    return new MailFailure(true, `The mail server refused the mail (${responseCode}).`, error);
  if (isOfMail)
    return new MailFailure(false, `The mail server did not take the mail for now (${responseCode}).`, error);
  if (code === 'ETLS') return new MailFailure(false, 'No secure connection to the mail server could be made.', error);
  return new MailFailure(false, 'The mail server could not be reached, or did not answer as expected.', error);
}
