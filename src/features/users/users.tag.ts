import type { Tag } from '../../api/tags.js';

export const usersTag: Tag = {
  name: 'Users',
  description: 'The profile and the preferences of the signed-in account.',
};
