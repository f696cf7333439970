import type { Tag } from '../../api/tags.js';

export const debugTag: Tag = { name: 'Debug', description: 'Internals of the running service. Absent in production.' };
