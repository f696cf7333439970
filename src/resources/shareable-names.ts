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

/** The kind of a grant that lets others create records in an account. It opens no existing record. */
export const ACCOUNT = 'account';
/** Names of the kinds that a grant can have. */
export const grantKinds = [...shareableNames, ACCOUNT] as const;
export type GrantKind = (typeof grantKinds)[number];
