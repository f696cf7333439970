import { type Rule, text } from '../api/rules.js';

/** A ticket: `wft_` and 72 bytes in base64url. */
export const ticketRule = (): Rule => text(100, 100, /^wft_[A-Za-z0-9_-]{96}$/, 'a ticket from POST /auth/tickets');

/** In the form of a ticket, and of no account. */
export const TICKET_EXAMPLE = `wft_${'AQAB'.repeat(24)}`;
