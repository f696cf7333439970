import type { Tag } from '../../api/tags.js';

export const adminTag: Tag = {
  name: 'Admin',
  description: 'Accounts, feeds, jobs, audit and settings. Operators only.',
};
