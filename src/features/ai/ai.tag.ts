import type { Tag } from '../../api/tags.js';

export const aiTag: Tag = {
  name: 'AI',
  description:
    'Questions in plain words about everything that this service knows, answered with citations by a model or ' +
    'by the built-in composer.',
};
