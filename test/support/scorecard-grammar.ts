import type { OpenApiDocument, Operation, Parameter, Reference } from '../../src/api/open-api-document.js';
import type { Schema } from '../../src/api/rules.js';
import { resolve } from '../../src/openapi/references.js';
import { type Complain, operationsOf } from './scorecard.js';

/** Parameters that may have a plural name: they are not filters, or the plural names one thing. */
const pluralNames = [
  'fields',
  'status',
  'navigationStatus',
  'radiusMeters',
  'simplifyMeters',
  'maxPoints',
  'minSpeedKnots',
  'maxSpeedKnots',
  'cellDegrees',
  'windowSeconds',
  'stepSeconds',
  'horizonMonths',
  'historyYears',
  'blockDays',
  'minOwners',
  'marks',
];
/** Filters that always accept several values. */
const severalValues = [
  ...[
    'symbol',
    'type',
    'layer',
    'indicator',
    'entity',
    'severity',
    'status',
    'navigationStatus',
    'flag',
    'station',
    'ranking',
    'callsign',
    'squawk',
    'category',
    'emergency',
  ],
  ...['assetClass', 'endpointId', 'provider'],
];
/** Operations that accept one value of a filter: each layer has its own scale, each asset class its own universe. */
const oneValue: Record<string, readonly string[]> = {
  layer: ['getDensity', 'renderDensity', 'renderDensityAsPng', 'getCoverage', 'renderCoverage', 'renderCoverageAsPng'],
  assetClass: ['listMovers'],
};
/**
 * Lists by time that have one order: a feed resumes where it ended, a voyage follows from the call after it, and
 * movements are derived from the latest tracks on.
 */
const oneWay = ['listSubscriptionEvents', 'listVoyages', 'listFlights', 'listMovements'];
/** Operations whose `from` and `to` are the ends of a path, not of a period. */
const withoutPeriod = ['getRelationPath'];
/** Lists of records without a position, which have no distance. */
const withoutPosition = ['listExposedPortfolios', 'listExposedClients'];
const timeOrDate = /^\^\(\?!0000\).*T.*\$$/;

const units =
  /(?:Seconds|Ms|Minutes|Hours|Days|Months|Years|Meters|Km|Feet|Degrees|DegreesPerMinute|Knots|Fpm|Percent|Percentage|Bytes|Hpa|Celsius|Dbfs|BasisPoints|Usd|PerSecond)$|^(?:lat|lon|days|hours|seconds|percent)$/;
/**
 * Last words of the names of numbers without a unit: counts, indices, ratios, and amounts whose currency is another
 * field.
 */
const dimensionless =
  /(?:version|severity|zoom|amount|ratio|multiple|level|range|limit|ceiling|count|total|number|status|statusCode|pid|fraction|share|score|rate|resolution|mach|nacP|nic|min|max|rebase|change|turnover|price|close|open|high|low|bid|ask|volume|value|width|height|expiresIn|maxPoints|qos|color|weight|scale|threshold|factor|distance|lookback|tier|confidence|offset|max_content_length|annualized|gain|return|volatility|sharpe|sortino|beta|alpha|correlation|trackingError|valueAtRisk|expectedShortfall|riskFree|band|decimals|depth|fanOut|line|column|drift|seed|mean|deviation|drawdown|probabilityOfLoss|index|p\d\d?|corroboration|tone|sentiment|expected|estimate|actual|previous|surprise|contribution|allocation|selection|interaction|currencyEffect|interest|principal|yield|yieldToMaturity|convexity|shares)$/i;
/** Names of counts that do not end in `count`. */
const counts =
  /^(?:active|accepted|attempts|checked|concurrencyLimit|consecutiveFailures|delivered|depth|end|ended|failed|heavyRunning|heavyWaiting|irregular|kept|leaves|leftOutReports|line|lines|column|minArticles|minOwners|objects|observations|pending|points|pointsBefore|queued|numberReturned|read|records|remaining|requestsInFlight|requestsRefused|stale|start|used|calendarSince|articles|baselineArticles|independentOwners|negative|owners|positive|simulated|shares|openStreams|streamsDropped|connections|connectionsFree|connectionsWaiting|fiscalYear|given|instruments|loading|undecided|frequency|times|passages|step|repeat|minEvents|maxEvents|maxPerMinute)$/;

const british =
  /\b(?:colou?r(?<=colour)|colours|centre|centres|metre|metres|kilometres?|harbours?|behaviour|normali[s]e[ds]?|labelled|neighbours?|grey|licence)\b/i;
const feminine = /\b(?:she|her|hers|herself)\b/i;

const isNumber = ({ type }: Schema) => [type].flat().some((one) => one === 'number' || one === 'integer');

function checkText(text: unknown, where: string, complain: Complain): void {
  if (typeof text !== 'string') return;
  if (british.test(text)) complain(`${where} is not in US English`);
  if (feminine.test(text)) complain(`${where} says she or her of a thing`);
}

/** Checks that numbers have their unit in their name, and that names and texts are in US English. */
function checkSchema(schema: Schema, where: string, complain: Complain): void {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (isNumber(property) && !units.test(name) && !dimensionless.test(name) && !counts.test(name) && name !== 'id')
      complain(`${where}.${name} is a number without a unit`);
    checkText(name, `${where}.${name}`, complain);
    checkText(property.description, `the description of ${where}.${name}`, complain);
    checkSchema(property, `${where}.${name}`, complain);
  }
  if (schema.items) checkSchema(schema.items as Schema, where, complain);
  for (const variant of [schema.anyOf ?? [], schema.oneOf ?? []].flat() as Schema[])
    checkSchema(variant, where, complain);
}

function checkParameter({ name, schema, description }: Parameter, operationId: string, complain: Complain): void {
  const where = `${operationId} ${name}`;
  if (/[^s]s$/.test(name) && !pluralNames.includes(name)) complain(`${where}: a filter has a singular name`);
  if (severalValues.includes(name) && schema.type !== 'array' && !oneValue[name]?.includes(operationId))
    complain(`${where} takes one value`);
  if (
    (name === 'from' || name === 'to') &&
    !withoutPeriod.includes(operationId) &&
    !timeOrDate.test(String(schema.pattern))
  )
    complain(`${where} is not a time or a date`);
  if (isNumber(schema) && !units.test(name) && !dimensionless.test(name) && !counts.test(name))
    complain(`${where} is a number without a unit`);
  if (
    name === 'order' &&
    !(JSON.stringify(schema.enum) === '["asc","desc"]' && /Default: `(?:asc|desc)`/.test(description))
  )
    complain(`${where} does not state its default`);
  checkText(description, where, complain);
}

/** Returns the properties of the JSON that an operation returns; undefined without JSON. */
function answeredProperties(document: OpenApiDocument, { responses }: Operation): Properties | undefined {
  const found = (responses[200] as { content?: Record<string, { schema: Schema }> } | undefined)?.content?.[
    'application/json'
  ]?.schema;
  return found && propertiesOf(document, found);
}

type Properties = Record<string, Schema | undefined>;

/** Returns the properties of a schema, including properties of references and parts. */
function propertiesOf(document: OpenApiDocument, schema: Schema): Properties {
  const parts = (schema.allOf ?? []) as Schema[];
  const own = schema.$ref
    ? propertiesOf(document, resolve(document, String(schema.$ref)) as Schema)
    : (schema.properties as Properties | undefined);
  return Object.assign({}, ...parts.map((part) => propertiesOf(document, part)), own);
}

/** Checks that lists with `near` return distances and can be sorted by them. */
function checkNear(
  document: OpenApiDocument,
  operation: Operation,
  query: readonly Parameter[],
  complain: Complain,
): void {
  if (!query.some(({ name }) => name === 'near') || withoutPosition.includes(operation.operationId)) return;
  if (JSON.stringify(query.find(({ name }) => name === 'sort')?.schema.enum) !== '["distance"]')
    complain(`${operation.operationId} takes no sort=distance`);
  const items = answeredProperties(document, operation)?.items?.items as Schema | undefined;
  if (items === undefined || propertiesOf(document, items).distanceMeters === undefined)
    complain(`${operation.operationId} has no distanceMeters`);
}

/**
 * Checks that a parameter which only images use is described as ignored for JSON, and that a path with one format has
 * no parameter for the format.
 */
function checkImage(
  document: OpenApiDocument,
  operation: Operation,
  path: string,
  query: readonly Parameter[],
  complain: Complain,
): void {
  const { operationId } = operation;
  if (/\.(?:svg|png)$/.test(path) && query.some(({ name }) => name === 'format'))
    complain(`${operationId} takes a format`);
  if (answeredProperties(document, operation) === undefined) return;
  for (const { name, description } of query)
    if (['theme', 'width', 'height'].includes(name) && !/Ignored for JSON/.test(description))
      complain(`${operationId} ${name} is not ignored for JSON`);
}

/**
 * Checks that every list of objects has the common envelope and `fields`, and an order if its description says that
 * items are older or newer.
 */
function checkList(
  document: OpenApiDocument,
  operation: Operation,
  names: readonly string[],
  complain: Complain,
): void {
  const { operationId, description } = operation;
  const { items, nextCursor } = answeredProperties(document, operation) ?? {};
  if (/^list/.test(operationId) && items === undefined) complain(`${operationId} answers no items`);
  if (items === undefined) return;
  if (nextCursor === undefined) complain(`${operationId} has no nextCursor`);
  if (!names.includes('fields')) complain(`${operationId} takes no fields`);
  if (
    names.includes('cursor') &&
    /(?:newest|oldest|latest|earliest)\b[^.]*first/i.test(description) &&
    !names.includes('order') &&
    !oneWay.includes(operationId)
  )
    complain(`${operationId} takes no order`);
}

/** Checks that names, filters, times, units and lists follow one grammar in every group. */
export function checkGrammar(document: OpenApiDocument, complain: Complain): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) checkSchema(schema, name, complain);
  for (const { operation, method, path } of operationsOf(document)) {
    const parameters = (operation.parameters ?? []).map((one) =>
      '$ref' in one ? (resolve(document, (one as Reference).$ref) as Parameter) : one,
    );
    const query = parameters.filter((parameter) => parameter.in === 'query');
    for (const parameter of query) checkParameter(parameter, operation.operationId, complain);
    checkNear(document, operation, query, complain);
    checkImage(document, operation, path, query, complain);
    checkText(operation.summary, `the summary of ${operation.operationId}`, complain);
    checkText(operation.description, `the description of ${operation.operationId}`, complain);
    if (method === 'get')
      checkList(
        document,
        operation,
        query.map(({ name }) => name),
        complain,
      );
    if (method === 'patch' && !/^update/.test(operation.operationId)) complain(`PATCH ${path} is not named update…`);
    if (path.endsWith('/stream') && !/^stream/.test(operation.operationId))
      complain(`GET ${path} is not named stream…`);
  }
}
