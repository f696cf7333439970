import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../http/problem.js';
import type { Account, PreferenceChanges } from './account.js';
import { AccountsService } from './accounts.service.js';

const currencies = new Set(Intl.supportedValuesOf('currency'));

@Service()
export class PreferencesService {
  constructor(private readonly accounts: AccountsService) {}

  /** @throws Problem `unprocessable` for a zone, language or currency that does not exist; `precondition_failed` */
  async change(accountId: string, changes: PreferenceChanges, ifMatch?: string): Promise<Account> {
    const problems = check(changes);
    if (problems.length > 0) throw new Problem('unprocessable', { detail: 'Some preferences name nothing that exists; see errors.', errors: problems });
    return this.accounts.change(accountId, { preferences: changes }, ifMatch);
  }
}

function check({ locale, timeZone, baseCurrency }: PreferenceChanges): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (locale && !accepts(() => Intl.getCanonicalLocales(locale))) problems.push({ pointer: '/locale', detail: 'is not a BCP 47 language tag' });
  if (timeZone && !accepts(() => new Intl.DateTimeFormat('en', { timeZone }))) problems.push({ pointer: '/timeZone', detail: 'is not an IANA time zone' });
  if (baseCurrency && !currencies.has(baseCurrency)) problems.push({ pointer: '/baseCurrency', detail: 'is not an ISO 4217 currency' });
  return problems;
}

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
