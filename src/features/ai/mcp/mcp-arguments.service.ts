import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { InProcessApi } from '../../../http/in-process-api.js';
import { ToolCatalogue } from '../tools/tool.js';

/** Resources whose names may replace their ids: prefix of the path of their id, noun, and the tool that lists them. */
const named: ReadonlyArray<{ prefix: string; noun: string; tool: string }> = [
  { prefix: '/api/v1/portfolios/', noun: 'portfolio', tool: 'list_portfolios' },
  { prefix: '/api/v1/markets/watchlists/', noun: 'watchlist', tool: 'list_watchlists' },
  { prefix: '/api/v1/alerts/rules/', noun: 'alert rule', tool: 'list_alert_rules' },
  { prefix: '/api/v1/geospatial/geofences/', noun: 'geofence', tool: 'list_geofences' },
];
/** Prefixes of ids with their type, as `search`, `fetch`, events and relations write them. */
const TYPED =
  /^(?:vessel|aircraft|instrument|symbol|quote|portfolio|watchlist|geofence|alert_rule|client|country)[/:](.+)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_NAMED = 200;
const MAX_SHOWN = 10;

type Outcome = { args: Record<string, unknown> } | { problem: { title: string; detail: string } };

const kindOf = (path: string) => named.find(({ prefix }) => path.startsWith(`${prefix}{id}`));

/** Whether the `id` of an operation may be a name. @param path of the operation */
export const takesNames = (path: string): boolean => kindOf(path) !== undefined;

/** Converts arguments as models write them: names instead of ids, and ids with their type as prefix. */
@Service()
export class McpArguments {
  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly api: InProcessApi,
  ) {}

  /** Converts the arguments of a tool. @throws the reason of the signal if it aborts */
  async read(caller: Caller, tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome> {
    const path = this.catalogue.operationOf(tool)?.described.path ?? '';
    const plain = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, readable(name, value)]));
    const kind = kindOf(path);
    const { id } = plain;
    if (kind === undefined || typeof id !== 'string' || UUID.test(id)) {
      return { args: typeof id === 'string' && UUID.test(id) ? { ...plain, id: id.toLowerCase() } : plain };
    }
    return this.withId(caller, kind, id, plain, signal);
  }

  private async withId(
    caller: Caller,
    { prefix, noun, tool }: (typeof named)[number],
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const url = `${prefix.slice(0, -1)}?limit=${MAX_NAMED}`;
    const { status, value } = await this.api.call(caller, { method: 'GET', url }, signal);
    // The operation itself then reports the reason.
    if (status >= 400) return { args };
    const { items = [] } = value as { items?: Array<{ id: string; name: string }> };
    const wanted = name.trim().toLowerCase();
    const same = items.filter((item) => item.name.toLowerCase() === wanted);
    const found = same.length > 0 ? same : items.filter((item) => item.name.toLowerCase().includes(wanted));
    const [only] = found;
    if (only !== undefined && found.length === 1) return { args: { ...args, id: only.id } };
    const names = (found.length > 0 ? found : items).slice(0, MAX_SHOWN).map((item) => `${item.name} (${item.id})`);
    const detail =
      found.length > 1
        ? `${found.length} ${noun}s have this name: ${names.join(', ')}. Use an id.`
        : `No ${noun} has the name or id ${JSON.stringify(name.slice(0, 100))}. ` +
          `${names.length > 0 ? `There are: ${names.join(', ')}.` : `You have no ${noun}s.`} ` +
          `Call \`${tool}\` for all of them.`;
    return { problem: { title: `Unknown ${noun}`, detail } };
  }
}

/** Arguments that are free texts and not converted. */
const TEXTS = new Set(['q', 'query', 'name', 'type', 'scenario']);

function readable(name: string, value: unknown): unknown {
  if (TEXTS.has(name)) return value;
  if (Array.isArray(value)) return value.map((one) => readable(name, one));
  if (typeof value !== 'string') return value;
  // In entities, the type is part of the id.
  if (name === 'entity') return value.replace(/^([a-z_]+)\//, '$1:').replace(/^instrument:/, 'symbol:');
  return TYPED.exec(value)?.[1] ?? value;
}
