import type { Tag } from '../../api/tags.js';

export const clientsTag: Tag = {
  name: 'Clients',
  description: 'Clients of an adviser: their portfolios, notes, mandates, summary and reports.',
};
