import { EventLog } from '../../src/events/event-log.js';
import { accountCeilingReached } from '../../src/features/users/account.events.js';
import { aiSeeds } from './ai-seeds.js';
import { alertSeeds } from './alert-seeds.js';
import { chartSeeds } from './chart-seeds.js';
import { ownArticle } from './own-article.js';
import { clientSeeds } from './own-clients.js';
import { relationSeeds } from './relation-seeds.js';
import { signInSeeds } from './sign-in-seeds.js';
import type { TestClient } from './test-client.js';
import { PASSWORD, type TestService } from './test-service.js';

export type Owner = TestClient & { email: string; accountId: string };

export interface Seed {
  id: string;
  /** Returns whether the record is unchanged. */
  isThere(): Promise<boolean>;
}

/** Creates a subscription of the account. */
const subscription = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'stream' },
  });
  const isThere = async () => (await owner.get(`/subscriptions/${json.id}`)).json.version === 1;
  return { id: json.id, isThere };
};

/** Creates an endpoint of the account, at an address where no server listens. */
const endpoint = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/webhooks/endpoints', { url: 'http://127.0.0.1:9/' });
  const isThere = async () => {
    const { version, recovery } = (await owner.get(`/webhooks/endpoints/${json.id}`)).json;
    return version === 1 && recovery === null;
  };
  return { id: json.id, isThere };
};

/** Creates a delivery of a test event that the account has requested. */
const delivery = async (owner: Owner, { settle }: TestService): Promise<Seed> => {
  const { id } = await endpoint(owner);
  await owner.post(`/webhooks/endpoints/${id}/test`);
  await settle();
  const [made] = (await owner.get('/webhooks/deliveries')).json.items;
  return {
    id: made.id,
    isThere: async () => (await owner.get(`/webhooks/deliveries/${made.id}`)).json.attemptCount === 0,
  };
};

/** Creates a watchlist of the account. */
const watchlist = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/markets/watchlists', { name: 'Majors', symbols: ['EURUSD.FOREX'] });
  return { id: json.id, isThere: async () => (await owner.get(`/markets/watchlists/${json.id}`)).json.version === 1 };
};

/** Creates a screen of the account. */
const screen = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/markets/screens', { name: 'Technology', universe: { symbols: ['AAPL.US'] } });
  return { id: json.id, isThere: async () => (await owner.get(`/markets/screens/${json.id}`)).json.version === 1 };
};

/** Creates an own instrument of the account, with the price of a day. */
const ownInstrument = async (owner: Owner): Promise<Seed> => {
  const path = '/markets/instruments/HOUSE.OWN';
  const { json } = await owner.post('/markets/instruments', {
    symbol: 'HOUSE.OWN',
    kind: 'bond',
    name: 'House loan',
    currency: 'EUR',
    bond: { issueDay: '2024-01-01', maturityDay: '2064-01-01', couponPercent: 3 },
    priceAddress: { url: 'http://127.0.0.1:9/', pricePath: '$.price' },
  });
  const price = { day: '2026-11-20', price: 1.5 };
  await owner.put(`${path}/prices`, { prices: [price] });
  const isThere = async () => {
    const [{ version }, prices] = [(await owner.get(path)).json, (await owner.get(`${path}/prices`)).json.items];
    return version === 1 && prices.length === 1 && prices[0].price === price.price;
  };
  return { id: json.id, isThere };
};

/** Creates a fleet of the account. */
const fleet = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/geospatial/fleets', { name: 'Ours', members: ['vessel:219024336'] });
  return { id: json.id, isThere: async () => (await owner.get(`/geospatial/fleets/${json.id}`)).json.version === 1 };
};

/** Creates a line of the account that counts passages. */
const flowLine = async (owner: Owner): Promise<Seed> => {
  const corners = [
    { lat: 54, lon: 3 },
    { lat: 54, lon: 4 },
  ];
  const { json } = await owner.post('/geospatial/flows', { name: 'Ours', line: corners });
  return { id: json.id, isThere: async () => (await owner.get(`/geospatial/flows/${json.id}`)).status === 200 };
};

/** Creates a pin of the account. */
const pin = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/geospatial/pins', { title: 'Here', position: { lat: 51.9, lon: 4.1 } });
  return { id: json.id, isThere: async () => (await owner.get(`/geospatial/pins/${json.id}`)).json.version === 1 };
};

/** Creates a geofence of the account. */
const geofence = async (owner: Owner): Promise<Seed> => {
  const shape = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 };
  const { json } = await owner.post('/geospatial/geofences', { name: 'Maas', shape });
  return { id: json.id, isThere: async () => (await owner.get(`/geospatial/geofences/${json.id}`)).json.version === 1 };
};

const articleSeed = async (owner: Owner, service: TestService): Promise<Seed> => ({
  id: (await ownArticle(owner, service)).articleId,
  isThere: async () => true,
});
const newsCluster = async (owner: Owner, service: TestService): Promise<Seed> => ({
  id: (await ownArticle(owner, service)).clusterId,
  isThere: async () => true,
});

/** Creates a news feed of the account, at an address where no server listens. */
const newsFeed = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/news/feeds', { url: 'http://127.0.0.1:9/feed' });
  return { id: json.id, isThere: async () => (await owner.get(`/news/feeds/${json.id}`)).json.version === 1 };
};

/** Creates a saved search of the account. */
const savedSearch = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/search/saved', { name: 'Tankers', q: 'tanker' });
  return { id: json.id, isThere: async () => (await owner.get(`/search/saved/${json.id}`)).json.version === 1 };
};

/** Appends an event of the account. */
const ownEvent = async (owner: Owner, { services, settle }: TestService): Promise<Seed> => {
  const id = await services
    .get(EventLog)
    .append(accountCeilingReached, { data: { limit: 600, windowSeconds: 60 }, ownerId: owner.accountId });
  await settle();
  return { id, isThere: async () => (await owner.get(`/timeline/${id}`)).status === 200 };
};

/** Creates a timeline note of the account. */
const note = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/timeline/notes', { title: 'Queue' });
  return { id: json.id, isThere: async () => (await owner.get(`/timeline/notes/${json.id}`)).json.version === 1 };
};

/** Creates a bookmark of the account. */
const bookmark = async (owner: Owner, { settle }: TestService): Promise<Seed> => {
  const { eventId } = (await owner.post('/timeline/notes', { title: 'Marked' })).json;
  await settle();
  const { json } = await owner.post('/timeline/bookmarks', { eventId });
  return { id: json.id, isThere: async () => (await owner.get(`/timeline/bookmarks/${json.id}`)).json.version === 1 };
};

/** Creates a personal key of the account. */
const personalKey = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/auth/keys', { name: 'Report', scopes: ['markets:read'] });
  return { id: json.id, isThere: async () => (await owner.get('/auth/keys')).json.items[0]?.version === 1 };
};

/** Creates a case of the account, with a piece of evidence. */
const osintCase = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/osint/cases', { title: 'Ownership of a tanker' });
  await owner.post(`/osint/cases/${json.id}/evidence`, { title: 'Note', content: 'Seen.' });
  return { id: json.id, isThere: async () => (await owner.get(`/osint/cases/${json.id}`)).json.version === 2 };
};

/** Creates a portfolio of the account. */
const portfolio = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' });
  const isThere = async () => {
    const [{ version }, transactions] = [
      (await owner.get(`/portfolios/${json.id}`)).json,
      (await owner.get(`/portfolios/${json.id}/transactions`)).json.items,
    ];
    return version === 1 && transactions.length === 0;
  };
  return { id: json.id, isThere };
};

/** Creates a transaction of the account, with the id that is the example in the path. */
const transaction = async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
  const { id } = (await owner.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
  const now = new Date(clock.now());
  await database.database.query(
    `insert into portfolio_transactions (id, portfolio_id, type, traded_at, amount, currency, fee, tax, created_at, updated_at)
     values ('01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', $1, 'deposit', $2, 100, 'EUR', 0, 0, $2, $2)
     on conflict (id) do update set portfolio_id = $1, version = 1`,
    [id, now],
  );
  const isThere = async () => (await owner.get(`/portfolios/${id}/transactions`)).json.items[0]?.version === 1;
  return { id, isThere };
};

/** Creates a grant of the account on a watchlist. */
const grant = async (owner: Owner, service: TestService): Promise<Seed> => {
  const { id: resourceId } = await watchlist(owner);
  const { accountId } = await service.signedIn();
  const body = { kind: 'watchlist', resourceId, email: `other-${accountId}@watchfloor.test` };
  const { json } = await owner.post('/users/me/grants', body);
  return { id: json.id, isThere: async () => (await owner.get(`/users/me/grants/${json.id}`)).json.version === 1 };
};

/** Creates a team of the account, with an invitation whose id is the example in the path. */
const team = async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
  const { id } = (await owner.post('/teams', { name: 'Research' })).json;
  await database.database.query(
    `insert into team_members (id, team_id, email, role, created_at, updated_at)
     values ('01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', $1, 'other@watchfloor.test', 'admin', $2, $2)
     on conflict (id) do update set team_id = $1, version = 1, role = 'admin'`,
    [id, new Date(clock.now())],
  );
  const isThere = async () => {
    const [{ version }, members] = [
      (await owner.get(`/teams/${id}`)).json,
      (await owner.get(`/teams/${id}/members`)).json.items,
    ];
    return version === 1 && members.length === 2 && members.every((one: { version: number }) => one.version === 1);
  };
  return { id, isThere };
};

/** For every operation with an id, a function that creates the record that the operation reads or changes. */
export const ownedSeeds: Record<string, (owner: Owner, service: TestService) => Promise<Seed>> = {
  ...chartSeeds,
  ...signInSeeds,
  endSession: async (owner) => {
    const second = owner.fresh();
    await second.signIn(owner.email, PASSWORD);
    const sessions: Array<{ id: string; current: boolean }> = (await second.get('/auth/sessions')).json.items;
    const id = sessions.find(({ current }) => current)?.id as string;
    return { id, isThere: async () => (await second.get('/users/me')).status === 200 };
  },
  getTimelineEvent: ownEvent,
  getTimelineEventContext: ownEvent,
  getNewsFeed: newsFeed,
  getNewsFeedPolling: newsFeed,
  updateNewsFeed: newsFeed,
  deleteNewsFeed: newsFeed,
  getTimelineNote: note,
  updateTimelineNote: note,
  deleteTimelineNote: note,
  getTeam: team,
  updateTeam: team,
  deleteTeam: team,
  acceptTeamInvitation: team,
  listTeamMembers: team,
  inviteTeamMember: team,
  getTeamMember: team,
  updateTeamMember: team,
  removeTeamMember: team,
  getGrant: grant,
  updateGrant: grant,
  deleteGrant: grant,
  getBookmark: bookmark,
  updateBookmark: bookmark,
  deleteBookmark: bookmark,
  getPersonalKey: personalKey,
  updatePersonalKey: personalKey,
  revokePersonalKey: personalKey,
  getSubscription: subscription,
  updateSubscription: subscription,
  deleteSubscription: subscription,
  listSubscriptionEvents: subscription,
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: endpoint,
  deleteWebhookEndpoint: endpoint,
  rotateWebhookSecret: endpoint,
  enableWebhookEndpoint: endpoint,
  testWebhookEndpoint: endpoint,
  recoverWebhookEndpoint: endpoint,
  getWebhookEndpointStats: endpoint,
  getWebhookDelivery: delivery,
  redeliverWebhook: delivery,
  streamSubscriptionEvents: subscription,
  getWatchlist: watchlist,
  updateWatchlist: watchlist,
  deleteWatchlist: watchlist,
  addWatchlistSymbol: watchlist,
  removeWatchlistSymbol: watchlist,
  listWatchlistQuotes: watchlist,
  getScreen: screen,
  updateScreen: screen,
  deleteScreen: screen,
  listScreenResults: screen,
  updateOwnInstrument: ownInstrument,
  deleteOwnInstrument: ownInstrument,
  getBondFigures: ownInstrument,
  getPriceReading: ownInstrument,
  listOwnPrices: ownInstrument,
  setOwnPrices: ownInstrument,
  importOwnPrices: ownInstrument,
  setOwnPrice: ownInstrument,
  deleteOwnPrice: ownInstrument,
  getSavedSearch: savedSearch,
  updateSavedSearch: savedSearch,
  deleteSavedSearch: savedSearch,
  getFlow: flowLine,
  getFlowSeries: flowLine,
  renderFlowSeries: flowLine,
  renderFlowSeriesAsPng: flowLine,
  deleteFlow: flowLine,
  getFleet: fleet,
  updateFleet: fleet,
  deleteFleet: fleet,
  getPin: pin,
  updatePin: pin,
  deletePin: pin,
  getGeofence: geofence,
  renderGeofence: geofence,
  renderGeofenceAsPng: geofence,
  replaceGeofence: geofence,
  deleteGeofence: geofence,
  listGeofenceMembers: geofence,
  listGeofenceTransitions: geofence,
  backtestGeofence: geofence,
  getPortfolio: portfolio,
  updatePortfolio: portfolio,
  deletePortfolio: portfolio,
  listTransactions: portfolio,
  importTransactions: portfolio,
  exportTransactions: portfolio,
  createTransaction: portfolio,
  getTransaction: transaction,
  updateTransaction: transaction,
  deleteTransaction: transaction,
  listHoldings: portfolio,
  listCashBalances: portfolio,
  getValuation: portfolio,
  listLots: portfolio,
  listRealizedGains: portfolio,
  listIncome: portfolio,
  listTransactionProposals: portfolio,
  acceptTransactionProposals: portfolio,
  getPerformance: portfolio,
  getPerformanceSeries: portfolio,
  renderPerformanceSeries: portfolio,
  renderPerformanceSeriesAsPng: portfolio,
  getAllocation: portfolio,
  getHoldingOverlap: portfolio,
  renderAllocation: portfolio,
  renderAllocationAsPng: portfolio,
  getAttribution: portfolio,
  renderAttribution: portfolio,
  renderAttributionAsPng: portfolio,
  getRisk: portfolio,
  runScenario: portfolio,
  rebalancePortfolio: portfolio,
  renderMonteCarlo: portfolio,
  renderMonteCarloAsPng: portfolio,
  ...relationSeeds,
  ...Object.fromEntries(
    ['getGeoExposure', 'renderGeoExposure', 'renderGeoExposureAsPng'].map((operation) => [operation, portfolio]),
  ),
  ...clientSeeds,
  getCase: osintCase,
  updateCase: osintCase,
  deleteCase: osintCase,
  listEvidence: osintCase,
  addEvidence: osintCase,
  getEvidence: osintCase,
  exportCase: osintCase,
  getArticle: articleSeed,
  getNewsCluster: newsCluster,
  ...aiSeeds,
  ...alertSeeds,
};
