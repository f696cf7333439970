/** A mail to one person. */
export interface Mail {
  to: string;
  /** Subject on one line. */
  subject: string;
  text: string;
  html: string;
  /**
   * Id that a repeated mail has in common with the first, so that receivers show only one of them. Letters, digits,
   * `.`, `-` and `_`.
   */
  id: string;
  /** Id of the first mail of the thread, which may be this one; undefined for a mail without a thread. */
  thread?: string;
  /**
   * URL at which a POST unsubscribes from such mails (RFC 8058); undefined for mails that cannot be unsubscribed from.
   */
  unsubscribeUrl?: string;
}

/** The server did not accept a mail. The message is a sentence without addresses and credentials. */
export class MailFailure extends Error {
  /** @param isPermanent true: the server will never accept this mail (5xx); false: it may accept it later */
  constructor(
    readonly isPermanent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'MailFailure';
  }
}

/** Sends mails through an SMTP server. */
export abstract class Mailer {
  /** False: no mail server is configured, and `send` fails. */
  abstract readonly isConfigured: boolean;
  /** Number of attempts to send since the start, by outcome. */
  readonly counts = { sent: 0, failed: 0 };

  /**
   * Hands a mail to the server. Resolves when the server has accepted it.
   * @throws MailFailure
   */
  abstract send(mail: Mail): Promise<void>;

  /** Closes all connections; mails that are being sent fail. */
  abstract close(): Promise<void>;
}

/** Replaces the mailer in a service without an SMTP server. */
export class NoMailer extends Mailer {
  readonly isConfigured = false;

  override async send(): Promise<void> {
    throw new MailFailure(true, 'This service sends no mail: SVC_SMTP_URL is not set.');
  }

  override async close(): Promise<void> {}
}
