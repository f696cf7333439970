import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 'sealed';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A text cannot be decrypted: its key is unknown, the text was changed, or it belongs to another place. */
export class CannotOpen extends Error {
  constructor(why: string) {
    super(`What is sealed cannot be opened: ${why}.`);
    this.name = 'CannotOpen';
  }
}

/**
 * Encrypts (seals) stored secrets, so that a copy of the database does not reveal them. Uses AES-256-GCM with a random
 * nonce (NIST SP 800-38D; safe for 2³² texts of a key), in the form
 * `sealed.<key id>.<base64url of nonce, ciphertext and tag>`. The key is derived from a configured secret; its id
 * reveals nothing about it.
 */
export class SecretVault {
  private readonly currentId: string;
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor(secret: string, previous: readonly string[] = []) {
    this.currentId = keyId(derive(secret));
    this.keys = new Map([secret, ...previous].map(derive).map((key) => [keyId(key), key]));
  }

  /**
   * Encrypts a text.
   * @param place owner of the text, such as an endpoint's id; the sealed text can be opened only with the same place
   */
  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.currentId) as Buffer, iv).setAAD(
      Buffer.from(place),
    );
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${this.currentId}.${sealed.toString('base64url')}`;
  }

  /** Decrypts a text. @throws CannotOpen */
  open(sealed: string, place: string): string {
    const [format, id = '', payload = ''] = sealed.split('.');
    if (format !== FORMAT) throw new CannotOpen('it is not sealed');
    const key = this.keys.get(id);
    if (key === undefined) throw new CannotOpen(`its key ${id} is not among the data secrets`);
    const bytes = Buffer.from(payload, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(place));
    try {
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new CannotOpen('it was changed, or belongs somewhere else');
    }
  }

  /** Returns true when this vault has the key of the text, so that `open` works unless the text was changed. */
  hasKeyOf(sealed: string): boolean {
    const [format, id = ''] = sealed.split('.');
    return format === FORMAT && this.keys.has(id);
  }

  /** Returns true if a text was sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(this.currentPrefix);
  }

  /** Returns the prefix of all texts that are sealed with the current key. */
  get currentPrefix(): string {
    return `${FORMAT}.${this.currentId}.`;
  }
}

const derive = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'watchfloor', 'kept secrets', 32));

const keyId = (key: Buffer): string => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12);
