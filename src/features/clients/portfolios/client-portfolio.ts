/** The link between a portfolio and a client. */
export interface ClientPortfolio {
  portfolioId: string;
  clientId: string;
  linkedAt: Date;
}
