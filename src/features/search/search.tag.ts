import type { Tag } from '../../api/tags.js';

export const searchTag: Tag = {
  name: 'Search',
  description: 'One search over everything that you may see, suggestions while typing, and saved searches.',
};
