import type { Tag } from '../../api/tags.js';

export const marketsTag: Tag = {
  name: 'Markets',
  description:
    'Quotes, candles, indicators, corporate actions, calendars, company facts, exchanges and watchlists for ' +
    'equities, currencies and crypto-assets.',
};
