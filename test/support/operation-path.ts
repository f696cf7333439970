import type { OpenApiDocument, Operation, Parameter } from '../../src/api/open-api-document.js';
import { resolve } from '../../src/openapi/references.js';

/** The parameters of an operation, those that operations share included. */
export function parametersOf(document: OpenApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter ? (resolve(document, parameter.$ref) as Parameter) : parameter,
  );
}

/** The path of an operation as it is called: `{id}` is `id`, any other part its example where it has one. */
export function concretePath(document: OpenApiDocument, path: string, operation: Operation, id: string): string {
  const inPath = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
  const examples = new Map(inPath.map(({ name, example }) => [name, example]));
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'id' || examples.get(name) === undefined ? id : encodeURIComponent(String(examples.get(name))),
  );
}
