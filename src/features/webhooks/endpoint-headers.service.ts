import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../api/problem.js';
import { SecretVault } from '../../secrets/secret-vault.js';
import type { Endpoint } from './endpoint.js';

/** A request header that the owner of an endpoint adds to its deliveries. */
export interface OwnHeader {
  name: string;
  value: string;
}

type WithHeaders = Pick<Endpoint, 'id' | 'headers'>;

/**
 * Names that the service or the connection sets, in lower case: fields of one connection (RFC 9110 §7.6.1), of the
 * framing and the content, and of the sender.
 */
const reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Names of signatures, of the message and of the content: a fixed value could only be wrong. */
const reservedForms = /^(?:webhook|svix|content|proxy)-|signature|^digest$|^repr-digest$/;

/**
 * Manages the own headers of endpoints, whose values may be passwords of receivers: stored encrypted, sent with each
 * delivery, and never returned.
 */
@Service()
export class EndpointHeaders {
  constructor(private readonly vault: SecretVault) {}

  /** Returns headers as they are stored. @throws Problem `unprocessable` for a name that is reserved or given twice */
  sealed(endpointId: string, headers: readonly OwnHeader[]): Endpoint['headers'] {
    const errors = problemsOf(headers);
    if (errors.length > 0)
      throw new Problem('unprocessable', { detail: 'Some headers cannot be sent; see errors.', errors });
    return headers.map(({ name, value }) => ({ name, value: this.vault.seal(value, placeOf(endpointId, name)) }));
  }

  /** Returns the headers to send, by lower-case name. @throws CannotOpen if a value cannot be decrypted */
  of({ id, headers }: WithHeaders): Record<string, string> {
    return Object.fromEntries(
      headers.map(({ name, value }) => [name.toLowerCase(), this.vault.open(value, placeOf(id, name))]),
    );
  }

  /** Whether a value was encrypted with a data secret that is not configured. */
  areLost({ headers }: WithHeaders): boolean {
    return !headers.every(({ value }) => this.vault.hasKeyOf(value));
  }

  /**
   * Returns the headers encrypted with the current data secret; undefined if they already are.
   * @throws CannotOpen if a value cannot be decrypted
   */
  reseal({ id, headers }: WithHeaders): Endpoint['headers'] | undefined {
    if (headers.every(({ value }) => this.vault.isCurrent(value))) return undefined;
    return headers.map(({ name, value }) => {
      const place = placeOf(id, name);
      return { name, value: this.vault.seal(this.vault.open(value, place), place) };
    });
  }
}

function problemsOf(headers: readonly OwnHeader[]): FieldProblem[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, index) => {
    const pointer = `/headers/${index}/name`;
    if (reserved.has(name) || reservedForms.test(name)) return [{ pointer, detail: 'is set by the service itself' }];
    return names.indexOf(name) === index ? [] : [{ pointer, detail: 'is the name of an earlier header' }];
  });
}

const placeOf = (endpointId: string, name: string) => `webhook endpoint ${endpointId} header ${name}`;
