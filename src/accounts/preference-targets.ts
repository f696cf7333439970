import { Service } from 'typedi';
import type { Preferences } from './account.js';

/** Returns true if the account owns an item with this id. */
type Owns = (accountId: string, id: string) => Promise<boolean>;

/** Checks ids of items in preferences. The feature that stores such items registers a lookup. */
@Service()
export class PreferenceTargets {
  private readonly lookups = new Map<keyof Preferences, Owns>();

  register(preference: keyof Preferences, owns: Owns): void {
    this.lookups.set(preference, owns);
  }

  /** Returns true if the account owns the item; false if no feature has registered a lookup for the preference. */
  async has(preference: keyof Preferences, accountId: string, id: string): Promise<boolean> {
    return (await this.lookups.get(preference)?.(accountId, id)) ?? false;
  }
}
