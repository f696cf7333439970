import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import type { Caller } from '../../../http/caller.js';
import { ToolCalls, type ToolOutcome } from '../tools/tool.js';
import type { CitedRecord } from '../tools/tool-records.js';
import type { AiContext } from './ai-context.js';
import type { ContextBlock } from './prompt.js';

/** The data of a context, and the records that it names. */
export interface ResolvedContext {
  blocks: Array<ContextBlock & { value: unknown }>;
  /** The records in the blocks. */
  cited: CitedRecord[];
}

interface Lookup {
  /** JSON Pointer of the id within the context. */
  pointer: string;
  name: string;
  tool: string;
  args: object;
  /** Detail of the problem if the object does not exist; undefined: the request is valid without it. */
  missing?: string;
}

/**
 * Reads the objects that the user is looking at, as the caller: an object of another account is treated as if it did
 * not exist.
 */
@Service()
export class Contexts {
  constructor(private readonly tools: ToolCalls) {}

  /**
   * Reads the objects of a context.
   * @param onlyOwned reads only objects that must belong to the caller, as a check
   * @param pointer JSON Pointer of the context in the body
   * @throws Problem `invalid_request` for an invalid range or box, and for ids that the caller does not own
   */
  async resolve(
    caller: Caller,
    context: AiContext,
    signal: AbortSignal,
    { onlyOwned = false, pointer = '/context' } = {},
  ): Promise<ResolvedContext> {
    const invalid = problemsOf(context);
    if (invalid.length > 0) throw refused(invalid, pointer);
    const lookups = lookupsOf(context).filter(({ missing }) => !onlyOwned || missing !== undefined);
    const outcomes = await Promise.all(lookups.map(({ tool, args }) => this.tools.call(caller, tool, args, signal)));
    const absent = lookups.flatMap(({ pointer: place, missing }, index) => {
      const outcome = outcomes[index] as ToolOutcome;
      return missing !== undefined && !outcome.ok && [404, 403].includes(outcome.status)
        ? [{ pointer: place, detail: missing }]
        : [];
    });
    if (absent.length > 0) throw refused(absent, pointer);
    const plain = Object.fromEntries(
      Object.entries({ bbox: context.bbox, from: context.from, to: context.to }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const view = Object.keys(plain).length === 0 ? [] : [{ name: 'view', text: JSON.stringify(plain), value: plain }];
    const read = lookups.flatMap(({ name }, index) => {
      const { ok, value } = outcomes[index] as ToolOutcome;
      return ok ? [{ name, text: JSON.stringify(value), value }] : [];
    });
    return { blocks: [...view, ...read], cited: outcomes.flatMap(({ cited }) => cited) };
  }
}

/** Returns a context in its normal form: symbols in upper case, without duplicates. */
export function normalized({ symbols, entityIds, alertIds, ...rest }: AiContext): AiContext {
  return {
    ...rest,
    ...(symbols === undefined ? {} : { symbols: [...new Set(symbols.map((symbol) => symbol.toUpperCase()))] }),
    ...(entityIds === undefined ? {} : { entityIds: [...new Set(entityIds)] }),
    ...(alertIds === undefined ? {} : { alertIds: [...new Set(alertIds)] }),
  };
}

function problemsOf({ bbox, from, to }: AiContext): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const [, south = 0, , north = 0] = bbox ?? [];
  if (bbox !== undefined && (south > north || south < -90 || north > 90))
    problems.push({
      pointer: '/bbox',
      detail: 'must be west, south, east, north, with south at most north and both within -90 and 90',
    });
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    problems.push({ pointer: '/from', detail: 'must be before `to`' });
  return problems;
}

function lookupsOf({ symbols = [], watchlistId, portfolioId, entityIds = [], alertIds = [] }: AiContext): Lookup[] {
  return [
    ...(symbols.length === 0
      ? []
      : [{ pointer: '/symbols', name: 'quotes', tool: 'list_quotes', args: { symbol: symbols } }]),
    ...(watchlistId === undefined
      ? []
      : [
          {
            pointer: '/watchlistId',
            name: 'watchlist',
            tool: 'list_watchlist_quotes',
            args: { id: watchlistId },
            missing: 'is not a watchlist of yours',
          },
        ]),
    ...(portfolioId === undefined
      ? []
      : [
          {
            pointer: '/portfolioId',
            name: 'portfolio',
            tool: 'get_valuation',
            args: { id: portfolioId },
            missing: 'is not a portfolio of yours',
          },
        ]),
    ...entityIds.map((entity, index) => {
      const [kind, id] = entity.split(':') as [string, string];
      const known =
        kind === 'vessel' ? { tool: 'get_vessel', args: { mmsi: id } } : { tool: 'get_aircraft', args: { icao24: id } };
      return { pointer: `/entityIds/${index}`, name: kind, ...known };
    }),
    ...alertIds.map((id, index) => ({
      pointer: `/alertIds/${index}`,
      name: 'alert',
      tool: 'get_alert',
      args: { id },
      missing: 'is not an alert of yours',
    })),
  ];
}

const refused = (problems: FieldProblem[], prefix: string): Problem =>
  new Problem('invalid_request', {
    detail: 'Some fields are not valid; see errors.',
    errors: problems.map(({ pointer, detail }) => ({ pointer: `${prefix}${pointer}`, detail })),
  });
