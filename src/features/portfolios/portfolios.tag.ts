import type { Tag } from '../../api/tags.js';

export const portfoliosTag: Tag = {
  name: 'Portfolios',
  description:
    'Transactions, holdings, valuation, performance, risk, exposure, scenarios and rebalancing of portfolios.',
};
