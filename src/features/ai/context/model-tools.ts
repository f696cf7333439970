import { estimatedTokens, type ModelTool } from '../models/chat-model.js';
import type { Tool } from '../tools/tool.js';

/** Maximum fraction of the input tokens that tools may take. */
const MAX_SHARE = 0.4;
const MAX_TOOL_DESCRIPTION = 300;
const MAX_FIELD_DESCRIPTION = 120;
/** Schema keywords that are not sent to models: the operation checks its arguments and reports problems. */
const dropped = new Set([
  'examples',
  'example',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'title',
  'additionalProperties',
]);

/** The tools that are sent to a model with a question. */
export interface ChosenTools {
  tools: ModelTool[];
  /** Number of tools that were left out because they did not fit. */
  leftOut: number;
}

/** Returns the estimated number of tokens of a tool. */
export const toolTokens = (tool: ModelTool): number => estimatedTokens(JSON.stringify(tool));

const compacted = new WeakMap<Tool, ModelTool & { tokens: number; words: ReadonlySet<string> }>();

/**
 * Returns tools with shortened descriptions. If all of them take more than 40 % of `maxTokens`, tools with the most
 * words of the question are chosen first, then the shortest tools.
 */
export function toolsFor(tools: readonly Tool[], question: string, maxTokens: number): ChosenTools {
  const all = tools.map(compact);
  let left = maxTokens * MAX_SHARE;
  const asked = wordsOf(question);
  const ranked = all
    .map((tool) => ({ tool, score: [...asked].filter((word) => tool.words.has(word)).length }))
    .sort(
      (one, other) =>
        other.score - one.score || one.tool.tokens - other.tool.tokens || (one.tool.name < other.tool.name ? -1 : 1),
    );
  const chosen = ranked.filter(({ tool }) => {
    if (tool.tokens > left) return false;
    left -= tool.tokens;
    return true;
  });
  const names = new Set(chosen.map(({ tool }) => tool.name));
  const sent = all
    .filter(({ name }) => names.has(name))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: sent, leftOut: all.length - sent.length };
}

function compact(tool: Tool) {
  const known = compacted.get(tool);
  if (known !== undefined) return known;
  const { name, title, description } = tool;
  const sent = {
    name,
    description: shortened(`${title}. ${description}`, MAX_TOOL_DESCRIPTION),
    inputSchema: compactSchema(tool.inputSchema) as object,
  };
  const made = { ...sent, tokens: toolTokens(sent), words: wordsOf(`${name} ${title} ${description}`) };
  compacted.set(tool, made);
  return made;
}

/**
 * Returns a schema without unneeded keywords, and with shortened descriptions. Properties whose names equal a keyword
 * are kept.
 */
function compactSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compactSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): Array<[string, unknown]> => {
      if (dropped.has(key)) return [];
      if (key === 'description')
        return typeof value === 'string'
          ? [[key, shortened(value, MAX_FIELD_DESCRIPTION)]]
          : [[key, compactSchema(value)]];
      if (key === 'properties' || key === '$defs')
        return [
          [
            key,
            Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, compactSchema(inner)])),
          ],
        ];
      return [
        [
          key,
          key === 'enum' || key === 'const' || key === 'default' || key === 'required' ? value : compactSchema(value),
        ],
      ];
    }),
  );
}

/** Returns the sentences of a text that fit into `max` characters; if not even the first one fits, it is cut. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('. ', max);
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, max - 1)}…`;
}

/** Returns the words of four letters or more, in lower case and without a plural s. */
const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, '')));
