/** The cost of making a hash, in Argon2's own terms (RFC 9106 §3.1). */
export interface PasswordCost {
  /** `m`, KiB. */
  memory: number;
  /** `t`. */
  passes: number;
  /** `p`, lanes. */
  parallelism: number;
}

/** A stored password hash, taken apart. */
export interface PasswordHash extends PasswordCost {
  salt: Buffer;
  tag: Buffer;
}

/** The least OWASP's Password Storage Cheat Sheet recommends for argon2id. */
export const defaultPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

export const saltBytes = 16;
export const tagBytes = 32;

// The PHC string format, with the parameters in their one order and base64 without padding.
const form =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,5}),t=([1-9]\d{0,2}),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag` (PHC string format). */
export function encodePasswordHash({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** @throws TypeError when the text is not an argon2id hash of version 19; the message does not repeat it */
export function decodePasswordHash(text: string): PasswordHash {
  const match = form.exec(text);
  if (!match) throw new TypeError('The stored password hash is not an argon2id hash');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  return { memory, passes, parallelism, salt: Buffer.from(match[4]!, 'base64'), tag: Buffer.from(match[5]!, 'base64') };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
