import type { Owned } from '../../resources/owned-table.js';

/** The settings of a client that its owner chooses. */
export interface ClientSettings {
  name: string;
  /** The owner's own number or key of the client. */
  reference: string | null;
  /** ISO 4217: the default currency of the client's figures. */
  currency: string;
  /** Symbols that the client's return is compared with: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`; null: no comparison. */
  benchmark: string | null;
  /** In lower case, without duplicates. */
  tags: string[];
}

/** A person or an institution that an account holds portfolios for. */
export interface Client extends ClientSettings, Owned {}
