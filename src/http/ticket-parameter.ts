import { type Rule, text } from '../api/rules.js';

/** Returns the rule of a ticket: `wft_` and 72 bytes in base64url. */
export const ticketRule = (): Rule => text(100, 100, /^wft_[A-Za-z0-9_-]{96}$/, 'a ticket from POST /auth/tickets');

/** A ticket in the right form that belongs to no account. */
export const TICKET_EXAMPLE = `wft_${'AQAB'.repeat(24)}`;
