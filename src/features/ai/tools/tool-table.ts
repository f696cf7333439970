/** Describes how records of a result are cited. */
export interface RecordRule {
  type: string;
  /** Field with the list of records; undefined: the result itself is the record. */
  list?: string;
  /**
   * Field that identifies a record, `{name}` for the argument of that name, or `{request}` for the request itself. Dots
   * separate nested fields.
   */
  id: string;
  /**
   * Path of a record below `/api/v1`, with `{id}`; `{request}` stands for the request itself, for figures that are
   * calculated for it.
   */
  href: string;
  /** Fields with the time of the record; the first one that exists in the record or the result is used. */
  asOf?: readonly string[];
}

/** An operation of the service that is offered as a tool. */
export interface ToolEntry {
  name: string;
  operationId: string;
  /** Value of `limit` if the caller gives no limit. */
  limit?: number;
  /** Parameters that the tool does not have. */
  hidden?: readonly string[];
  /** Parameters that a call may have although lists of tools, which are limited in size, leave them out. */
  unlisted?: readonly string[];
  records?: readonly RecordRule[];
  /** Whether only the composer uses the tool, so that lists of tools for models leave it out. */
  isUnlisted?: boolean;
}

const quoteTimes = ['tradedAt', 'provenance.asOf', 'provenance.fetchedAt'];
const seriesTimes = ['provenance.asOf', 'provenance.fetchedAt'];
/** Parameters of images, which no tool has. */
const image = ['theme', 'width', 'height', 'scale'];
/** Filters that models can apply to the items themselves. */
const aircraftFilters = [
  'registration',
  'operator',
  'type',
  'military',
  'minAltitudeFeet',
  'maxAltitudeFeet',
  'minSpeedKnots',
  'maxSpeedKnots',
  'origin',
  'destination',
];
const quotes: RecordRule = {
  type: 'quote',
  list: 'items',
  id: 'symbol',
  href: '/markets/quotes/{id}',
  asOf: quoteTimes,
};
const vessel: RecordRule = { type: 'vessel', id: 'mmsi', href: '/geospatial/vessels/{id}', asOf: ['observedAt'] };
const aircraft: RecordRule = {
  type: 'aircraft',
  id: 'icao24',
  href: '/geospatial/aircraft/{id}',
  asOf: ['observedAt'],
};
const event: RecordRule = {
  type: 'event',
  id: 'id',
  href: '/geospatial/events/{id}',
  asOf: ['startedAt', 'provenance.asOf'],
};
const article: RecordRule = { type: 'article', id: 'id', href: '/news/{id}', asOf: ['publishedAt'] };
const alert: RecordRule = { type: 'alert', id: 'id', href: '/alerts/{id}', asOf: ['updatedAt'] };
const logged: RecordRule = { type: 'event', list: 'items', id: 'id', href: '/timeline/{id}', asOf: ['time'] };
const series = (href: string): RecordRule => ({ type: 'series', id: '{symbol}', href, asOf: seriesTimes });
const ofPortfolio = (asOf?: readonly string[]): RecordRule => ({
  type: 'portfolio',
  id: '{id}',
  href: '{request}',
  asOf,
});
const listed = (rule: RecordRule, list = 'items'): RecordRule => ({ ...rule, list });
const owned = (type: string, path: string): RecordRule => ({
  type,
  list: 'items',
  id: 'id',
  href: `${path}/{id}`,
  asOf: ['updatedAt', 'createdAt'],
});

/** Tools that read. A tool whose operation is not served is left out. */
export const readTools: readonly ToolEntry[] = [
  { name: 'get_quote', operationId: 'getQuote', records: [{ ...quotes, list: undefined }] },
  { name: 'list_quotes', operationId: 'listQuotes', records: [quotes] },
  {
    name: 'get_candles',
    operationId: 'getCandles',
    hidden: [...image, 'compare', 'marks', 'overlay', 'panel', 'priceScale'],
    records: [series('{request}')],
  },
  {
    name: 'compare_instruments',
    operationId: 'compareInstruments',
    hidden: image,
    records: [listed({ ...series('{request}'), id: 'symbol' })],
  },
  { name: 'get_indicators', operationId: 'getIndicators', records: [series('{request}')] },
  { name: 'list_movers', operationId: 'listMovers', limit: 5, records: [quotes] },
  {
    name: 'convert_currency',
    operationId: 'convertCurrency',
    records: [listed({ type: 'rate', id: 'base', href: '{request}', asOf: ['date'] }, 'path')],
  },
  {
    name: 'search_instruments',
    operationId: 'searchInstruments',
    records: [listed({ type: 'instrument', id: 'symbol', href: '/markets/instruments/{id}' })],
  },
  {
    name: 'get_instrument',
    operationId: 'getInstrument',
    records: [{ type: 'instrument', id: 'symbol', href: '/markets/instruments/{id}' }],
  },
  {
    name: 'get_exchange_hours',
    operationId: 'getExchangeHours',
    records: [{ type: 'exchange', id: 'code', href: '{request}' }],
  },
  { name: 'list_watchlists', operationId: 'listWatchlists', records: [owned('watchlist', '/markets/watchlists')] },
  { name: 'list_watchlist_quotes', operationId: 'listWatchlistQuotes', records: [quotes] },
  { name: 'list_vessels', operationId: 'listVessels', limit: 20, hidden: ['fleetId'], records: [listed(vessel)] },
  { name: 'get_vessel', operationId: 'getVessel', records: [vessel] },
  {
    name: 'get_vessel_track',
    operationId: 'getVesselTrack',
    hidden: image,
    records: [{ type: 'track', id: 'mmsi', href: '{request}', asOf: ['to'] }],
  },
  {
    name: 'list_aircraft',
    operationId: 'listAircraft',
    limit: 20,
    hidden: ['fleetId'],
    unlisted: aircraftFilters,
    records: [listed(aircraft)],
  },
  { name: 'get_aircraft', operationId: 'getAircraft', records: [aircraft] },
  {
    name: 'get_aircraft_track',
    operationId: 'getAircraftTrack',
    hidden: image,
    records: [{ type: 'track', id: 'icao24', href: '{request}', asOf: ['to'] }],
  },
  { name: 'list_geo_events', operationId: 'listGeoEvents', limit: 20, records: [listed(event)] },
  {
    name: 'get_snapshot',
    operationId: 'getSnapshot',
    records: [
      listed(vessel, 'vessels'),
      listed(aircraft, 'aircraft'),
      listed(event, 'events'),
      listed({ type: 'pin', id: 'id', href: '/geospatial/pins/{id}' }, 'pins'),
    ],
  },
  { name: 'list_geofences', operationId: 'listGeofences', records: [owned('geofence', '/geospatial/geofences')] },
  {
    name: 'list_geofence_members',
    operationId: 'listGeofenceMembers',
    limit: 20,
    records: [{ type: 'geofence', id: '{id}', href: '/geospatial/geofences/{id}/inside' }],
  },
  {
    name: 'list_geofence_transitions',
    operationId: 'listGeofenceTransitions',
    limit: 20,
    records: [{ ...logged, asOf: ['occurredAt'] }],
  },
  { name: 'list_alerts', operationId: 'listAlerts', limit: 20, records: [listed(alert)] },
  { name: 'get_alert', operationId: 'getAlert', records: [alert] },
  { name: 'list_alert_rules', operationId: 'listAlertRules', records: [owned('alert_rule', '/alerts/rules')] },
  {
    name: 'get_alert_rule_evaluation',
    operationId: 'getAlertRuleEvaluation',
    records: [{ type: 'alert_rule', id: '{id}', href: '/alerts/rules/{id}/evaluation', asOf: ['evaluatedAt'] }],
  },
  { name: 'preview_alert_rule', operationId: 'previewAlertRule' },
  { name: 'list_timeline', operationId: 'listTimeline', limit: 20, records: [logged] },
  {
    name: 'get_timeline_context',
    operationId: 'getTimelineEventContext',
    records: [{ ...logged, list: undefined, id: 'event.id', asOf: ['event.time'] }],
  },
  {
    name: 'search_everything',
    operationId: 'search',
    limit: 10,
    records: [{ type: '{type}', list: 'items', id: 'id', href: '{href}', asOf: ['time'] }],
  },
  { name: 'list_articles', operationId: 'listArticles', limit: 10, records: [listed(article)] },
  {
    name: 'list_news_clusters',
    operationId: 'listNewsClusters',
    limit: 10,
    records: [listed({ type: 'story', id: 'id', href: '/news/clusters/{id}', asOf: ['lastSeenAt'] })],
  },
  {
    name: 'list_news_trends',
    operationId: 'listNewsTrends',
    limit: 10,
    records: [listed({ type: 'trend', id: 'value', href: '{request}', asOf: ['to'] })],
  },
  {
    name: 'get_news_sentiment',
    operationId: 'getNewsSentiment',
    hidden: image,
    records: [{ type: 'sentiment', id: 'symbol', href: '{request}', asOf: ['to'] }],
  },
  {
    name: 'search_sanctions',
    operationId: 'searchSanctions',
    records: [
      listed({ type: 'sanction', id: 'entity.id', href: '/osint/entities/{id}' }),
      // The lists are part of every result, so that an answer without matches cites what was checked.
      listed({ type: 'sanctions_list', id: 'provider', href: '{request}', asOf: ['asOf', 'fetchedAt'] }, 'lists'),
    ],
  },
  {
    name: 'get_country',
    operationId: 'getCountryDossier',
    records: [{ type: 'country', id: 'code', href: '/osint/countries/{id}' }],
  },
  {
    name: 'list_vulnerabilities',
    operationId: 'listVulnerabilities',
    limit: 10,
    records: [
      listed({
        type: 'vulnerability',
        id: 'id',
        href: '/osint/vulnerabilities/{id}',
        asOf: ['modifiedAt', 'publishedAt'],
      }),
    ],
  },
  { name: 'list_portfolios', operationId: 'listPortfolios', records: [owned('portfolio', '/portfolios')] },
  { name: 'list_holdings', operationId: 'listHoldings', records: [ofPortfolio(['asOf'])] },
  { name: 'get_valuation', operationId: 'getValuation', records: [ofPortfolio(['asOf'])] },
  { name: 'get_performance', operationId: 'getPerformance', records: [ofPortfolio(['to'])] },
  { name: 'get_risk', operationId: 'getRisk', records: [ofPortfolio(['to'])] },
  { name: 'list_income', operationId: 'listIncome', records: [ofPortfolio()] },
  { name: 'get_allocation', operationId: 'getAllocation', hidden: image, records: [ofPortfolio(['asOf'])] },
  {
    name: 'run_scenarios',
    operationId: 'runScenario',
    records: [{ ...ofPortfolio(['asOf']), href: '/portfolios/{id}/valuation' }],
  },
  { name: 'get_geo_exposure', operationId: 'getGeoExposure', records: [ofPortfolio(['asOf'])] },
  {
    name: 'get_client_summary',
    operationId: 'getClientSummary',
    records: [listed({ type: 'client', id: 'clientId', href: '{request}', asOf: ['asOf'] })],
  },
  {
    name: 'get_feeds',
    operationId: 'getFeeds',
    records: [{ type: 'feed', list: 'items', id: 'feed', href: '/health/feeds', asOf: ['lastSuccessAt'] }],
  },
];

/** Tools that write. A model can only propose their calls. */
export const writeTools: readonly ToolEntry[] = [
  {
    name: 'create_alert_rule',
    operationId: 'createAlertRule',
    records: [{ type: 'alert_rule', id: 'id', href: '/alerts/rules/{id}', asOf: ['updatedAt'] }],
  },
  {
    name: 'create_watchlist',
    operationId: 'createWatchlist',
    records: [{ type: 'watchlist', id: 'id', href: '/markets/watchlists/{id}', asOf: ['updatedAt'] }],
  },
  {
    name: 'create_geofence',
    operationId: 'createGeofence',
    records: [{ type: 'geofence', id: 'id', href: '/geospatial/geofences/{id}', asOf: ['updatedAt'] }],
  },
  {
    name: 'create_note',
    operationId: 'createTimelineNote',
    records: [{ type: 'note', id: 'id', href: '/timeline/notes/{id}', asOf: ['updatedAt'] }],
  },
  {
    name: 'create_briefing_schedule',
    operationId: 'createBriefingSchedule',
    records: [{ type: 'briefing', id: 'id', href: '/ai/briefing-schedules/{id}', asOf: ['updatedAt'] }],
  },
  {
    name: 'open_case',
    operationId: 'createCase',
    records: [{ type: 'case', id: 'id', href: '/osint/cases/{id}', asOf: ['updatedAt'] }],
  },
];

/** The request itself as a record, so that an answer without records also cites what was read. */
const request = (type: string): readonly RecordRule[] => [{ type, id: '{request}', href: '{request}' }];

const tool = (name: string, operationId: string, type: string, limit?: number): ToolEntry => ({
  name,
  operationId,
  hidden: image,
  records: request(type),
  isUnlisted: true,
  ...(limit !== undefined && { limit }),
});

const MANY = 10;

/**
 * Tools that only the composer uses: the lists of tools for models and for MCP are limited in size. Each cites its
 * request, which contains all figures of the answer.
 */
export const recordTools: readonly ToolEntry[] = [
  tool('get_port_congestion', 'getPortCongestion', 'port_congestion'),
  tool('list_expected_vessels', 'listExpectedVessels', 'expected_vessels', MANY),
  tool('list_port_calls', 'listPortCalls', 'port_calls', MANY),
  tool('list_vessel_calls', 'listVesselCalls', 'port_calls', MANY),
  tool('list_voyages', 'listVoyages', 'voyages', MANY),
  tool('list_encounters', 'listEncounters', 'encounters', MANY),
  tool('list_vessel_encounters', 'listVesselEncounters', 'encounters', MANY),
  tool('get_flow_series', 'getFlowSeries', 'flow'),
  tool('list_flows', 'listFlows', 'flows', MANY),
  tool('list_movements', 'listMovements', 'airport_movements', MANY),
  tool('list_flights', 'listFlights', 'flights', MANY),
  tool('get_coverage', 'getCoverage', 'coverage'),
  tool('list_fleets', 'listFleets', 'fleets', MANY),
  tool('list_pins', 'listPins', 'pins', MANY),
  tool('list_calendar', 'listCalendarEntries', 'calendar', MANY),
  tool('list_corporate_actions', 'listCorporateActions', 'corporate_actions', 100),
  tool('run_event_study', 'runEventStudy', 'event_study'),
  tool('list_identifiers', 'listIdentifierResolutions', 'identifiers', 1),
  tool('get_entity_owners', 'getEntityOwners', 'owners'),
  tool('evaluate_robustness', 'evaluateAlertRuleRobustness', 'robustness'),
  tool('get_order_book', 'getOrderBook', 'order_book'),
  tool('list_public_trades', 'listPublicTrades', 'public_trades', MANY),
  tool('get_company', 'getCompany', 'company'),
  tool('list_company_filings', 'listCompanyFilings', 'filings', MANY),
  tool('list_company_holders', 'listCompanyHolders', 'holders', MANY),
  tool('list_company_insiders', 'listCompanyInsiders', 'insiders', MANY),
  tool('list_company_ratios', 'listCompanyRatios', 'ratios', 1),
  tool('list_company_statements', 'listCompanyStatements', 'statements', 1),
  tool('list_fund_holdings', 'listFundHoldings', 'fund_holdings', MANY),
  tool('list_economic_releases', 'listEconomicReleases', 'economic_releases', MANY),
  tool('find_economic_series', 'findEconomicSeries', 'economic_series', MANY),
  tool('get_economic_series', 'getEconomicSeries', 'economic_series', MANY),
  tool('list_own_instruments', 'listOwnInstruments', 'own_instruments', MANY),
  tool('list_screens', 'listScreens', 'screens', MANY),
  tool('list_exchanges', 'listExchanges', 'exchanges', 100),
  tool('list_on_call_schedules', 'listOnCallSchedules', 'on_call', MANY),
  tool('get_on_call_shifts', 'getOnCallShifts', 'on_call'),
  tool('list_alert_policies', 'listAlertPolicies', 'alert_policies', MANY),
  tool('list_alert_silences', 'listAlertSilences', 'alert_silences', MANY),
  tool('list_alert_notifications', 'listAlertNotifications', 'alert_notifications', MANY),
  tool('list_alert_contacts', 'listAlertContacts', 'alert_contacts', MANY),
  tool('list_clients', 'listClients', 'clients', MANY),
  tool('list_exposed_clients', 'listExposedClients', 'exposed_clients', MANY),
  tool('get_mandate', 'getMandate', 'mandate'),
  tool('list_client_notes', 'listClientNotes', 'client_notes', MANY),
  tool('list_realized_gains', 'listRealizedGains', 'realized_gains', MANY),
  tool('list_transactions', 'listTransactions', 'transactions', MANY),
  tool('list_cash', 'listCashBalances', 'cash', MANY),
  tool('get_attribution', 'getAttribution', 'attribution'),
  tool('list_lots', 'listLots', 'lots', MANY),
  tool('get_holding_overlap', 'getHoldingOverlap', 'overlap', MANY),
  tool('list_cases', 'listCases', 'cases', MANY),
  tool('list_subscriptions', 'listSubscriptions', 'subscriptions', MANY),
  tool('list_webhook_deliveries', 'listWebhookDeliveries', 'webhook_deliveries', MANY),
  tool('list_webhook_endpoints', 'listWebhookEndpoints', 'webhook_endpoints', MANY),
  tool('list_teams', 'listTeams', 'teams', MANY),
  tool('list_grants', 'listGrants', 'grants', MANY),
  tool('list_received_grants', 'listReceivedGrants', 'grants', MANY),
  tool('list_bookmarks', 'listBookmarks', 'bookmarks', MANY),
  tool('list_notes', 'listTimelineNotes', 'notes', MANY),
  tool('list_charts', 'listCharts', 'charts', MANY),
  tool('list_saved_searches', 'listSavedSearches', 'saved_searches', MANY),
  tool('list_announcements', 'listCurrentAnnouncements', 'announcements'),
  tool('get_usage', 'getUsage', 'usage'),
  tool('get_ai_usage', 'getAiUsage', 'usage'),
  tool('list_briefing_schedules', 'listBriefingSchedules', 'briefing_schedules', MANY),
  tool('list_news_feeds', 'listNewsFeeds', 'news_feeds', MANY),
];
