import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { type Tool, ToolCalls, ToolCatalogue } from '../tools/tool.js';
import { McpArguments, takesNames } from './mcp-arguments.service.js';
import { failed, type McpToolResult, structured, textContent, visibleJson } from './mcp-content.js';
import { McpRecords } from './mcp-records.service.js';
import { argumentsSchema, outlineSchema } from './mcp-schema.js';
import { firstSentences, inToolWords } from './mcp-words.js';

/**
 * The tools that MCP clients get. `docs/assistant.md` lists the other tools that read, with the reasons why they are
 * left out.
 */
const offered = new Set([
  'compare_instruments',
  'convert_currency',
  'get_alert_rule_evaluation',
  'get_allocation',
  'get_candles',
  'get_client_summary',
  'get_country',
  'get_exchange_hours',
  'get_feeds',
  'get_geo_exposure',
  'get_indicators',
  'get_news_sentiment',
  'get_performance',
  'get_risk',
  'get_snapshot',
  'get_timeline_context',
  'get_valuation',
  'get_vessel_track',
  'list_aircraft',
  'list_alert_rules',
  'list_alerts',
  'list_articles',
  'list_geo_events',
  'list_geofence_transitions',
  'list_geofences',
  'list_holdings',
  'list_income',
  'list_movers',
  'list_news_clusters',
  'list_news_trends',
  'list_portfolios',
  'list_quotes',
  'list_timeline',
  'list_vessels',
  'list_watchlist_quotes',
  'list_watchlists',
  'run_scenarios',
  'search_sanctions',
]);
const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const MAX_DESCRIPTION = 170;
/** Arguments that are accepted but not described, because models need them too rarely. */
const hidden = new Set('polygon identity station provider source updatedSince theme width height scale'.split(' '));
const NOTHING_FOUND = 'Nothing matches. `search` also finds names with typing errors, and other records.';

interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations: typeof annotations;
}

const textTool = (
  name: 'search' | 'fetch',
  title: string,
  description: string,
  argument: string,
  meaning: string,
): McpTool => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object',
    properties: { [argument]: { type: 'string', minLength: 1, maxLength: 500, description: meaning } },
    required: [argument],
    additionalProperties: false,
  },
  annotations,
});

/**
 * The tools `search` and `fetch` that ChatGPT requires of a connected data source. Their result is one text that
 * contains JSON.
 */
const textTools = [
  textTool(
    'search',
    'Search records',
    'Searches all records by words, and answers at most 10 with the ids that `fetch` takes.',
    'query',
    'Words, a name or an identifier such as an MMSI or a symbol.',
  ),
  textTool(
    'fetch',
    'Read a record',
    'Reads one record: a vessel, an article, an alert, a portfolio and so on.',
    'id',
    'As `search` gives it, such as `vessel/311000123`; `vessel:311000123` is the same.',
  ),
];

/** The tools of the MCP endpoint; all of them only read. */
@Service()
export class McpTools {
  private listed: readonly McpTool[] | undefined;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly calls: ToolCalls,
    private readonly records: McpRecords,
    private readonly args: McpArguments,
  ) {}

  /** The tools by name. There must be at most 40, because Cursor ignores further ones. */
  get list(): readonly McpTool[] {
    this.listed ??= [...this.catalogue.tools.filter(isOffered).map((tool) => this.mcpTool(tool)), ...textTools].sort(
      (one, other) => (one.name < other.name ? -1 : 1),
    );
    return this.listed;
  }

  /** Runs a tool. @returns its result; undefined for an unknown tool */
  async call(
    caller: Caller,
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<McpToolResult | undefined> {
    if (name === 'search' || name === 'fetch') return this.callTextTool(caller, name, args, signal);
    const tool = this.catalogue.find(name);
    if (tool === undefined || !isOffered(tool)) return undefined;
    const read = await this.args.read(caller, name, args, signal);
    if ('problem' in read) return failed(read.problem);
    const { problem, status, value } = await this.calls.call(caller, name, read.args, signal, undefined, true);
    if (problem !== null)
      return failed(
        status === 403
          ? notAllowed
          : { title: status === 400 ? 'Invalid arguments' : problem.title, detail: inToolWords(problem.detail) },
      );
    if (isOnlyOmitted(value)) return failed({ title: 'The answer is too long', detail: value.omitted });
    return structured(isEmptyList(value) ? { hint: NOTHING_FOUND, ...value } : value);
  }

  private mcpTool({ name, title, description, inputSchema, outputSchema }: Tool): McpTool {
    const hasNames = takesNames(this.catalogue.operationOf(name)?.described.path ?? '');
    return {
      name,
      title,
      description: `${limitOf(inputSchema)}${firstSentences(description, MAX_DESCRIPTION)}`,
      inputSchema: { type: 'object', ...argumentsSchema(inputSchema, hidden, hasNames) },
      outputSchema: { type: 'object', ...outlineSchema(outputSchema as object) },
      annotations,
    };
  }

  private async callTextTool(
    caller: Caller,
    name: 'search' | 'fetch',
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<McpToolResult> {
    const argument = name === 'search' ? 'query' : 'id';
    const given = args[argument];
    if (typeof given !== 'string' || given === '' || given.length > 500 || Object.keys(args).length > 1)
      return failed({
        title: 'Invalid arguments',
        detail: `\`${argument}\` must be a text of 1 to 500 characters, and the only argument.`,
      });
    if (name === 'search') {
      const found = await this.records.search(caller, given, signal);
      return 'problem' in found
        ? failed(found.problem)
        : { content: [textContent(visibleJson({ results: found.value }))] };
    }
    const read = await this.records.read(caller, given, signal);
    if ('problem' in read) return failed(read.problem);
    const { id, title, url, value } = read.value;
    return {
      content: [
        textContent(visibleJson({ id, title, text: visibleJson(value), url, metadata: { type: id.split('/')[0] } })),
      ],
    };
  }
}

const isOffered = ({ name, readOnly, outputSchema }: Tool): boolean =>
  readOnly && outputSchema !== null && offered.has(name);

/** Whether a value is too long to return any part of it. */
const isOnlyOmitted = (value: unknown): value is { omitted: string } =>
  typeof value === 'object' && value !== null && 'omitted' in value && Object.keys(value).length === 1;

const isEmptyList = (value: unknown): value is { items: [] } =>
  typeof value === 'object' &&
  value !== null &&
  'items' in value &&
  Array.isArray(value.items) &&
  value.items.length === 0;

const notAllowed = {
  title: 'Not allowed',
  detail: 'This connection may not read these records. Tell the user, who can allow it.',
};

/**
 * Returns a sentence about the maximum size of the result, so that a model does not take an incomplete result for a
 * complete one.
 */
function limitOf(schema: object): string {
  const { properties = {} } = schema as { properties?: Record<string, { maximum?: number; default?: number }> };
  const { limit } = properties;
  if (limit !== undefined) return `At most ${limit.default ?? limit.maximum} items, ${limit.maximum} with \`limit\`. `;
  return ['interval', 'points'].some((name) => name in properties) ? 'Long series keep their latest part. ' : '';
}
