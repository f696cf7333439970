import type { Account } from '../../../accounts/account.js';
import { timeText } from '../../../events/event-summary.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { laidOut, type MailBlock } from '../../../mail/mail-layout.js';
import type { Mail } from '../../../mail/mailer.js';
import { oneLine, shortened } from '../../../text/plain-text.js';

/** Validity of a link that sets a new password. */
export const RESET_MINUTES = 30;

/** Validity of an invitation. */
export const INVITATION_DAYS = 7;

type Recipient = Pick<Account, 'email' | 'displayName'>;

/**
 * Returns the mail with a link that sets a new password. The token is in the URL's fragment, so that no server log and
 * no `Referer` header contains it.
 */
export function resetMail(recipient: Recipient, token: string, id: string, publicUrl: string): Mail {
  return written(recipient, id, 'Set a new password', [
    {
      kind: 'paragraph',
      text: `You, or someone else, asked for a new password of your account. The link is valid for ${RESET_MINUTES} minutes, and once.`,
    },
    { kind: 'button', text: 'Set a new password', url: `${publicUrl}/#reset=${token}` },
    { kind: 'paragraph', text: 'If it was not you, ignore this mail: your password stays as it is.' },
  ]);
}

/** Returns the invitation for a new account whose owner has not set a password yet. */
export function invitationMail(recipient: Recipient, token: string, id: string, publicUrl: string): Mail {
  return written(recipient, id, 'Your account is ready', [
    {
      kind: 'paragraph',
      text: `An operator created an account for you. Set a password to sign in. The link works once, within ${INVITATION_DAYS} days.`,
    },
    { kind: 'button', text: 'Set a password', url: `${publicUrl}/#reset=${token}` },
    { kind: 'paragraph', text: 'If you do not know this service, ignore this e-mail.' },
  ]);
}

export function passwordChangedMail(recipient: Recipient, id: string, publicUrl: string): Mail {
  return written(recipient, id, 'Your password was changed', [
    {
      kind: 'paragraph',
      text:
        'Your password was set by a link that was sent to this address. Every session has ended; sign in ' +
        'again. Personal keys stay valid: check them, too.',
    },
    { kind: 'button', text: 'Sign in', url: `${publicUrl}/` },
    {
      kind: 'paragraph',
      text: 'If it was not you, someone reads your mail: secure it first, then set another password.',
    },
  ]);
}

const newDevice = {
  title: 'Sign-in from a new device',
  text: 'Someone signed in to your account from a device that is new, or was not used for 180 days.',
};
const notices: Readonly<Record<string, { title: string; text: string }>> = {
  'session.reuse_detected': {
    title: 'A session was ended',
    text: 'A refresh token of your account was used twice, and may have been stolen. The session has ended.',
  },
  'account.recovery_code_used': {
    title: 'A recovery code was used',
    text: 'A recovery code of your account was used in place of a code of the authenticator app. Each code works once.',
  },
};

/** Returns the mail about an event that concerns the security of an account. */
export function securityMail(recipient: Recipient, { id, type, time, data }: LoggedEvent, publicUrl: string): Mail {
  const { title, text } = notices[type] ?? newDevice;
  const device = typeof data.userAgent === 'string' ? shortened(data.userAgent, 200) : 'unknown';
  return written(recipient, `notice.${id}`, title, [
    { kind: 'paragraph', text },
    {
      kind: 'facts',
      facts: [
        { name: 'Time', value: timeText(time) },
        { name: 'Device', value: device },
      ],
    },
    {
      kind: 'paragraph',
      text: 'If it was you, there is nothing to do. If not, change your password: that ends every session.',
    },
    { kind: 'button', text: 'Open Watchfloor', url: `${publicUrl}/` },
  ]);
}

function written({ email, displayName }: Recipient, id: string, title: string, blocks: readonly MailBlock[]): Mail {
  const greeting: MailBlock = { kind: 'paragraph', text: `Hello ${oneLine(displayName)},` };
  const footer = 'You get this mail because it concerns the security of your account at Watchfloor.';
  return {
    to: email,
    id,
    subject: `[Watchfloor] ${title}`,
    ...laidOut({ title, blocks: [greeting, ...blocks], footer }),
  };
}
