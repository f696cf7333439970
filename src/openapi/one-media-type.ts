import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
} from '../api/open-api-document.js';
import { dataKeywords, mapKeywords } from './canonical.js';
import { parameterOf, reachableFrom, resolve } from './references.js';

type Node = Record<string, unknown>;
type Content = Record<string, MediaType>;

const note = `This description names one media type for each body: \`application/json\` where the service speaks it, for programs that generate
clients. \`/openapi.json\` without parameters describes CSV, GeoJSON, images, streams and lists with chosen \`fields\` of the same
operations, too.`;

/**
 * Parameters that select the media type or the appearance of a response. `fields` is included, because it has its own
 * media type.
 */
const formatParameters = [
  'fields',
  'format',
  'theme',
  'width',
  'height',
  'scale',
  'bom',
  'overlay',
  'panel',
  'priceScale',
];

/**
 * Puts the absolute address first: importers use the first server, and a relative address is useless in a saved file.
 */
function withAddress(servers: OpenApiDocument['servers'], address: string | undefined): OpenApiDocument['servers'] {
  const [own] = servers;
  const isNamed = address === undefined || own === undefined || servers.some(({ url }) => url === address);
  const all = isNamed ? servers : [{ ...own, url: address }, ...servers];
  return all.toSorted((a, b) => Number(a.url.startsWith('/')) - Number(b.url.startsWith('/')));
}

/**
 * Removes all media types except one, if that one is present. Error responses keep theirs, which are always
 * `application/problem+json`.
 */
function narrowContent(holder: { content?: Content } | undefined, type: string): void {
  const chosen = holder?.content?.[type];
  if (holder !== undefined && chosen !== undefined) holder.content = { [type]: chosen };
}

/** Returns true if a successful response has this media type and others. */
const isChoice = ({ responses }: Operation, type: string): boolean =>
  successesOf(responses).some(({ content = {} }) => type in content && Object.keys(content).length > 1);

const successesOf = (responses: Operation['responses']) =>
  Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && !('$ref' in response) ? [response] : [],
  );

/**
 * Copies the example of a query parameter from its schema to the parameter, because importers ignore the one in the
 * schema and invent a value.
 */
function showExample(parameter: Parameter): void {
  const { examples } = parameter.schema;
  if (parameter.in === 'query' && parameter.example === undefined && Array.isArray(examples))
    parameter.example = examples[0];
}

function narrowOperation(document: OpenApiDocument, operation: Operation, type: string): void {
  if (operation.parameters !== undefined && isChoice(operation, type))
    operation.parameters = operation.parameters.filter(
      (one) => !formatParameters.includes(parameterOf(document, one).name),
    );
  for (const parameter of operation.parameters ?? []) showExample(parameterOf(document, parameter));
  narrowContent(operation.requestBody, type);
  for (const response of successesOf(operation.responses)) narrowContent(response, type);
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `\`${value}\`` : JSON.stringify(value);
}

/**
 * Moves defaults into the description and `x-default`: code generators assume that a property with a `default` is
 * always present.
 */
function sayDefaults(value: unknown, isMap = false): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (!isMap && 'default' in node) {
    const { default: preset, description } = node;
    delete node.default;
    node['x-default'] = preset;
    if (!String(description).includes('Default'))
      node.description = `${description === undefined ? '' : `${description} `}Default: ${shown(preset)}.`;
  }
  for (const [key, inner] of Object.entries(node))
    if (isMap || !dataKeywords.has(key)) sayDefaults(inner, !isMap && mapKeywords.has(key));
}

function dropUnused(document: OpenApiDocument): void {
  const { paths, webhooks, components } = document;
  const used = reachableFrom(document, { paths, webhooks });
  for (const kind of ['schemas', 'responses', 'parameters', 'headers'] as const)
    for (const name of Object.keys(components[kind]))
      if (!used.has(`#/components/${kind}/${name}`)) delete components[kind][name];
}

/**
 * Returns a copy of the OpenAPI description for code generators: each body has only one media type, and defaults do not
 * make properties of request bodies required.
 * @param type media type that is kept where a body has it; other bodies are unchanged
 * @param address absolute URL of the service; undefined if unknown
 */
function withOneMediaType(full: OpenApiDocument, type: string, address?: string): OpenApiDocument {
  const document = structuredClone(full);
  const operations = operationsOf(document).map(({ operation }) => operation);
  for (const operation of operations) narrowOperation(document, operation, type);
  const bodies = operations.map(({ requestBody }) => requestBody?.content);
  sayDefaults(bodies);
  for (const reference of reachableFrom(document, bodies)) sayDefaults(resolve(document, reference));
  dropUnused(document);
  document.info.description += `\n\n${note}`;
  document.servers = withAddress(document.servers, address);
  // Every operation declares its own security, but importers read it from here.
  document.security = [{ BearerJWT: [] }];
  return document;
}

type Narrowing = (full: OpenApiDocument) => OpenApiDocument;

/**
 * Returns functions that derive other descriptions from the full OpenAPI description, by the value of the query
 * parameter `media`.
 * @param address of the service; undefined if unknown
 */
export const narrowings = (address?: string): Record<string, Narrowing> => ({
  json: (full) => withOneMediaType(full, 'application/json', address),
});
