import type { Owned } from '../../resources/owned-table.js';

/** The settings of a client that its owner chooses. */
export interface ClientSettings {
  name: string;
  /** The owner's own number or key of the client. */
  reference: string | null;
  /** Default currency of the client's figures (ISO 4217). */
  currency: string;
  /** Symbols that the client's return is compared with: `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`; null: no comparison. */
  benchmark: string | null;
  /** Tags in lower case, without duplicates. */
  tags: string[];
}

/** A person or an institution that an account holds portfolios for. */
export interface Client extends ClientSettings, Owned {}
