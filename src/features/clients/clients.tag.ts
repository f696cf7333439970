import type { Tag } from '../../openapi/tags.js';

export const clientsTag: Tag = {
  name: 'Clients',
  description: 'Clients of an adviser: their portfolios, notes, mandates, summary and reports.',
};
