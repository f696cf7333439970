/** That a portfolio is held for a client. */
export interface ClientPortfolio {
  portfolioId: string;
  clientId: string;
  linkedAt: Date;
}
