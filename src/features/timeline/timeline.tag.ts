import type { Tag } from '../../openapi/tags.js';

export const timelineTag: Tag = { name: 'Timeline', description: 'All notable events in one order.' };
