// The response that every server of this benchmark sends, regardless of the work before it.

export const ROUTES = 100;
export const ACCOUNTS = 20;

export interface Order {
  name: string;
  legs: Array<{ symbol: string; quantity: number }>;
  limit?: number;
}

export const order: Order = {
  name: 'rebalance',
  legs: [
    { symbol: 'AAPL.US', quantity: 10 },
    { symbol: 'EURUSD.FOREX', quantity: -2500.5 },
    { symbol: 'BTC-USD.CC', quantity: 0.75 },
  ],
  limit: 10,
};

export const priceOf = (symbol: string) => ({
  symbol,
  price: 101.25,
  currency: 'USD',
  changePercent: -0.4,
  source: 'simulator',
});

export const receiptOf = ({ name, legs }: Order) => ({
  name,
  legCount: legs.length,
  volume: legs.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0),
});
