import type { OpenApiDocument, Parameter } from '../../src/api/open-api-document.js';
import { resolve } from '../../src/openapi/references.js';
import type { Complain } from './scorecard.js';

/** Checks information, servers, tags and tag groups. */
export function checkDocument(document: OpenApiDocument, complain: Complain): void {
  for (const key of ['title', 'summary', 'description', 'contact', 'license'] as const)
    if (!document.info[key]) complain(`info has no ${key}`);
  if (!document.externalDocs?.url) complain('no externalDocs');
  if (document.servers.length === 0) complain('no server');
  for (const { url, description } of document.servers) {
    if (!description) complain(`server ${url} has no description`);
    if (url.includes('example.')) complain(`server ${url} is not real`);
  }
  const items = [document.paths, document.webhooks ?? {}].flatMap((group) => Object.values(group));
  const tagged = new Set(items.flatMap((item) => Object.values(item)).flatMap(({ tags }) => tags));
  const grouped = document['x-tagGroups'].flatMap((group) => group.tags);
  for (const tag of document.tags) {
    if (!tag.description) complain(`tag ${tag.name} has no description`);
    if (grouped.filter((name) => name === tag.name).length !== 1) complain(`tag ${tag.name} is not in one group`);
  }
  for (const { name } of document.tags) if (!tagged.has(name)) complain(`tag ${name} has no operation`);
  for (const name of grouped)
    if (!document.tags.some((tag) => tag.name === name)) complain(`the groups name ${name}, which is no tag`);
  for (const [name, header] of Object.entries(document.components.headers)) {
    if (!header.description) complain(`header ${name} has no description`);
    if (header.example === undefined) complain(`header ${name} has no example`);
  }
}

/** Checks the events that are delivered: they are signed, have an example, and their delivery is explained. */
export function checkWebhooks(document: OpenApiDocument, complain: Complain): void {
  for (const [type, item] of Object.entries(document.webhooks ?? {})) {
    const { post } = item;
    if (!post) {
      complain(`webhook ${type} is not a POST`);
      continue;
    }
    const names = (post.parameters ?? []).map((parameter) =>
      'name' in parameter ? parameter.name : (resolve(document, parameter.$ref) as Parameter).name,
    );
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      if (!names.includes(name)) complain(`webhook ${type} has no ${name}`);
    if (!/attempts/.test(post.description)) complain(`webhook ${type} does not explain its delivery`);
    if (post.requestBody?.content['application/cloudevents+json']?.example === undefined)
      complain(`webhook ${type} has no example`);
    if (post.security.length > 0) complain(`webhook ${type} asks for our credentials`);
  }
}
