/** A mail to one person. */
export interface Mail {
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /**
   * The part that a repeated e-mail has in common with the first: letters, digits, `.`, `-` and `_`. Receivers show
   * only one of them.
   */
  id: string;
  /** The id of the mail that this one belongs under; its own id when it is the first of a thread. */
  thread?: string;
  /** The URL at which a POST stops mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The server did not take a mail. The message is a sentence without addresses and credentials. */
export class MailFailure extends Error {
  /** @param isPermanent the server will not take this mail (5xx); otherwise it may take it later */
  constructor(
    readonly isPermanent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'MailFailure';
  }
}

/** Sends mail. */
export abstract class Mailer {
  /** False: no mail server is configured, and `send` fails. */
  abstract readonly isConfigured: boolean;
  /** Attempts to send since the start, by outcome. */
  readonly counts = { sent: 0, failed: 0 };

  /**
   * Hands a mail to the server; resolves when the server has taken it.
   * @throws MailFailure
   */
  abstract send(mail: Mail): Promise<void>;

  /** Closes every connection; mails under way fail. */
  abstract close(): Promise<void>;
}

/** A service without an SMTP server. */
export class NoMailer extends Mailer {
  readonly isConfigured = false;

  override async send(): Promise<void> {
    throw new MailFailure(true, 'This service sends no mail: SVC_SMTP_URL is not set.');
  }

  override async close(): Promise<void> {}
}
