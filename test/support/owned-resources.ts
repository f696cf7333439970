import type { TestClient } from './test-client.js';

export type Body = { [field: string]: unknown };

/** Ids of events without a bookmark. */
export const eventIds: string[] = [];
let codes = 0;

/** A kind of resource that an account owns. */
export interface OwnedResource {
  path: string;
  /** Name of the setting of the quota. */
  setting: string;
  /** Name of the quota in the usage of limits. */
  limitName: string;
  /** A valid body; a function for resources that must differ from each other or need another resource. */
  body: Body | ((owner: TestClient) => Body | Promise<Body>);
  /** A valid change; the whole new body if the resource is replaced with PUT. */
  change: { [field: string]: unknown };
  isReplaced?: boolean;
  /** The field by which paths name the resource. Default: `id`. */
  key?: string;
}

/** Returns the id of a contact of the account, which is created the first time. */
async function contactOf(owner: TestClient): Promise<string> {
  const [first] = (await owner.get('/alerts/contacts')).json.items;
  return (first ?? (await owner.post('/alerts/contacts', contact)).json).id;
}

const contact = { name: 'Desk', delivery: { channel: 'ntfy', topic: 'desk', url: 'http://127.0.0.1:9/' } };
const circle = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 2_000 };
export const ownedResources: OwnedResource[] = [
  {
    path: '/markets/watchlists',
    setting: 'SVC_WATCHLIST_LIMIT',
    limitName: 'watchlists',
    body: { name: 'Majors', symbols: ['AAPL.US'] },
    change: { name: 'Changed' },
  },
  {
    path: '/markets/screens',
    setting: 'SVC_SCREEN_LIMIT',
    limitName: 'screens',
    body: { name: 'Technology', universe: { symbols: ['AAPL.US'] } },
    change: { name: 'Changed' },
  },
  {
    path: '/markets/instruments',
    setting: 'SVC_OWN_INSTRUMENT_LIMIT',
    limitName: 'own_instruments',
    body: () => ({ symbol: `HOUSE${++codes}.OWN`, kind: 'property', name: 'House', currency: 'EUR' }),
    change: { name: 'Changed' },
    key: 'symbol',
  },
  {
    path: '/subscriptions',
    setting: 'SVC_SUBSCRIPTION_LIMIT',
    limitName: 'subscriptions',
    body: { name: 'Feeds', eventTypes: ['feed.*'], delivery: { channel: 'stream' } },
    change: { name: 'Changed' },
  },
  {
    path: '/geospatial/fleets',
    setting: 'SVC_FLEET_LIMIT',
    limitName: 'fleets',
    body: { name: 'Tankers', members: ['vessel:219024336'] },
    change: { name: 'Changed' },
  },
  {
    path: '/geospatial/pins',
    setting: 'SVC_PIN_LIMIT',
    limitName: 'pins',
    body: { title: 'Wreck buoy', position: { lat: 51.95, lon: 4.05 }, severity: 2 },
    change: { title: 'Changed' },
  },
  {
    path: '/geospatial/geofences',
    setting: 'SVC_GEOFENCE_LIMIT',
    limitName: 'geofences',
    body: { name: 'Harbor', shape: circle },
    change: { name: 'Changed', shape: circle },
    isReplaced: true,
  },
  {
    path: '/webhooks/endpoints',
    setting: 'SVC_WEBHOOK_ENDPOINT_LIMIT',
    limitName: 'webhook_endpoints',
    body: { url: 'http://127.0.0.1:9/hook' },
    change: { description: 'Changed' },
  },
  {
    path: '/osint/cases',
    setting: 'SVC_CASE_LIMIT',
    limitName: 'cases',
    body: { title: 'Ownership of a tanker' },
    change: { title: 'Changed' },
  },
  {
    path: '/news/feeds',
    setting: 'SVC_NEWS_FEED_LIMIT',
    limitName: 'news_feeds',
    body: { url: 'http://127.0.0.1:9/feed' },
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/rules',
    setting: 'SVC_ALERT_RULE_LIMIT',
    limitName: 'alert_rules',
    body: { name: 'Apple', condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 } },
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/contacts',
    setting: 'SVC_ALERT_CONTACT_LIMIT',
    limitName: 'alert_contacts',
    body: contact,
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/policies',
    setting: 'SVC_ALERT_POLICY_LIMIT',
    limitName: 'alert_policies',
    body: async (owner) => ({ name: 'Desk', steps: [{ contactIds: [await contactOf(owner)] }] }),
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/on-call',
    setting: 'SVC_ALERT_ON_CALL_LIMIT',
    limitName: 'alert_on_call_schedules',
    body: async (owner) => ({
      name: 'Desk',
      timeZone: 'Europe/Berlin',
      rotation: {
        contactIds: [await contactOf(owner)],
        period: 'weekly',
        startsOn: '2026-11-16',
        handOverAt: '09:00',
      },
    }),
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/silences',
    setting: 'SVC_ALERT_SILENCE_LIMIT',
    limitName: 'alert_silences',
    body: { to: new Date(Date.now() + 3_600_000).toISOString() },
    change: { comment: 'Changed' },
  },
  {
    path: '/search/saved',
    setting: 'SVC_SAVED_SEARCH_LIMIT',
    limitName: 'saved_searches',
    body: { name: 'Tankers', q: 'tanker -lng' },
    change: { name: 'Changed' },
  },
  {
    path: '/portfolios',
    setting: 'SVC_PORTFOLIO_LIMIT',
    limitName: 'portfolios',
    body: { name: 'Retirement', baseCurrency: 'USD' },
    change: { name: 'Changed' },
  },
  {
    path: '/graphs/charts',
    setting: 'SVC_CHART_LIMIT',
    limitName: 'charts',
    body: { name: 'Euro', series: [{ expression: 'sma(EURUSD.FOREX, 20)' }] },
    change: { name: 'Changed' },
  },
  {
    path: '/clients',
    setting: 'SVC_CLIENT_LIMIT',
    limitName: 'clients',
    body: { name: 'Ada', currency: 'EUR', tags: ['pension'] },
    change: { name: 'Changed' },
  },
  {
    path: '/graphs/relations/links',
    setting: 'SVC_RELATION_LINK_LIMIT',
    limitName: 'relation_links',
    body: { from: 'country:NL', to: 'country:BE', label: 'Neighbors' },
    change: { label: 'Changed' },
  },
  {
    path: '/timeline/notes',
    setting: 'SVC_TIMELINE_NOTE_LIMIT',
    limitName: 'timeline_notes',
    body: { title: 'Queue', symbols: ['CL.COMM'] },
    change: { title: 'Changed' },
  },
  {
    path: '/timeline/bookmarks',
    setting: 'SVC_TIMELINE_BOOKMARK_LIMIT',
    limitName: 'timeline_bookmarks',
    body: () => ({ eventId: eventIds.pop() }),
    change: { note: 'Changed' },
  },
  {
    path: '/ai/briefing-schedules',
    setting: 'SVC_AI_BRIEFING_LIMIT',
    limitName: 'ai_briefings',
    body: { name: 'Morning', time: '07:00' },
    change: { name: 'Changed' },
  },
  {
    path: '/ai/threads',
    setting: 'SVC_AI_THREAD_LIMIT',
    limitName: 'ai_threads',
    body: { title: 'Tankers' },
    change: { title: 'Changed' },
  },
  {
    path: '/auth/keys',
    setting: 'SVC_KEY_LIMIT',
    limitName: 'personal_keys',
    body: { name: 'Report', scopes: ['markets:read'] },
    change: { name: 'Changed' },
  },
  {
    path: '/users/me/grants',
    setting: 'SVC_GRANT_LIMIT',
    limitName: 'grants',
    body: async (owner) => {
      const watchlists = (await owner.get('/markets/watchlists')).json.items;
      const { id } = watchlists[0] ?? (await owner.post('/markets/watchlists', { name: 'Majors' })).json;
      return { kind: 'watchlist', resourceId: id, email: `other${++codes}@watchfloor.test` };
    },
    change: { access: 'write' },
  },
  {
    path: '/teams',
    setting: 'SVC_TEAM_LIMIT',
    limitName: 'teams',
    body: { name: 'Research' },
    change: { name: 'Changed' },
  },
];
