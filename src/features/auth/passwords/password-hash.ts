/** The cost of computing a hash, by Argon2's parameters (RFC 9106 §3.1). */
export interface PasswordCost {
  /** Argon2's `m`: memory in KiB. */
  memory: number;
  /** Argon2's `t`: number of passes. */
  passes: number;
  /** Argon2's `p`: number of lanes. */
  parallelism: number;
}

/** The parts of a stored password hash. */
export interface PasswordHash extends PasswordCost {
  salt: Buffer;
  tag: Buffer;
}

/** The minimum that OWASP's Password Storage Cheat Sheet recommends for argon2id. */
export const defaultPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

export const saltBytes = 16;
export const tagBytes = 32;

// PHC string format; parameters in their fixed order, base64 without padding.
const form =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,5}),t=([1-9]\d{0,2}),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** Encodes a hash in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export function encodePasswordHash({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Parses a hash in the PHC string format.
 * @throws TypeError if the text is not an argon2id hash of version 19; the message does not contain the text
 */
export function decodePasswordHash(text: string): PasswordHash {
  const match = form.exec(text);
  if (!match) throw new TypeError('The stored password hash is not an argon2id hash');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  return { memory, passes, parallelism, salt: Buffer.from(match[4]!, 'base64'), tag: Buffer.from(match[5]!, 'base64') };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
