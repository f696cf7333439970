import type { Order } from '../time/sort-order.js';
/** A person or program that may use the service. */
export interface Account {
  id: string;
  /** Lower case. */
  email: string;
  displayName: string;
  role: Role;
  /** PHC string, argon2id. */
  passwordHash: string;
  /** The password was set by someone else and should be changed. */
  passwordChangeDue: boolean;
  /** Null while the account may sign in. */
  disabledAt: Date | null;
  /** Since when signing in needs a code; null while it does not. */
  secondFactorSince: Date | null;
  /** The account's own requests per window; null means the configured ceiling. */
  rateCeiling: number | null;
  /** Sessions begun before it are over. */
  sessionsValidFrom: Date;
  preferences: Partial<Preferences>;
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
   * Local times `HH:MM` between which nothing is pushed, and the days on which they start, by default all; null means
   * never quiet.
   */
  quietHours: { start: string; end: string; days?: readonly Weekday[] } | null;
  defaultWatchlistId: string | null;
}

/** Preferences to merge in; one set to null returns to its default. */
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

/** The fields with which an account is created. */
export type NewAccount = Pick<Account, 'email' | 'displayName' | 'passwordHash'> &
  Partial<Pick<Account, 'role' | 'passwordChangeDue'>>;

/** The fields of an account that can change. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'preferences'>> & {
  preferences?: PreferenceChanges;
};

/** The selection of accounts. All conditions hold together. */
export interface AccountFilter {
  role?: Role;
  disabled?: boolean;
  /** Part of the address or the name, in any case. */
  q?: string;
  /** Default: oldest first. */
  order?: Order;
}

/** Addresses compare without regard to case; one form is stored. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
