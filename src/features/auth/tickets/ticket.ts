import { createHmac, timingSafeEqual } from 'node:crypto';
import { ticketRule } from '../../../http/ticket-parameter.js';

const PREFIX = 'wft_';
/** Version of the layout of a ticket. */
const FORMAT = 1;
/**
 * Length of format, kind, account, credential and expiry. Together with the MAC it is a multiple of three, so that
 * base64url has only one spelling for a ticket.
 */
const HEAD_BYTES = 1 + 1 + 16 + 16 + 6;
const { check: isTicket } = ticketRule();
const kinds = ['session', 'key'] as const;

/** The holder of a ticket, and the expiry of the ticket. */
export interface TicketHolder {
  readonly accountId: string;
  readonly kind: (typeof kinds)[number];
  /** Id of the session or of the personal key. */
  readonly credentialId: string;
  /** Expiry in ms since the epoch; whole seconds. */
  readonly expiresAt: number;
}

/**
 * Returns a ticket, which lets its holder read one path. A ticket is not stored; it contains account, credential and
 * expiry in 40 bytes, and an HMAC-SHA-256 over these and the path.
 * @param path as it is sent, percent-encoded, without the query
 */
export function mintTicket(
  key: Buffer,
  { accountId, kind, credentialId, expiresAt }: TicketHolder,
  path: string,
): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(FORMAT, 0);
  head.writeUInt8(kinds.indexOf(kind), 1);
  head.set(bytesOf(accountId), 2);
  head.set(bytesOf(credentialId), 18);
  head.writeUIntBE(Math.floor(expiresAt / 1000), 34, 6);
  return PREFIX + Buffer.concat([head, macOf(key, head, path)]).toString('base64url');
}

/**
 * Returns the holder of a ticket that one of the keys signed for this path; undefined for any other text. Does not
 * check the expiry.
 */
export function readTicket(keys: readonly Buffer[], text: string, path: string): TicketHolder | undefined {
  if (!isTicket(text)) return undefined;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  const [head, mac] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  if (!keys.some((key) => timingSafeEqual(mac, macOf(key, head, path)))) return undefined;
  const kind = kinds[head.readUInt8(1)];
  if (kind === undefined || head.readUInt8(0) !== FORMAT) return undefined;
  return {
    kind,
    accountId: uuidOf(head.subarray(2, 18)),
    credentialId: uuidOf(head.subarray(18, 34)),
    expiresAt: head.readUIntBE(34, 6) * 1000,
  };
}

const macOf = (key: Buffer, head: Buffer, path: string): Buffer =>
  createHmac('sha256', key).update(head).update(path).digest();

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
