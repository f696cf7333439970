import type { Tag } from '../../api/tags.js';

export const subscriptionsTag: Tag = {
  name: 'Subscriptions',
  description: 'Selections of events, delivered as lists, streams, webhooks or e-mails.',
};
