import { visibleText } from '../context/data-fence.js';

/** A text in the result of a tool or a prompt. */
export interface TextContent {
  type: 'text';
  text: string;
}

/** The result of a tool in the form that MCP defines. */
export interface McpToolResult {
  content: TextContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [name: string]: unknown;
}

export const textContent = (text: string): TextContent => ({ type: 'text', text });

/** Returns a value as JSON without invisible characters, in which instructions could be hidden. */
export const visibleJson = (value: unknown): string => visibleText(JSON.stringify(value));

/** Returns a result with the value, both structured and as text, because some hosts read only the text. */
export function structured(value: unknown): McpToolResult {
  const text = visibleJson(value);
  return { content: [textContent(text)], structuredContent: JSON.parse(text) };
}

/** Returns the result of a failed tool. @param problem reason of the failure, and what to do about it */
export function failed({ title, detail }: { title: string; detail: string }): McpToolResult {
  return { content: [textContent(visibleText(`${title}. ${detail}`.trim()))], isError: true };
}
