import type { AttemptKind } from '../../api/endpoint.js';
import { Problem } from '../../api/problem.js';
import { addressKey } from './address-key.js';
import type { WindowStore } from './window-store.js';

export interface AttemptLimit {
  /** Maximum number of attempts of one address (of IPv6: one /64) in a window; undefined: unlimited. */
  max: number | undefined;
  windowMs: number;
}

const words: Record<AttemptKind, string> = {
  'sign-in': 'sign-in attempts',
  registration: 'registrations',
  'key-exchange': 'exchanges of personal keys',
  'password-reset': 'requests about forgotten passwords',
  'shared-view': 'views of shared pages',
  'app-registration': 'registrations of apps',
  'app-token': 'requests for tokens',
};

/** Limits attempts by client address. Operations with `attempts` are counted before their body is read. */
export class AddressAttempts {
  /** @param windows the shared store itself, not a fallback: attempts are refused while it is unavailable */
  constructor(
    private readonly windows: WindowStore,
    private readonly limits: Readonly<Record<AttemptKind, AttemptLimit>>,
  ) {}

  /** Counts an attempt. @throws Problem `too_many_attempts` with `Retry-After`; StoreUnavailable */
  async count(kind: AttemptKind, address: string): Promise<void> {
    const { max, windowMs } = this.limits[kind];
    if (max === undefined) return;
    const { count, resetInMs } = await this.windows.hit(`${kind}:${addressKey(address)}`, windowMs);
    if (count <= max) return;
    const seconds = Math.max(1, Math.ceil(resetInMs / 1000));
    throw new Problem('too_many_attempts', {
      detail: `Too many ${words[kind]} from this address; try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
