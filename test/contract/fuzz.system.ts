import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { knowFewShares } from '../support/few-shares.js';
import { CaseWriter, type FuzzCase } from '../support/fuzz/cases.js';
import { keepSettings } from '../support/keep-settings.js';
import { concretePath } from '../support/operation-path.js';
import { testSeed as seed } from '../support/properties.js';
import { operationsOf } from '../support/scorecard.js';
import { MINUTE } from '../support/service-for.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

// Number of cases for each operation; FUZZ_CASES raises it.
const count = Number(process.env.FUZZ_CASES ?? 20);

/** Operations that invalidate the account or the session of the caller. Each of their cases gets a new account. */
const changesCaller = new Set([
  'changePassword',
  'deleteAccount',
  'logoutAll',
  'deleteUser',
  'updateUser',
  'resetPassword',
  'resetMfa',
  'revokeSessions',
  'updateProfile',
]);
/** Statuses of rejections that depend on the state of the service and not on the form of the request. */
const byState = new Set([401, 403, 404, 409, 412, 422, 429]);

let service: TestService;
let writer: CaseWriter;
let sent = 0;
test.before(async (t) => {
  t.log(`TEST_SEED=${seed} FUZZ_CASES=${count}`);
  const plenty = { SVC_RATE_LIMIT: '1000000', SVC_SIGN_IN_LIMIT: '1000000', SVC_REGISTRATION_LIMIT: '1000000' };
  service = await startTestService({ env: plenty });
  keepSettings(service);
  knowFewShares(service);
  writer = new CaseWriter(service.app.document);
});
test.after.always(() => service.close());

type Account = TestClient & { accountId: string };
interface Place {
  path: string;
  method: string;
  operation: Operation;
}

/** Returns the caller of an operation, and the id for its `{id}`. */
async function callerOf({ path, operation }: Place): Promise<{ caller: Account | TestClient; id: string }> {
  const isOperators = ((operation['x-roles'] ?? []) as string[]).includes('operator');
  if (operation.security.every((requirement) => Object.keys(requirement).length === 0))
    return { caller: service.client(), id: randomUUID() };
  const caller = await service.signedIn(undefined, isOperators ? 'operator' : 'user');
  const id = path.includes('/admin/users/{id}') ? (await service.signedIn()).accountId : randomUUID();
  return { caller, id };
}

/** Returns the request as a curl command, for the report. */
const asCurl = ({ path, method }: Place, { query, body }: FuzzCase) =>
  `curl -X ${method.toUpperCase()} '${path}${query}'${body === undefined ? '' : ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'`}`;

async function faultsOf(place: Place): Promise<string[]> {
  const faults: string[] = [];
  const isFresh = changesCaller.has(place.operation.operationId);
  // Operations that invalidate the account get a new one after each success, although it costs a password hash.
  let parties = await callerOf(place);
  for (const one of writer.cases(place.path, place.method, place.operation, count, seed)) {
    const path = concretePath(service.app.document, place.path.slice('/api/v1'.length), place.operation, parties.id);
    // Longer queries are rejected before they are parsed (src/http/request-limits.ts).
    if (one.query.length > 32_000) continue;
    sent += 1;
    const report = (fault: string) =>
      faults.push(`${fault}: ${one.what}\n  ${asCurl(place, one)}\n  TEST_SEED=${seed}`);
    try {
      // The test client throws for every response that differs from the OpenAPI description, including undescribed
      // statuses.
      const { status, json } = await parties.caller.call(place.method.toUpperCase(), path + one.query, {
        body: one.body,
      });
      if (status >= 500) report(`it answered ${status}`);
      if (one.valid && status >= 400 && !byState.has(status) && !isBeyondSchemas(place.operation, json))
        report(`an allowed request is ${status} ${JSON.stringify(json?.errors)}`);
      if (!one.valid && status < 400) report(`a request that is not allowed is ${status}`);
      if (isFresh && status < 400) parties = await callerOf(place);
    } catch (error) {
      report((error as Error).message);
    }
  }
  return faults;
}

/** Fields of a chart with rules beyond its schema. */
const chart = /^\/(?:series(?:\/\d+\/expression)?|from|interval)$/;
/** Fields of an own instrument whose rules depend on its kind, on other fields, or on a syntax. */
const bondTerms =
  /^\/(?:bond(?:\/(?:maturityDay|firstCouponDay))?|priceAddress\/(?:url|pricePath|timePath|currencyPath|timeOfDay))$/;
const areas = /^query\/(?:bbox|near|radiusMeters|polygon|sort)$/;

/** Fields of screens that do not exist or do not fit, lists given together, and moments in the future. */
const screens = /^(?:query\/knownAt|\/(?:condition|sort|columns|universe)(?:\/|$))/;

/**
 * Fields by operation whose rules no schema can express; the OpenAPI description states them in words. Examples: event
 * types that exist, the order of latitudes in a box, delivery channels and their required fields, dates that are not in
 * the future, polygons without self-intersection, known indicators, `from` before `to`, limits of ranges, exactly one
 * kind of area, and the grammars of searches and expressions.
 */
const inWords: Record<string, RegExp> = {
  updateFeed: /^\/intervalSeconds$/,
  backtestAlertPolicy: /^\/(?:from|to)$/,
  getOnCallShifts: /^query\/to$/,
  previewSubscription: /^\/(?:eventTypes\/\d+|filter\/bbox)$/,
  createAnnouncement: /^\/to$/,
  updateAnnouncement: /^\/(?:from|to)$/,
  listUsage: /^query\/(?:from|to)$/,
  setClock: /^\/(?:at|advanceSeconds)$/,
  search: /^query\/(?:q|type\/\d+)$/,
  suggestResults: /^query\/(?:q|type\/\d+)$/,
  createOwnInstrument: bondTerms,
  updateOwnInstrument: bondTerms,
  previewPriceAddress: /^\/(?:url|pricePath|timePath|currencyPath)$/,
  getBondFigures: /^query\/(?:settlementDay|yield)$/,
  setOwnPrices: /^\/prices\/\d+\/day$/,
  setOwnPrice: /^path\/day$/,
  createChart: chart,
  evaluateChart: chart,
  updateChart: chart,
  createSavedSearch: /^\/(?:q|type\/\d+)$/,
  updateSavedSearch: /^\/(?:q|type\/\d+)$/,
  listArticles: /^query\/(?:q|bbox|from)$/,
  streamArticles: /^query\/(?:q|bbox)$/,
  listNewsClusters: /^query\/from$/,
  getNewsSentiment: /^query\/(?:from|bucket)$/,
  renderNewsSentiment: /^query\/(?:from|bucket)$/,
  listTimeline: /^query\/(?:type\/\d+|bbox|from|q)$/,
  getTimelineHistogram: /^query\/(?:type\/\d+|bbox|from|q|bucket)$/,
  renderTimelineHistogram: /^query\/(?:type\/\d+|bbox|from|q|bucket)$/,
  runEventStudy: /^\/(?:events\/(?:type\/\d+|bbox|from|q)|symbols(?:\/\d+)?|portfolioIds\/\d+)$/,
  createTimelineNote: /^\/time$/,
  updateTimelineNote: /^\/time$/,
  getAttribution: /^query\/(?:from|lookThrough)$/,
  renderAttribution: /^query\/(?:from|lookThrough)$/,
  getClientReport: /^query\/from$/,
  setMandate:
    /^\/(?:targetWeights(?:\/\d+\/symbol)?|absoluteBand|relativeBand|groupLimits\/\d+\/(?:group|minWeight|maxWeight))$/,
  createEvent: /^\/(?:type|data|ownerId)(?:\/|$)/,
  createSubscription: /^\/(?:eventTypes\/\d+|filter\/bbox|delivery\/(?:endpointId|channel|digestMinutes))$/,
  updateSubscription: /^\/(?:eventTypes\/\d+|filter\/bbox|delivery\/(?:endpointId|channel|mode|digestMinutes))$/,
  updateUser: /^\/limits\/\d+\/(?:name|value)$/,
  resolveIdentifiers: /^\/identifiers\/\d+\/currency$/,
  listCorporateActions: /^query\/from$/,
  getEconomicSeries: /^query\/from$/,
  listEconomicReleases: /^query\/(?:from|to)$/,
  listCompanyFilings: /^query\/from$/,
  listCompanyInsiders: /^query\/from$/,
  listCompanyHolders: /^query\/period$/,
  listCompanyStatements: /^query\/from$/,
  listCalendarEntries: /^query\/(?:from|to)$/,
  acceptTransactionProposals: /^\/ids\/\d+$/,
  listFxRates: /^query\/date$/,
  convertCurrency: /^query\/date$/,
  createGeofence: /^\/(?:shape\/(?:coordinates|line)|policy)(?:\/|$)/,
  replaceGeofence: /^\/(?:shape\/(?:coordinates|line)|policy)(?:\/|$)/,
  backtestGeofence: /^\/to$/,
  backtestAlertRule: /^\/(?:from|to|ruleId|rule\/.*)$/,
  // The body is a file, whose format has its own rules.
  importTransactions: /^(?:\/.*)?$/,
  importOwnPrices: /^(?:\/.*)?$/,
  listAiThreads: /^query\/q$/,
  generateBriefing: /^\/(?:from|bbox|place|watchlistId|portfolioId)$/,
  createBriefingSchedule: /^\/(?:bbox|place|watchlistId|portfolioId)$/,
  updateBriefingSchedule: /^\/(?:bbox|place|watchlistId|portfolioId)$/,
  sendAiMessage: /^\/context\//,
  previewAiContext: /^\/context\//,
  runScenario: /^\/scenario\/(?:from|to)$/,
  rebalancePortfolio: /^\/target\/weights/,
  inviteTeamMember: /^\/email$/,
  createGrant: /^\/(?:email|teamId|until|access|amounts|resourceId)$/,
  updateGrant: /^\/(?:until|access|amounts)$/,
  createTicket: /^\/path$/,
  createPersonalKey: /^\/(?:addressRanges\/\d+|expiresAt)$/,
  updatePersonalKey: /^\/(?:addressRanges\/\d+|expiresAt)$/,
  createWatchlist: /^\/symbols\/\d+$/,
  updateWatchlist: /^\/symbols\/\d+$/,
  createScreen: screens,
  updateScreen: screens,
  evaluateScreen: screens,
  listScreenResults: /^query\/knownAt$/,
  listCandles: /^query\/(?:from|to)$/,
  getCandles: /^query\/(?:(?:overlay|panel|compare)\/\d+|from|to)$/,
  renderCandles: /^query\/(?:(?:overlay|panel|compare)\/\d+|from|to)$/,
  getIndicators: /^query\/(?:indicator\/\d+|from|to)$/,
  compareInstruments: /^query\/(?:symbol(?:\/\d+)?|from|to)$/,
  renderComparison: /^query\/(?:symbol(?:\/\d+)?|from|to)$/,
  listVessels: areas,
  listAircraft: /^query\/(?:bbox|near|radiusMeters|polygon|sort|minAltitudeFeet|minSpeedKnots)$/,
  getVesselTrack: /^query\/from$/,
  renderVesselTrack: /^query\/from$/,
  getAircraftTrack: /^query\/from$/,
  renderAircraftTrack: /^query\/from$/,
  getVectorTile: /^(?:query\/at|path\/[xy])$/,
  getTaxiiManifest: /^query\/(?:added_after|match\[version\])$/,
  getTaxiiObjects: /^query\/(?:added_after|match\[version\])$/,
  getTaxiiObject: /^query\/(?:added_after|match\[version\])$/,
  getTaxiiVersions: /^query\/(?:added_after|match\[version\])$/,
  getOgcFeatures: /^query\/(?:bbox|datetime)$/,
  getSnapshot: /^query\/(?:at|bbox)$/,
  replayMovements: /^query\/(?:from|to|stepSeconds|bbox)$/,
  renderMap: areas,
  streamMovements: /^query\/(?:bbox|near|radiusMeters|polygon|sort|minAltitudeFeet)$/,
  getDensity: /^query\/(?:bbox|resolution)$/,
  renderDensity: /^query\/(?:bbox|resolution)$/,
  getCoverage: /^query\/(?:bbox|from|to|hourly|cellDegrees)$/,
  renderCoverage: /^query\/(?:bbox|from|to|cellDegrees)$/,
  getFeedHistory: /^query\/(?:from|to)$/,
  listGeoEvents: /^query\/(?:bbox|near|radiusMeters|polygon|from|sort)$/,
  listPorts: areas,
  getPortCongestion: /^query\/from$/,
  renderPortCongestion: /^query\/from$/,
  listPortCalls: /^query\/from$/,
  listVesselCalls: /^query\/from$/,
  listVoyages: /^query\/from$/,
  listFlights: /^query\/from$/,
  listMovements: /^query\/from$/,
  listVesselEncounters: /^query\/from$/,
  listEncounters: /^query\/(?:bbox|near|radiusMeters|polygon|from|sort)$/,
  listGeofenceTransitions: /^query\/from$/,
  listPins: areas,
  createRelationLink: /^\/(?:from|to)$/,
  listExposedPortfolios: /^query\/(?:near|eventId|place)$/,
  listExposedClients: /^query\/(?:near|eventId|place)$/,
  renderGeoExposure: areas,
  setExposureMapping: /^\/places\/\d+\/place$/,
  createFlow: /^\/line(?:\/|$)/,
  createPin: /^\/(?:expiresAt|position\/coordinates)$/,
  updatePin: /^\/(?:expiresAt|position\/coordinates)$/,
};
const tooCommon = /[pP]assword$/;
/** Currencies: the OpenAPI description names the standard and does not list its 300 codes. */
const currency = /^(?:query)?\/(?:baseC|c)urrency$/;

interface Rejection {
  errors?: Array<{ pointer: string }>;
  /** The rules by parameter, in the form of TAXII. */
  details?: object;
}
const isBeyondSchemas = ({ operationId }: Operation, json: Rejection | undefined) =>
  (json?.errors?.map(({ pointer }) => pointer) ?? Object.keys(json?.details ?? { '': '' })).every(
    (pointer) =>
      tooCommon.test(pointer) || currency.test(pointer) || inWords[operationId.replace(/AsPng$/, '')]?.test(pointer),
  );

test('every operation responds as described to any valid request, and rejects every invalid one', async (t) => {
  t.timeout(30 * MINUTE); // one test sends thousands of requests, which a slow machine takes long for
  const faults: string[] = [];
  for (const place of operationsOf(service.app.document)) faults.push(...(await faultsOf(place)));
  t.log(`${sent} requests`);
  t.is(faults.length, 0, faults.slice(0, 20).join('\n\n'));
});

test('nearly valid ids are a 400 or 404 in every operation', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  const places = operationsOf(service.app.document).filter(({ path }) => path.includes('{id}'));
  for (const { path, method, operation } of places) {
    for (const id of [
      `${randomUUID()}%20`,
      '%20',
      '0',
      '-1',
      'null',
      'undefined',
      '{}',
      '%2e%2e',
      'x'.repeat(400),
      '%F0%9F%9A%A2',
      `${randomUUID()}%00`,
      "1'--",
    ]) {
      const body = operation.requestBody?.content['application/json']?.example;
      const concrete = concretePath(service.app.document, path.slice('/api/v1'.length), operation, id);
      // The path normalizes to an operation of another resource, such as `/clients/../portfolios`.
      if (
        service.app.document.paths[new URL(`/api/v1${concrete}`, service.url).pathname]?.[method as 'get'] !== undefined
      )
        continue;
      const { status } = await operator.call(method.toUpperCase(), concrete, { body });
      // `..` normalizes to the parent path, which may have other methods (405).
      t.true(
        [400, 404, ...(id === '%2e%2e' ? [405] : [])].includes(status),
        `${operation.operationId} ${id}: ${status}`,
      );
    }
  }
});
