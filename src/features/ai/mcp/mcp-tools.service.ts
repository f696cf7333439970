import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { type Tool, ToolCalls, ToolCatalogue } from '../tools/tool.js';
import { failed, type McpToolResult, structured, textContent, visibleJson } from './mcp-content.js';
import { McpRecords } from './mcp-records.service.js';
import { outlineSchema, plainSchema } from './mcp-schema.js';

/** The tools that assistants get; `docs/assistant.md` lists the others that read, with the reasons. */
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
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const MAX_DESCRIPTION = 1_000;

interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations: typeof annotations & { title: string };
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
  annotations: { ...annotations, title },
});

/** ChatGPT reads companies' data with these two: their results are JSON in one text. */
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
    'As `search` gives it, such as `vessel/311000123`.',
  ),
];

/** The tools of the MCP endpoint, which read only. */
@Service()
export class McpTools {
  private listed: readonly McpTool[] | undefined;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly calls: ToolCalls,
    private readonly records: McpRecords,
  ) {}

  /** At most 40, by name: Cursor drops what is beyond. */
  get list(): readonly McpTool[] {
    this.listed ??= [...this.catalogue.tools.filter(isOffered).map(mcpTool), ...textTools].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    return this.listed;
  }

  /** @returns undefined for an unknown tool */
  async call(
    caller: Caller,
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<McpToolResult | undefined> {
    if (name === 'search' || name === 'fetch') return this.callTextTool(caller, name, args, signal);
    const tool = this.catalogue.find(name);
    if (tool === undefined || !isOffered(tool)) return undefined;
    const { problem, value } = await this.calls.call(caller, name, args, signal);
    if (problem !== null) return failed(problem);
    return isOnlyCut(value) ? failed({ title: 'The answer is too long', detail: value.cut }) : structured(value);
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

function mcpTool({ name, title, description, inputSchema, outputSchema }: Tool): McpTool {
  const schema = (of: object) => ({ ...of, type: 'object' as const });
  const schemas = {
    inputSchema: schema(plainSchema(inputSchema)),
    outputSchema: schema(outlineSchema(outputSchema as object)),
  };
  return {
    name,
    title,
    description: description.slice(0, MAX_DESCRIPTION),
    ...schemas,
    annotations: { ...annotations, title },
  };
}

/** Nothing of it fitted. */
const isOnlyCut = (value: unknown): value is { cut: string } =>
  typeof value === 'object' && value !== null && 'cut' in value && Object.keys(value).length === 1;
