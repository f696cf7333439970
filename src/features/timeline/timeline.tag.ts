import type { Tag } from '../../api/tags.js';

export const timelineTag: Tag = {
  name: 'Timeline',
  description: 'All notable events in one order, notes and bookmarks, and studies of prices after events.',
};
