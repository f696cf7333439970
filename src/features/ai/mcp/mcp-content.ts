import { visibleText } from '../context/data-fence.js';

/** A text of a tool, a resource or a prompt. */
export interface TextContent {
  type: 'text';
  text: string;
}

/** The result of a tool, as MCP has it. */
export interface McpToolResult {
  content: TextContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [name: string]: unknown;
}

export const textContent = (text: string): TextContent => ({ type: 'text', text });

/** A value as JSON without invisible characters, in which instructions can be hidden. */
export const visibleJson = (value: unknown): string => visibleText(JSON.stringify(value));

/** The value and the same as text: some hosts read only the text. */
export function structured(value: unknown): McpToolResult {
  const text = visibleJson(value);
  return { content: [textContent(text)], structuredContent: JSON.parse(text) };
}

/** @param problem why the tool failed, and what to do about it */
export function failed({ title, detail }: { title: string; detail: string }): McpToolResult {
  return { content: [textContent(visibleText(`${title}. ${detail}`.trim()))], isError: true };
}
