import type { Tag } from '../../api/tags.js';

export const osintTag: Tag = {
  name: 'OSINT',
  description:
    'Entities in texts, sanctions lists, vulnerabilities, country dossiers, and cases with evidence that can ' +
    'be verified offline.',
};
