import type { Tag } from '../../api/tags.js';

export const healthTag: Tag = {
  name: 'Health',
  description: 'Health of the service and its feeds. No authentication, no rate limit.',
};
