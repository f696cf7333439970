import type { Tag } from '../../api/tags.js';

export const timelineTag: Tag = { name: 'Timeline', description: 'All notable events in one order.' };
