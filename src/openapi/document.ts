import { Components } from '../api/components.js';
import { Defects } from '../api/defects.js';
import type { OpenApiDocument, PathItem } from '../api/open-api-document.js';
import { sorted } from '../api/ordering.js';
import { ProblemDto } from '../api/problem.dto.js';
import { documentTags, tagGroups } from '../api/tags.js';
import type { WebhookDescription } from '../events/event-envelope.js';
import { routesOf, type TaggedController } from '../http/route/routes.js';
import { headerComponents, requestHeaders } from './headers.js';
import { pathsOf } from './operations.js';
import { plainResponses } from './plain-responses.js';
import { ProblemResponses } from './problem-responses.js';
import { referencesIn, resolve } from './references.js';
import { securitySchemes } from './security.js';
import { environmentOf, withServer } from './server-address.js';
import { shareParameters } from './shared-parameters.js';
import { webhookParameters, webhookResponses, webhooksOf } from './webhooks.js';

export interface DocumentOptions {
  /** The controllers of the application, with their folders. */
  controllers: readonly TaggedController[];
  version: string;
  /** True: the Debug tag and its group are left out. */
  production: boolean;
  /** Public address, listed in addition to the relative one. */
  server?: string;
  /** Prefix of all paths. Default: `/api/v1`. */
  prefix?: string;
  /** Event types that are delivered to webhooks. */
  webhooks?: readonly WebhookDescription[];
}

const description = `Watchfloor collects market, vessel, aircraft, event and news data from many feeds and serves it through one API.

To start, register (\`POST /auth/register\`) or use an existing account, sign in (\`POST /auth/login\`) and send the access token as
\`Authorization: Bearer <ACCESS_TOKEN>\`. Programs exchange personal keys for access tokens (\`POST /auth/keys\`, \`POST /auth/token\`), and
browsers open images and streams with a ticket (\`POST /auth/tickets\`). Lists are also served as CSV (\`format=csv\`), and changing data
as server-sent events (\`Accept: text/event-stream\`).

Times are RFC 3339 in UTC, ids are UUIDv7, and names of distances, speeds, times and sizes carry their units. Lists
return \`items\` and \`nextCursor\`. Errors are Problem Details (RFC 9457) with a \`code\` from a closed set. Reads carry
an \`ETag\`. Only compatible changes are made under \`/api/v1\`.

Quotes, candles, indicators, comparisons, movers, instruments, exchange rates, vessels, aircraft, their tracks, geo events and articles carry
\`provenance\`: provider, time, delay and whether the data is stale. Entries of sanctions lists name their \`provider\`; the lists have the times;
vulnerabilities have \`providers\` and \`fetchedAt\`, holdings \`provider\` and \`priceDay\`, other figures of portfolios \`providers\`, snapshots
and replays \`provider\`. Stories and price moves say with \`simulated\` whether their data is simulated, the sentiment
of news with \`simulatedCount\` how many of its articles are.

Query parameters take several values separated by commas (\`symbol=A,B\`) or repeated (\`symbol=A&symbol=B\`); numbers may have an exponent
(\`1e-7\`). A URL has at most 32 KiB and 250 parameters, and 48 KiB together with the headers. Every path responds to \`OPTIONS\` with 204
and \`Allow\`, to \`HEAD\` as to \`GET\` but without a body, and to other methods with 405 and \`Allow\`.`;

/** Returns only components that something refers to, sorted: unused ones would be generated into every client. */
function used<T>(kind: string, all: Record<string, T>, references: ReadonlySet<string>): Record<string, T> {
  return sorted(
    Object.fromEntries(Object.entries(all).filter(([name]) => references.has(`#/components/${kind}/${name}`))),
  );
}

/** Returns the tags of operations and webhooks. */
function tagsOf(groups: Record<string, Record<string, PathItem>>): Set<string> {
  const items = Object.values(groups).flatMap((group) => Object.values(group));
  return new Set(items.flatMap((item) => Object.values(item)).flatMap(({ tags }) => tags));
}

/**
 * Builds the OpenAPI 3.1 description of the given controllers from the metadata of their decorators, without instances
 * or a database. Equal routes produce equal bytes.
 * @throws DescriptionError with all defects
 */
export function buildDocument(options: DocumentOptions): OpenApiDocument {
  const defects = new Defects();
  const components = new Components(defects);
  const shared = new ProblemResponses();
  components.use(ProblemDto, 'response');
  const routes = routesOf(options.controllers, options.prefix ?? '/api/v1', defects);
  const webhooks = webhooksOf(options.webhooks ?? [], components, defects);
  const paths = pathsOf(routes, components, shared, defects);
  const parameters = { ...requestHeaders, ...webhookParameters, ...shareParameters(paths, routes) };
  const schemas = components.schemas();
  const operations = { paths, webhooks };
  const responses = used(
    'responses',
    { ...shared.byName(), ...plainResponses, ...webhookResponses },
    referencesIn(operations),
  );
  const references = referencesIn({ operations, responses, schemas });
  const usedTags = tagsOf(operations);
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Watchfloor',
      version: options.version,
      summary: 'Market, vessel, aircraft, event and news data in one API.',
      description,
      contact: { name: 'The operator of this installation' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: 'https://spec.openapis.org/oas/v3.1.1.html', description: 'OpenAPI Specification' },
    servers: [{ url: '/', description: `This server (${environmentOf(options.production)})`, 'x-internal': false }],
    tags: documentTags(usedTags),
    'x-tagGroups': tagGroups(usedTags, options.production),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: {
      schemas,
      responses,
      parameters: used('parameters', parameters, references),
      headers: used('headers', headerComponents, references),
      securitySchemes,
    },
  };
  defects.refuse();
  for (const reference of references)
    if (resolve(document, reference) === undefined) defects.add(`${reference} points nowhere`);
  defects.refuse();
  // The document is copied through JSON, so that the result equals the exported document: no undefined, no class
  // instances, no shared objects.
  return withServer(JSON.parse(JSON.stringify(document)), options);
}
