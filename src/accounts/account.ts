import type { Order } from '../time/sort-order.js';

/** A person or program that may use the service. */
export interface Account {
  id: string;
  /** E-mail address in lower case. */
  email: string;
  displayName: string;
  role: Role;
  /** Password hash: a PHC string of argon2id. */
  passwordHash: string;
  /** True: another person chose the password, so it should be changed. */
  passwordChangeDue: boolean;
  /** Time at which the account was disabled; null while it may sign in. */
  disabledAt: Date | null;
  /** Time since which signing in needs a second factor; null while it does not. */
  secondFactorSince: Date | null;
  /** The account's own limit of requests per window; null means the configured limit. */
  rateCeiling: number | null;
  /** Sessions that began before this time are invalid. */
  sessionsValidFrom: Date;
  /** Id of the session that stays valid although it began before `sessionsValidFrom`; null if no session does. */
  keptSessionId: string | null;
  preferences: Partial<Preferences>;
  /** Limits that operators have set for the account, by name; the configured ones apply otherwise. */
  limits: Readonly<Record<string, number>>;
  /**
   * True: other accounts have granted resources to this one or to a team of it. Grants that have ended count until they
   * are deleted. Set by `AccountsService.recent` and `present` only.
   */
  holdsGrants?: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  lastSignInAt: Date | null;
}

export const accountRoles = ['user', 'operator'] as const;
export type Role = (typeof accountRoles)[number];

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Display preferences of an account. */
export interface Preferences {
  locale: string;
  timeZone: string;
  baseCurrency: string;
  units: 'metric' | 'imperial' | 'nautical';
  theme: 'system' | 'light' | 'dark';
  /**
   * Local times `HH:MM` between which nothing is pushed, and the days on which they start (default: all); null means no
   * quiet hours.
   */
  quietHours: { start: string; end: string; days?: readonly Weekday[] } | null;
  defaultWatchlistId: string | null;
}

/** Preferences to merge; null restores the default. */
export type PreferenceChanges = { [Name in keyof Preferences]?: Preferences[Name] | null };

export const defaultPreferences: Preferences = {
  locale: 'en',
  timeZone: 'UTC',
  baseCurrency: 'USD',
  units: 'metric',
  theme: 'system',
  quietHours: null,
  defaultWatchlistId: null,
};

export const preferencesOf = (account: Account): Preferences => ({ ...defaultPreferences, ...account.preferences });

/** The fields that are set when an account is created. */
export type NewAccount = Pick<Account, 'email' | 'displayName' | 'passwordHash'> &
  Partial<Pick<Account, 'role' | 'passwordChangeDue'>>;

/** The fields of an account that can change; preferences are merged. */
export type AccountChanges = Partial<
  Omit<Account, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'preferences' | 'holdsGrants'>
> & {
  preferences?: PreferenceChanges;
};

/** The fields of an account that change without a new version of the resource. */
export type AccountNotes = Partial<
  Pick<Account, 'lastSignInAt' | 'passwordHash' | 'sessionsValidFrom' | 'keptSessionId'>
>;

/** Selects accounts for which all conditions hold. */
export interface AccountFilter {
  role?: Role;
  disabled?: boolean;
  /** Part of the e-mail address or the name, case-insensitive. */
  q?: string;
  /** Order of creation. Default: oldest first. */
  order?: Order;
}

/** Returns the stored form of an e-mail address, because addresses are case-insensitive. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
