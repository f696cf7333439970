import { Service } from 'typedi';
import type { Account, PreferenceChanges } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { PreferenceTargets } from '../../accounts/preference-targets.js';
import { type FieldProblem, Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { TimeZone } from '../../time/time-zone.js';

const currencies = new Set(Intl.supportedValuesOf('currency'));

@Service()
export class PreferencesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly targets: PreferenceTargets,
    private readonly database: Database,
  ) {}

  /**
   * Changes the preferences of an account.
   * @throws Problem `precondition_failed`, or `unprocessable` for a time zone, language, currency or watchlist that
   * does not exist
   */
  async change(accountId: string, changes: PreferenceChanges, ifMatch?: string): Promise<Account> {
    return this.database.transaction(async () => {
      const problems = [...check(changes), ...(await this.checkWatchlist(accountId, changes))];
      if (problems.length > 0)
        throw new Problem('unprocessable', {
          detail: 'Some preferences name nothing that exists; see errors.',
          errors: problems,
        });
      return this.accounts.change(accountId, { preferences: changes }, ifMatch);
    });
  }

  /**
   * Checks that a watchlist exists. Locks the account, as deleting a watchlist does, so that a watchlist cannot be
   * chosen while it is being deleted.
   */
  private async checkWatchlist(
    accountId: string,
    { defaultWatchlistId: id }: PreferenceChanges,
  ): Promise<FieldProblem[]> {
    if (id == null) return [];
    await this.accounts.hold(accountId);
    return (await this.targets.has('defaultWatchlistId', accountId, id))
      ? []
      : [{ pointer: '/defaultWatchlistId', detail: 'is not one of your watchlists; see GET /markets/watchlists' }];
  }
}

function check({ locale, timeZone, baseCurrency }: PreferenceChanges): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (locale && !isLanguageTag(locale)) problems.push({ pointer: '/locale', detail: 'is not a BCP 47 language tag' });
  if (timeZone && !TimeZone.exists(timeZone))
    problems.push({ pointer: '/timeZone', detail: 'is not an IANA time zone' });
  if (baseCurrency && !currencies.has(baseCurrency))
    problems.push({ pointer: '/baseCurrency', detail: 'is not an ISO 4217 currency' });
  return problems;
}

function isLanguageTag(locale: string): boolean {
  try {
    Intl.getCanonicalLocales(locale);
    return true;
  } catch {
    return false;
  }
}
