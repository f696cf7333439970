import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface Credential {
  id: string;
  key: KeyObject;
  counter: number;
}

/** Faults of an authenticator or a browser that a test simulates. */
export interface CeremonyFaults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** False: the user was not verified by a fingerprint or PIN. */
  verified?: boolean;
  /** False: the authenticator was not touched. */
  present?: boolean;
  counter?: number;
  /** Claims the id of another credential. */
  id?: string;
  /** Signs with another key. */
  foreignKey?: boolean;
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** Encodes integers, texts, byte strings and maps as CBOR (RFC 8949). */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** An authenticator with its browser, in software (W3C Web Authentication Level 3, ES256, attestation `none`). */
export class SoftAuthenticator {
  readonly credentials: Credential[] = [];

  /** @param origin origin of the page that calls the authenticator */
  constructor(private readonly origin: string) {}

  /** Makes a credential. @returns the answer, in the form of `PublicKeyCredential.toJSON()` */
  create(options: { challenge: string; rp: { id: string } }, faults: CeremonyFaults = {}) {
    const credential: Credential = { id: faults.id ?? base64url(randomBytes(32)), key: newKey(), counter: 0 };
    this.credentials.push(credential);
    const { x, y } = credential.key.export({ format: 'jwk' }) as { x: string; y: string };
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(credential.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const authData = this.authData(options.rp.id, 0, faults, attested);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', options.challenge, faults);
    return answerOf(credential, {
      clientDataJSON: base64url(clientDataJSON),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** Signs a challenge with a credential. */
  sign(
    options: { challenge: string; rpId: string },
    credential = this.credentials[0] as Credential,
    faults: CeremonyFaults = {},
  ) {
    credential.counter = faults.counter ?? credential.counter + 1;
    const authData = this.authData(options.rpId, credential.counter, faults);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, faults);
    const signed = Buffer.concat([authData, sha256(clientDataJSON)]);
    const key = faults.foreignKey ? newKey() : credential.key;
    return answerOf(credential, {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authData),
      signature: createSign('sha256').update(signed).sign(key).toString('base64url'),
    });
  }

  private clientData(type: string, challenge: string, faults: CeremonyFaults): string {
    const origin = faults.origin ?? this.origin;
    return JSON.stringify({ type: faults.type ?? type, challenge: faults.challenge ?? challenge, origin });
  }

  private authData(rpId: string, counter: number, faults: CeremonyFaults, attested?: Buffer): Buffer {
    const { present = true, verified = true } = faults;
    const flags = (present ? 0x01 : 0) | (verified ? 0x04 : 0) | (attested === undefined ? 0 : 0x40);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }
}

const answerOf = ({ id }: Credential, response: object) => ({
  id,
  rawId: id,
  type: 'public-key',
  response,
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
});
