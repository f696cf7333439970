/** Names of the kinds of resources that can be granted. */
export const shareableNames = [
  'alert_rule',
  'case',
  'chart',
  'client',
  'fleet',
  'geofence',
  'portfolio',
  'saved_search',
  'screen',
  'watchlist',
] as const;
export type ShareableName = (typeof shareableNames)[number];
