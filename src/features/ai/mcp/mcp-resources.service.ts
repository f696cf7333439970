import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { ToolCalls } from '../tools/tool.js';
import { visibleJson } from './mcp-content.js';
import { McpRecords, recordTypes } from './mcp-records.service.js';

const SCHEME = 'watchfloor://';
const JSON_TYPE = 'application/json';

/** Lists by the name in their URI, with the tools that read them. */
const lists = {
  alert_rules: { tool: 'list_alert_rules', title: 'Alert rules', description: 'Your alert rules.' },
  alerts: { tool: 'list_alerts', title: 'Alerts', description: 'Your latest alerts.' },
  feeds: { tool: 'get_feeds', title: 'Feeds', description: 'The state of the feeds that the data comes from.' },
  geofences: { tool: 'list_geofences', title: 'Geofences', description: 'Your geofences.' },
  portfolios: { tool: 'list_portfolios', title: 'Portfolios', description: 'Your portfolios.' },
  watchlists: { tool: 'list_watchlists', title: 'Watchlists', description: 'Your watchlists.' },
} as const;

/** The resources that a client can list. */
export const listedResources = Object.entries(lists).map(([name, { title, description }]) => ({
  uri: `${SCHEME}${name}`,
  name,
  title,
  description,
  mimeType: JSON_TYPE,
}));

/** The templates of URIs that a client can fill in. */
export const resourceTemplates = [
  {
    uriTemplate: `${SCHEME}{type}/{id}`,
    name: 'record',
    title: 'Record',
    description: `A record by its type (${recordTypes.join(', ')}) and its percent-encoded id, such as ${SCHEME}vessel/311000123.`,
    mimeType: JSON_TYPE,
  },
];

/** The content of a resource, or the reason why it cannot be read. */
export type ResourceOutcome = { text: string; mimeType: string } | { status: number; message: string };

/** Reads MCP resources as the caller. */
@Service()
export class McpResources {
  constructor(
    private readonly calls: ToolCalls,
    private readonly records: McpRecords,
  ) {}

  async read(caller: Caller, uri: string, signal: AbortSignal): Promise<ResourceOutcome> {
    const path = uri.startsWith(SCHEME) ? decoded(uri.slice(SCHEME.length)) : undefined;
    if (path === undefined)
      return { status: 404, message: 'There is no such resource. Use resources/list and resources/templates/list.' };
    const name = path as keyof typeof lists;
    if (Object.hasOwn(lists, name)) {
      const { problem, status, value } = await this.calls.call(caller, lists[name].tool, {}, signal);
      return problem === null
        ? { text: visibleJson(value), mimeType: JSON_TYPE }
        : { status, message: `${problem.title}. ${problem.detail}` };
    }
    const read = await this.records.read(caller, path, signal);
    if ('problem' in read)
      return { status: read.problem.status, message: `${read.problem.title}. ${read.problem.detail}` };
    return { text: visibleJson(read.value.value), mimeType: JSON_TYPE };
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
