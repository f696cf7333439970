import { Problem } from '../../http/problem.js';
import { addressKey } from '../../http/rate-limit/address-key.js';
import type { WindowStore } from '../../http/rate-limit/window-store.js';

const HOUR_MS = 3_600_000;

/** How many accounts one address (of IPv6, one /64) may register. */
export class RegistrationThrottle {
  /** @param windows the shared store itself, not a fallback */
  constructor(
    private readonly windows: WindowStore,
    private readonly perHour: number,
  ) {}

  /** @throws Problem `too_many_attempts`; StoreUnavailable */
  async count(address: string): Promise<void> {
    const { count, resetInMs } = await this.windows.hit(`register:${addressKey(address)}`, HOUR_MS);
    if (count <= this.perHour) return;
    const seconds = Math.max(1, Math.ceil(resetInMs / 1000));
    throw new Problem('too_many_attempts', {
      detail: `Too many registrations from this address; try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
