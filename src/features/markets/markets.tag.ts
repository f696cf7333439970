import type { Tag } from '../../api/tags.js';

export const marketsTag: Tag = {
  name: 'Markets',
  description:
    'Quotes, candles, indicators, order books, corporate actions and calendars of equities, funds, currencies and ' +
    'crypto-assets; filings, statements, insiders and holders of companies; economic series, screens, own ' +
    'instruments and watchlists.',
};
