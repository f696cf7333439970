import type { Operation } from '../../src/openapi/open-api-document.js';

interface PathParameter {
  name: string;
  in: string;
  example?: unknown;
}

/** The path of an operation as it is called: `{id}` is `id`, any other part its example where it has one. */
export function concretePath(path: string, { parameters = [] }: Operation, id: string): string {
  const examples = new Map((parameters as PathParameter[]).filter((parameter) => parameter.in === 'path').map(({ name, example }) => [name, example]));
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'id' || examples.get(name) === undefined ? id : encodeURIComponent(String(examples.get(name))),
  );
}
