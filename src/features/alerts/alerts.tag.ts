import type { Tag } from '../../api/tags.js';

export const alertsTag: Tag = {
  name: 'Alerts',
  description:
    'Rules over markets, places, feeds and events, the alerts that they fire, and policies that notify contacts ' +
    'about alerts.',
};
