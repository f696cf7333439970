import { partialJsonType } from '../../src/api/list-items.js';
import type { OpenApiDocument, Operation } from '../../src/api/open-api-document.js';
import { joined } from '../../src/openapi/merged-schema.js';
import { DescriptionValidator } from './description-validator.js';
import { problemFaults } from './problem-faults.js';
import { alwaysFaults, headerSetFaults } from './response-headers.js';

/** A response as received. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Body as text. */
  text: string;
}

type Node = Record<string, unknown>;

const problemType = 'application/problem+json';
/** Statuses for methods without an operation; the introduction of the document describes them. */
const beforeOperations = [405];

/** Returns true for paths whose errors have the form of TAXII. */
const isTaxii = (path: string) => /^\/(?:taxii2|api\/v1\/osint\/taxii)\//.test(path);
const isImage = (path: string) => /\.(?:svg|png)$/.test(path);

/** Checks every response against the OpenAPI description of the service. */
export class ResponseChecker {
  private readonly validator: DescriptionValidator;
  private readonly templates: Array<{ expression: RegExp; path: string }>;

  constructor(private readonly document: OpenApiDocument) {
    this.validator = new DescriptionValidator(closed(document));
    this.templates = Object.keys(document.paths)
      .map((path) => ({
        path,
        expression: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      }))
      // As in the router, fixed parts precede variable ones, and `{symbol}.svg` precedes `{symbol}`.
      .sort(
        (a, b) =>
          a.path.split('{').length - b.path.split('{').length || Number(isImage(b.path)) - Number(isImage(a.path)),
      );
  }

  /** Returns the deviations of a response from its description, in words. */
  faults(method: string, pathname: string, answer: Answer, fields?: readonly string[]): string[] {
    const { verb, path, operation } = this.operation(method, pathname);
    const head = method === 'HEAD' ? this.headFaults(answer) : [];
    if (path === undefined || operation === undefined || beforeOperations.includes(answer.status)) {
      return [...head, ...this.undescribed(method, pathname, answer)].map(
        (fault) => `${method} ${pathname} ${answer.status}: ${fault}`,
      );
    }
    const { at, node } = this.resolve(['paths', path, verb, 'responses', String(answer.status)]);
    if (node === undefined) return [`${method} ${path} answered ${answer.status}, which is not described`];
    const body = method === 'HEAD' ? head : this.bodyFaults(at, node, pathname, answer, fields);
    return [...this.headerFaults(at, node, answer), ...body].map(
      (fault) => `${method} ${path} ${answer.status}: ${fault}`,
    );
  }

  /**
   * Returns the deviations of one stream event from its description, in words. `event` is `message` if the frame has no
   * name.
   */
  eventFaults(method: string, pathname: string, event: string, data: string): string[] {
    const { verb, path } = this.operation(method, pathname);
    const at = ['paths', path ?? '', verb, 'responses', '200', 'content', 'text/event-stream', 'x-events'];
    const { node } = this.resolve(at);
    const where = `${method} ${path}, the event ${event}`;
    const name = node !== undefined && event in node ? event : '*';
    if (node === undefined || !(name in node)) return [`${where} is not described`];
    return this.validator.errorsAt([...at, name], JSON.parse(data)).map((fault) => `${where}: ${fault}`);
  }

  private operation(method: string, pathname: string): { verb: string; path?: string; operation?: Operation } {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = this.templates.find(({ expression }) => expression.test(pathname))?.path;
    return {
      verb,
      path,
      operation:
        path === undefined ? undefined : (this.document.paths[path] as Record<string, Operation | undefined>)[verb],
    };
  }

  /** Checks a response where no operation exists: a problem, the empty response to OPTIONS, or a page for people. */
  private undescribed(method: string, pathname: string, answer: Answer): string[] {
    const type = answer.headers.get('content-type')?.split(';')[0];
    const faults = alwaysFaults(answer);
    if (answer.status < 400) {
      if (pathname.startsWith('/api/') && !(method === 'OPTIONS' && answer.status === 204))
        faults.push('it succeeded and is not described');
    } else if (type === 'text/html' && !pathname.startsWith('/api/')) {
      const isPage =
        /\bAccept\b/.test(answer.headers.get('vary') ?? '') &&
        (method === 'HEAD' || answer.text.includes('href="/problems/'));
      if (!isPage) faults.push('an error page does not vary by Accept or does not link to its problem');
    } else if (isTaxii(pathname)) {
      if (type !== 'application/taxii+json') faults.push(`an error of TAXII is ${type}`);
      else if (method !== 'HEAD')
        faults.push(...this.validator.errorsAt(['components', 'schemas', 'TaxiiError'], JSON.parse(answer.text)));
    } else if (type !== problemType) faults.push(`an error is ${type} and not ${problemType}`);
    else if (method !== 'HEAD') {
      faults.push(
        ...this.validator.errorsAt(['components', 'schemas', 'Problem'], JSON.parse(answer.text)),
        ...problemFaults(answer, pathname),
      );
    }
    return faults;
  }

  private headFaults({ text }: Answer): string[] {
    return text === '' ? [] : ['HEAD has a body'];
  }

  private headerFaults(at: string[], node: Node, answer: Answer): string[] {
    const names = Object.keys((node.headers ?? {}) as Node);
    const values = names.flatMap((name) => {
      const header = this.resolve([...at, 'headers', name]);
      const value = answer.headers.get(name);
      if (value === null) return [];
      const { type } = (this.resolve([...header.at, 'schema']).node ?? {}) as { type?: string };
      return this.validator
        .errorsAt([...header.at, 'schema'], type === 'integer' || type === 'number' ? Number(value) : value)
        .map((fault) => `header ${name}: ${fault}`);
    });
    return [...headerSetFaults(names, answer), ...values];
  }

  private bodyFaults(at: string[], node: Node, pathname: string, answer: Answer, fields?: readonly string[]): string[] {
    const content = node.content as Record<string, { examples?: Node }> | undefined;
    const [type] = answer.headers.get('content-type')?.split('; ') ?? [];
    if (content === undefined) return answer.text === '' && type === undefined ? [] : ['a body is not described'];
    if (type === undefined || !(type in content)) return [`the media type ${type} is not described`];
    const value = /[/+]json/.test(type) ? JSON.parse(answer.text) : answer.text;
    const schema = [...at, 'content', type, 'schema'];
    if (type === partialJsonType) {
      const whole = [...at, 'content', 'application/json', 'schema'];
      return [...this.validator.errorsAt(schema, value), ...this.chosenFaults(whole, value, fields ?? [])];
    }
    if (fields !== undefined && partialJsonType in content && type === 'application/json')
      return [`a list with chosen members has the media type ${type}`];
    const faults = this.validator.errorsAt(schema, value);
    return type === problemType
      ? [...faults, ...problemFaults(answer, pathname, Object.keys(content[type]?.examples ?? {}))]
      : faults;
  }

  /** Checks that a list requested with `fields` has only the chosen members, each valid by the schema of an item. */
  private chosenFaults(at: string[], value: { items: Node[] }, fields: readonly string[]): string[] {
    const list = this.resolve(at);
    const item = this.resolve([...list.at, 'properties', 'items', 'items']);
    const members = value.items.flatMap((one) =>
      Object.entries(one).flatMap(([name, member]) =>
        fields.includes(name)
          ? this.validator.errorsAt([...item.at, 'properties', name], member)
          : [`${name} was not asked for`],
      ),
    );
    return [...this.validator.errorsAt(list.at, { ...value, items: [] }), ...members];
  }

  /** Returns the node at a path, with references resolved. */
  private resolve(path: string[]): { at: string[]; node: Node | undefined } {
    let node: unknown = this.document;
    for (const key of path) node = (node as Node | undefined)?.[key];
    const reference = (node as Node | undefined)?.$ref;
    if (typeof reference !== 'string') return { at: path, node: node as Node | undefined };
    return this.resolve(
      reference
        .slice(2)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    );
  }
}

/** Keywords whose values are data, not schemas. */
const data = ['example', 'examples', 'default', 'enum'];

/**
 * Closes every object within a part of an OpenAPI description.
 * @param isMap whether the keys of the part are names, such as names of properties
 */
function close(document: OpenApiDocument, part: unknown, isMap = false): void {
  if (typeof part !== 'object' || part === null) return;
  const node = part as Node;
  if (!isMap && Array.isArray(node.allOf)) {
    const whole = structuredClone(joined(document, node));
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, whole);
  }
  const isObject = !isMap && [node.type].flat().includes('object') && node.properties !== undefined;
  if (isObject) node.additionalProperties ??= false;
  for (const [key, inner] of Object.entries(node))
    if (isMap || !data.includes(key)) close(document, inner, !isMap && key === 'properties');
}

/**
 * Returns the document with every object closed, including nested ones. Clients must accept new members, but the
 * service must not send any that it does not describe.
 */
export function closed(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  close(document, copy);
  return copy;
}
