/** A tag of the description: one folder of `src/features`, one path prefix. */
export interface Tag {
  name: string;
  description: string;
}

/** Every tag by its folder, in the order in which the documentation shows them. */
export const tags: Readonly<Record<string, Tag>> = {
  health: { name: 'Health', description: 'Health of the service and its feeds. No authentication, no rate limit.' },
  auth: { name: 'Auth', description: 'Sign-in, sign-out, registration, passwords, sessions and personal keys.' },
  users: { name: 'Users', description: 'The profile and the preferences of the signed-in account.' },
  markets: { name: 'Markets', description: 'Quotes, candles, indicators, exchanges and watchlists for equities, currencies and crypto-assets.' },
  geospatial: { name: 'Geospatial', description: 'Vessels (AIS), aircraft (ADS-B), events on the map, pins and geofences.' },
  alerts: { name: 'Alerts', description: 'Rules over market, map, news and portfolio data, and their alerts.' },
  timeline: { name: 'Timeline', description: 'All notable events in one order.' },
  search: { name: 'Search', description: 'Search over all data that the caller may see.' },
  news: { name: 'News', description: 'Articles, clusters of articles, feeds and sentiment.' },
  osint: { name: 'OSINT', description: 'Entities, sanctions, vulnerabilities, country dossiers and cases with evidence.' },
  ai: { name: 'AI', description: 'Conversations with context and citations.' },
  portfolios: { name: 'Portfolios', description: 'Transactions, holdings, valuation, performance and risk.' },
  clients: { name: 'Clients', description: 'Clients of an adviser.' },
  graphs: { name: 'Graphs', description: 'Saved charts and the graph of relations.' },
  subscriptions: { name: 'Subscriptions', description: 'Selections of events, as lists and streams.' },
  webhooks: { name: 'Webhooks', description: 'Endpoints for signed deliveries of events, and their results.' },
  admin: { name: 'Admin', description: 'Accounts, feeds, jobs, audit and settings. Operators only.' },
  debug: { name: 'Debug', description: 'Internals of the running service. Absent in production.' },
};

/** Groups of tags as the navigation shows them, in order. */
const groups: ReadonlyArray<{ name: string; folders: readonly string[] }> = [
  { name: 'Health', folders: ['health'] },
  { name: 'Auth / Users', folders: ['auth', 'users'] },
  { name: 'Markets', folders: ['markets'] },
  { name: 'Geospatial', folders: ['geospatial'] },
  { name: 'Alerts / Timeline / Search', folders: ['alerts', 'timeline', 'search'] },
  { name: 'News / OSINT', folders: ['news', 'osint'] },
  { name: 'AI', folders: ['ai'] },
  { name: 'Portfolio / Clients / Graphs', folders: ['portfolios', 'clients', 'graphs'] },
  { name: 'Subscriptions / Webhooks', folders: ['subscriptions', 'webhooks'] },
  { name: 'Admin', folders: ['admin'] },
  { name: 'Debug', folders: ['debug'] },
];

/** The document's `tags`: those that operations or webhooks have, by name. */
export function documentTags(used: ReadonlySet<string>): Tag[] {
  return Object.values(tags).filter(({ name }) => used.has(name));
}

/** The document's `x-tagGroups`, which Redoc draws as sections. A group of the interface is listed even while none of its tags has operations. */
export function tagGroups(used: ReadonlySet<string>, production: boolean): Array<{ name: string; tags: string[] }> {
  const served = groups.filter(({ folders }) => !(production && folders.includes('debug')));
  return served.map(({ name, folders }) => ({ name, tags: folders.map((folder) => (tags[folder] as Tag).name).filter((tag) => used.has(tag)) }));
}
