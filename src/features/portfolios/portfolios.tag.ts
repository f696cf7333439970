import type { Tag } from '../../openapi/tags.js';

export const portfoliosTag: Tag = {
  name: 'Portfolios',
  description: 'Transactions, holdings, valuation, performance and risk of portfolios.',
};
