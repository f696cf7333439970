import type { Owned } from '../../../resources/owned-table.js';

/** A person or group, and the channel that reaches them. */
export interface Contact extends Owned {
  name: string;
  channel: string;
  /** The settings of the channel as encrypted JSON. */
  settings: string;
  /** The destination without secrets. */
  address: string;
  /** Endpoint of a contact with the channel `webhook`; otherwise null. */
  endpointId: string | null;
  /** Reason why it receives no messages until it has another destination; null while it is in use. */
  disabledReason: string | null;
  /** When the rate limit of the channel allows the next call; null before the first. */
  nextCallAt: Date | null;
}

/** Returns the place in which the settings of an account's contacts are sealed. */
export const placeOfSettings = (accountId: string): string => `alert contacts ${accountId}`;
