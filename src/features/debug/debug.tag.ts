import type { Tag } from '../../openapi/tags.js';

export const debugTag: Tag = { name: 'Debug', description: 'Internals of the running service. Absent in production.' };
