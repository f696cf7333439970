import { Service } from 'typedi';
import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import type { Caller } from '../../../http/caller.js';
import { InProcessApi } from '../../../http/in-process-api.js';
import { bounded, compactSeries } from './bounded-value.js';
import { type Citation, type CitedRecord, citedRecords } from './tool-records.js';
import { InvalidArguments, requestOf } from './tool-request.js';
import { type DescribedOperation, describedOperations, inputSchemaOf, outputSchemaOf } from './tool-schema.js';
import { readTools, recordTools, type ToolEntry, writeTools } from './tool-table.js';

/** An operation of the service as a tool for models, the built-in composer and MCP. */
export interface Tool {
  /** Name of the form `[a-z_]{1,30}`. */
  name: string;
  title: string;
  description: string;
  operationId: string;
  /** False for a tool that changes something; a model can only propose its calls. */
  readOnly: boolean;
  /** JSON Schema of the arguments, an object. */
  inputSchema: object;
  /** JSON Schema of the result, an object; null for a tool without a result. */
  outputSchema: object | null;
}

export interface ToolOutcome {
  ok: boolean;
  /** HTTP status of the operation; 400 for arguments that the tool does not accept. */
  status: number;
  /** Response of the operation, shortened to about 20 kB; null if it failed. */
  value: unknown;
  problem: { code: string; title: string; detail: string } | null;
  /** Citations of the records in the result, in order. */
  citations: Citation[];
  /** The same records, with their content. */
  cited: CitedRecord[];
}

/** Type of threads in search results. */
const THREAD_TYPE = 'ai_thread';

interface Offered extends Tool {
  entry: ToolEntry;
  described: DescribedOperation;
}

/** The tools in alphabetical order. They are derived from the served OpenAPI description at the first use. */
@Service()
export class ToolCatalogue {
  private readonly offered = lazyInSteps(() => this.derive());

  constructor(private readonly api: InProcessApi) {}

  /** Derives the tools in slices of a few milliseconds. @throws the reason of the signal */
  async prepare(signal?: AbortSignal): Promise<void> {
    await this.api.prepareDocument(signal);
    await this.offered.prepare(signal);
  }

  /** The tools for models, without those that only the composer uses. */
  get tools(): readonly Tool[] {
    return [...this.offered().values()]
      .filter(({ entry }) => entry.isUnlisted !== true)
      .map(({ entry: _entry, described: _described, ...tool }) => tool);
  }

  find(name: string): Tool | undefined {
    return this.operationOf(name);
  }

  /** Returns a tool with its operation; undefined for an unknown tool. */
  operationOf(name: string): Offered | undefined {
    return this.offered().get(name);
  }

  /** Derives one tool in each step. */
  private *derive(): Generator<void, ReadonlyMap<string, Offered>> {
    const { document } = this.api;
    const operations = describedOperations(document);
    const all: Offered[] = [];
    for (const entry of [...readTools, ...recordTools, ...writeTools]) {
      yield;
      const described = operations.get(entry.operationId);
      if (described === undefined) continue;
      const { name, operationId } = entry;
      const { summary: title, description } = described.operation;
      const readOnly = !writeTools.includes(entry);
      // A tool that no list contains needs no schemas, whose memory would stay in use.
      const schemas =
        entry.isUnlisted === true
          ? { inputSchema: {}, outputSchema: null }
          : {
              inputSchema: inputSchemaOf(document, described, entry),
              outputSchema: outputSchemaOf(document, described),
            };
      all.push({ name, title, description, operationId, readOnly, ...schemas, entry, described });
    }
    return new Map(all.sort((one, other) => (one.name < other.name ? -1 : 1)).map((tool) => [tool.name, tool]));
  }
}

/** Runs tools as a caller. */
@Service()
export class ToolCalls {
  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly api: InProcessApi,
  ) {}

  /** Whether the service has the operation of a tool. */
  offers(name: string): boolean {
    return this.catalogue.find(name) !== undefined;
  }

  /**
   * Runs the operation of a tool as the caller, with the caller's permissions. Tools that write are run too, so this
   * must be called only if the caller has approved exactly these arguments.
   * @param threadId thread of the question, which is left out of search results
   * @param isCompact whether long series are converted to rows
   * @throws the reason of the signal if it aborts
   */
  async call(
    caller: Caller,
    name: string,
    args: unknown,
    signal: AbortSignal,
    threadId?: string,
    isCompact = false,
  ): Promise<ToolOutcome> {
    const tool = this.catalogue.operationOf(name);
    if (tool === undefined) return failed(404, 'not_found', 'Unknown tool', 'There is no tool of this name.');
    try {
      const { hidden = [], limit, records = [] } = tool.entry;
      const request = requestOf(tool.described, args, hidden, limit);
      const { status, value } = await this.api.call(caller, request, signal);
      if (status >= 400) return refused(status, value);
      const whole = withoutThread(value ?? null, threadId);
      const answer = bounded(isCompact ? compactSeries(whole) : whole);
      const cited = citedRecords(records, answer, (args ?? {}) as Record<string, unknown>, request.url);
      return {
        ok: true,
        status,
        value: answer,
        problem: null,
        citations: cited.map(({ citation }) => citation),
        cited,
      };
    } catch (error) {
      if (error instanceof InvalidArguments) return failed(400, 'invalid_request', 'Invalid arguments', error.message);
      throw error;
    }
  }
}

/** Returns search results without one thread. */
function withoutThread(value: unknown, threadId: string | undefined): unknown {
  const { items } = (value ?? {}) as { items?: unknown };
  if (threadId === undefined || !Array.isArray(items)) return value;
  return { ...(value as object), items: items.filter(({ type, id }) => type !== THREAD_TYPE || id !== threadId) };
}

const failed = (status: number, code: string, title: string, detail: string): ToolOutcome => ({
  ok: false,
  status,
  value: null,
  problem: { code, title, detail },
  citations: [],
  cited: [],
});

/** Converts the problem document that an operation returned to an outcome; the detail names the invalid arguments. */
function refused(status: number, value: unknown): ToolOutcome {
  const { code, title, detail, errors } = (value ?? {}) as {
    code?: string;
    title?: string;
    detail?: string;
    errors?: Array<{ pointer: string; detail: string }>;
  };
  const places = (errors ?? []).map((one) => `${one.pointer || 'body'} ${one.detail}`).join('; ');
  return failed(
    status,
    code ?? 'internal_error',
    title ?? 'The operation failed',
    [detail ?? '', places].filter((text) => text !== '').join(' '),
  );
}
