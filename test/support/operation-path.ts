import type { OpenApiDocument, Operation, Parameter } from '../../src/api/open-api-document.js';
import { resolve } from '../../src/openapi/references.js';

/** Returns the parameters of an operation, including shared ones. */
export function parametersOf(document: OpenApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter ? (resolve(document, parameter.$ref) as Parameter) : parameter,
  );
}

/** Returns the path for a call of an operation: `{id}` is replaced by `id`, other parameters by their examples. */
export function concretePath(document: OpenApiDocument, path: string, operation: Operation, id: string): string {
  const inPath = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
  const examples = new Map(inPath.map(({ name, example }) => [name, example]));
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'id' || examples.get(name) === undefined ? id : encodeURIComponent(String(examples.get(name))),
  );
}
