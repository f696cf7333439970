export interface ClientPortfolio {
  portfolioId: string;
  clientId: string;
  linkedAt: Date;
}
