import { Service } from 'typedi';
import type { Preferences } from './account.js';

/** Whether the account owns an item with this id. */
type Owns = (accountId: string, id: string) => Promise<boolean>;

/** Items that preferences refer to by id. The feature that keeps such items registers how to look them up. */
@Service()
export class PreferenceTargets {
  private readonly lookups = new Map<keyof Preferences, Owns>();

  register(preference: keyof Preferences, owns: Owns): void {
    this.lookups.set(preference, owns);
  }

  /** False also when no feature keeps such items. */
  async has(preference: keyof Preferences, accountId: string, id: string): Promise<boolean> {
    return (await this.lookups.get(preference)?.(accountId, id)) ?? false;
  }
}
