/** Describes how records of a result are cited. */
export interface RecordRule {
  type: string;
  /** Field with the list of records; undefined: the result itself is the record. */
  list?: string;
  /** Field that identifies a record, or `{name}` for the argument of that name. Dots separate nested fields. */
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
  records?: readonly RecordRule[];
}

const quoteTimes = ['tradedAt', 'provenance.asOf', 'provenance.fetchedAt'];
const seriesTimes = ['provenance.asOf', 'provenance.fetchedAt'];
const image = ['theme', 'width', 'height', 'scale'];
/** Filters that the assistant can apply to the items itself; the list of tools is limited in size. */
const aircraftFilters = [
  'registration',
  'operator',
  'type',
  'military',
  'minAltitudeFeet',
  'maxAltitudeFeet',
  'minSpeedKnots',
  'maxSpeedKnots',
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
    hidden: ['fleetId', ...aircraftFilters],
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
