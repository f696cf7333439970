import { type OpenApiDocument, operationsOf } from '../api/open-api-document.js';

/**
 * Describes the service for language models, in the format of llmstxt.org: its purpose, its descriptions, and all
 * operations by group with links to the reference.
 * @param address absolute URL of the service; without it links are relative
 */
export function llmsText(document: OpenApiDocument, address = ''): string {
  const link = (title: string, path: string, text: string) => `- [${title}](${address}${path}): ${text}`;
  const all = operationsOf(document);
  const groups = document.tags.flatMap(({ name, description }) => {
    const listed = all.filter(({ operation }) => operation.tags[0] === name);
    const lines = listed.map(({ method, path, operation: { summary, operationId } }) =>
      link(
        summary,
        `/redoc#tag/${encodeURIComponent(name)}/operation/${operationId}`,
        `\`${method.toUpperCase()} ${path}\``,
      ),
    );
    return listed.length === 0 ? [] : [`## ${name}\n\n${description}\n\n${lines.join('\n')}`];
  });
  const descriptions = [
    link('OpenAPI 3.1', '/openapi.json', 'all operations, with every media type'),
    link('OpenAPI 3.1 for generators', '/openapi.json?media=json', 'one media type for each body'),
    link('AsyncAPI 3.0', '/asyncapi.json', 'streams and webhooks'),
    link('Reference', '/redoc', 'the same for people'),
    link('MCP server', '/api/v1/ai/mcp', 'tools, resources and prompts for assistants, by OAuth 2.1 or a personal key'),
  ];
  const { title, summary, description } = document.info;
  return `${[`# ${title}`, `> ${summary}`, description, `## Descriptions\n\n${descriptions.join('\n')}`, ...groups].join('\n\n')}\n`;
}
