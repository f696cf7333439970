import type { Tag } from '../../api/tags.js';

export const newsTag: Tag = {
  name: 'News',
  description: 'News articles from feeds and vendors, stories, trends, sentiment, and feeds of your own.',
};
