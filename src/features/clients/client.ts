/** The settings of a client that its owner chooses. */
export interface ClientSettings {
  name: string;
  /** The owner's own number or key of the client. */
  reference: string | null;
  /** ISO 4217: figures of the client are in this currency by default. */
  currency: string;
  /** `SPY.US`, or `SPY.US:0.6,AGG.US:0.4`: what the client's return is compared with; null: no comparison. */
  benchmark: string | null;
  /** In lower case, without duplicates. */
  tags: string[];
}

/** A person or an institution that an account holds portfolios for. */
export interface Client extends ClientSettings {
  id: string;
  accountId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
