import type { Tag } from '../../api/tags.js';

export const subscriptionsTag: Tag = {
  name: 'Subscriptions',
  description: 'Selections of events, as lists and streams.',
};
