import type { OpenApiDocument, Operation } from '../../src/openapi/open-api-document.js';
import { DescriptionValidator } from './description-validator.js';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as text. */
  text: string;
}

type Node = Record<string, unknown>;

/** Holds every answer against the description the service gives of itself. */
export class ResponseChecker {
  private readonly validator: DescriptionValidator;
  private readonly templates: Array<{ expression: RegExp; path: string }>;

  constructor(private readonly document: OpenApiDocument) {
    this.validator = new DescriptionValidator(document);
    this.templates = Object.keys(document.paths)
      .map((path) => ({ path, expression: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`) }))
      // Plain parts win over variable ones, as in the router.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** What of an answer is not as described, in words. */
  faults(method: string, pathname: string, answer: Answer): string[] {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = this.templates.find(({ expression }) => expression.test(pathname))?.path;
    const operation = path === undefined ? undefined : (this.document.paths[path] as Record<string, Operation | undefined>)[verb];
    if (path === undefined || operation === undefined) return this.undescribed(answer);
    const place = ['paths', path, verb, 'responses', String(answer.status)];
    const { at, node } = this.resolve(place);
    if (node === undefined) return [`${method} ${path} answered ${answer.status}, which is not described`];
    return [...this.headerFaults(at, node, answer), ...(method === 'HEAD' ? [] : this.bodyFaults(at, node, answer))].map(
      (fault) => `${method} ${path} ${answer.status}: ${fault}`,
    );
  }

  /** Where no operation is: a problem, or the empty answer to OPTIONS. */
  private undescribed(answer: Answer): string[] {
    if (answer.status < 400 || !answer.headers.get('content-type')?.startsWith('application/problem+json'))
      return answer.status >= 400 && answer.text !== '' ? ['an error is not application/problem+json'] : [];
    return this.validator.errorsAt(['components', 'schemas', 'ProblemDto'], JSON.parse(answer.text));
  }

  private headerFaults(at: string[], node: Node, answer: Answer): string[] {
    return Object.entries((node.headers ?? {}) as Node).flatMap(([name]) => {
      const header = this.resolve([...at, 'headers', name]);
      const value = answer.headers.get(name);
      if (value === null) return header.node?.required === true ? [`the header ${name} is missing`] : [];
      const { type } = (this.resolve([...header.at, 'schema']).node ?? {}) as { type?: string };
      return this.validator
        .errorsAt([...header.at, 'schema'], type === 'integer' || type === 'number' ? Number(value) : value)
        .map((fault) => `header ${name}: ${fault}`);
    });
  }

  private bodyFaults(at: string[], node: Node, answer: Answer): string[] {
    const content = node.content as Node | undefined;
    const type = answer.headers.get('content-type')?.split(';')[0];
    if (content === undefined) return answer.text === '' ? [] : ['a body is not described'];
    if (type === undefined || !(type in content)) return [`the media type ${type} is not described`];
    const value = /json$/.test(type) ? JSON.parse(answer.text) : answer.text;
    return this.validator.errorsAt([...at, 'content', type, 'schema'], value);
  }

  /** The node at a path, references followed. */
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
