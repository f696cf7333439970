/** A tag of the description: one folder of `src/features`, one path prefix. */
export interface Tag {
  name: string;
  description: string;
}

/** Every tag by its folder, in the order in which the documentation shows them. */
export const tags: Readonly<Record<string, Tag>> = {
  health: { name: 'Health', description: 'Whether the service and its feeds are alive. No authentication, no rate limit.' },
  auth: { name: 'Auth', description: 'Signing in and out, registration, passwords and sessions.' },
  users: { name: 'Users', description: 'The profile and the preferences of the signed-in account.' },
  markets: { name: 'Markets', description: 'Quotes, candles, indicators, exchanges and watchlists for equities, currencies and crypto-assets.' },
  geospatial: { name: 'Geospatial', description: 'Vessels (AIS), aircraft (ADS-B), events on the map, pins and geofences.' },
  alerts: { name: 'Alerts', description: 'Rules over markets, places, news and portfolios, and the alerts they raise.' },
  timeline: { name: 'Timeline', description: 'Everything notable, in one order.' },
  search: { name: 'Search', description: 'One search over everything the caller may see.' },
  news: { name: 'News', description: 'Articles, stories told by several sources, feeds and sentiment.' },
  osint: { name: 'OSINT', description: 'Entities, sanctions, vulnerabilities, country dossiers and cases with evidence.' },
  ai: { name: 'AI', description: 'Conversations which know what the caller is looking at, with citations.' },
  portfolios: { name: 'Portfolios', description: 'Transactions, holdings, valuation, performance and risk.' },
  clients: { name: 'Clients', description: 'The people portfolios are kept for.' },
  graphs: { name: 'Graphs', description: 'Saved charts and the graph of relations.' },
  subscriptions: { name: 'Subscriptions', description: 'Which events are wanted, and reading them.' },
  webhooks: { name: 'Webhooks', description: 'Where events are delivered, signed, and what became of each delivery.' },
  admin: { name: 'Admin', description: 'Accounts, feeds, jobs, audit and settings. Operators only.' },
  debug: { name: 'Debug', description: 'The inside of the running service. Absent in production.' },
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
