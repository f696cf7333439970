import type { Tag } from '../../api/tags.js';

export const webhooksTag: Tag = {
  name: 'Webhooks',
  description: 'Endpoints for signed deliveries of events, and their results.',
};
