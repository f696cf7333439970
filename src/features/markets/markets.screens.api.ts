import { Service } from 'typedi';
import type { Screen } from './screens/screen.js';
import { type ScreenMembers, ScreenMembersService } from './screens/screen-members.service.js';

export type { Screen, ScreenMembers };

/** Lets other features watch screens. */
@Service()
export class MarketsScreensApi {
  constructor(private readonly members: ScreenMembersService) {}

  /** Returns a screen of an account; undefined if the account has no screen with this id. */
  find(accountId: string, id: string): Promise<Screen | undefined> {
    return this.members.find(accountId, id);
  }

  /** Returns a screen of any account; for internal use. */
  any(id: string): Promise<Screen | undefined> {
    return this.members.any(id);
  }

  /** Runs a screen for its owner. @throws Problem if its lists no longer exist or have too many instruments */
  membersOf(screen: Screen): Promise<ScreenMembers> {
    return this.members.of(screen);
  }

  /** Returns the values that a screen shows of some instruments, at most ten, by symbol. */
  valuesOf(screen: Screen, symbols: readonly string[]): Promise<Readonly<Record<string, string>>> {
    return this.members.values(screen, symbols);
  }
}
