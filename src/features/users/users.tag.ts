import type { Tag } from '../../api/tags.js';

export const usersTag: Tag = {
  name: 'Users',
  description:
    'The profile and preferences of the signed-in account, teams, and grants of resources to other accounts.',
};
