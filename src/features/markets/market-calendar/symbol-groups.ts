import { Service } from 'typedi';

/** Returns the symbols of a group that an account owns; undefined for an id that is not the account's. */
type SymbolsOf = (accountId: string, id: string) => Promise<readonly string[] | undefined>;

/** Looks up the symbols of groups that other features store. These register a lookup for the name of a parameter. */
@Service()
export class SymbolGroups {
  private readonly lookups = new Map<string, SymbolsOf>();

  register(parameter: string, symbolsOf: SymbolsOf): void {
    this.lookups.set(parameter, symbolsOf);
  }

  /** Returns the symbols of a group; undefined for an id that is not the account's. */
  async symbolsOf(parameter: string, accountId: string, id: string): Promise<readonly string[] | undefined> {
    return this.lookups.get(parameter)?.(accountId, id);
  }
}
