import type { Tag } from '../../api/tags.js';

export const graphsTag: Tag = {
  name: 'Graphs',
  description:
    'Saved charts of expressions over symbols and portfolios, and the graph of relations between holdings, ' +
    'places, vessels and events.',
};
