import { call, docstring, HEADER, quoted, snake } from './python.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Names of the client itself, which no operation may have. */
const OWN = ['close', 'iterate', 'download', 'sign_out'];
/**
 * Parameters that methods do not have: `download` chooses the format, the client does not cache, and tickets are for
 * browsers.
 */
const LEFT_OUT = new Set(['format', 'ticket', 'If-None-Match']);
/** Events that the client handles itself. */
const HANDLED_EVENTS = new Set(['reauth', 'error']);
const isTime = ({ pattern = '' }) => pattern.startsWith('^(?!0000)\\d{4}-') && pattern.includes('T(?:');

/** Writes a class with a method for each operation, synchronous or not. */
export function operationsModule(description, typeOf, isAsync) {
  const { components, paths } = description;
  const resolved = (node) => (node.$ref ? components[node.$ref.split('/').at(-2)][node.$ref.split('/').at(-1)] : node);
  const schemaType = (schema) => typeOf(schema, 'Inline', 'schemas.');
  const methods = [];
  const names = new Set(OWN);

  function add(name, text) {
    if (names.has(name)) throw new Error(`Two methods of the client are called ${name}.`);
    names.add(name);
    methods.push(text);
  }

  function parameterOf(given) {
    const { name, in: place, required = false, description: text = '', schema } = resolved(given);
    const inner = schema.type === 'array' ? `Sequence[${schemaType(schema.items)}]` : schemaType(schema);
    return { name, place, isRequired: required, text, key: snake(name), type: isTime(schema) ? 'Time' : inner };
  }

  /** Returns the type of a body, and its media type where it is not JSON; undefined without a body. */
  function bodyOf({ requestBody }) {
    if (requestBody === undefined) return undefined;
    const { content, required = false, description: text = '' } = resolved(requestBody);
    const json = content['application/json'];
    const others = Object.keys(content).filter((type) => !/[/+]json$/.test(type));
    const type = [...(json ? [schemaType(json.schema)] : []), ...(others.length > 0 ? ['str', 'bytes'] : [])].join(
      ' | ',
    );
    const raw = others.includes('application/octet-stream') ? 'application/octet-stream' : others[0];
    return { type, raw, isRequired: required, text };
  }

  /** Returns the type of the events of a stream. */
  function eventType(events) {
    const types = Object.entries(events)
      .filter(([event]) => !HANDLED_EVENTS.has(event))
      .map(([event, schema]) => `Event[${event === '*' ? 'str' : `Literal[${quoted(event)}]`}, ${schemaType(schema)}]`);
    return types.join(' | ');
  }

  /** Returns how an operation is answered: the helper that sends it, and the type that the method returns. */
  function answerOf({ responses }, events) {
    const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
    if (events) return { helper: '_events', type: `${iterator}[${eventType(events)}]`, isStream: true };
    const [, given] = Object.entries(responses).find(([status]) => status.startsWith('2'));
    const content = resolved(given).content ?? {};
    const [media] = Object.keys(content);
    if (media === undefined) return { helper: '_nothing', type: 'None' };
    if (content['application/json']) {
      const type = schemaType(content['application/json'].schema);
      // A response with status 202 has no body.
      return { helper: '_json', type: responses[202] && responses[200] ? `${type} | None` : type };
    }
    if (media === 'application/x-ndjson')
      return { helper: '_lines', type: `${iterator}[dict[str, Any]]`, isStream: true, media };
    const isText = media.startsWith('text/') || media.endsWith('+xml') || media.endsWith('-opml');
    return { helper: isText ? '_text' : '_bytes', type: isText ? 'str' : 'bytes', media };
  }

  function method(name, verb, path, operation, shared, answer) {
    const parameters = [...shared, ...(operation.parameters ?? [])]
      .map(parameterOf)
      .filter((parameter) => !LEFT_OUT.has(parameter.name) && (answer.isResumed || parameter.name !== 'Last-Event-ID'));
    const body = bodyOf(operation);
    const inPath = parameters.filter(({ place }) => place === 'path');
    const others = parameters
      .filter(({ place }) => place !== 'path')
      .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
    const optional = (type) => (type.endsWith('None') ? type : `${type} | None`);
    const declared = ({ key, type, isRequired }) => `${key}: ${isRequired ? type : `${optional(type)} = None`}`;
    const signature = [
      'self',
      ...inPath.map(declared),
      ...(body ? [declared({ key: 'body', ...body })] : []),
      ...(others.length > 0 ? ['*', ...others.map(declared)] : []),
    ];
    const pairs = (place) => others.filter((parameter) => parameter.place === place);
    const dict = (list) => `{${list.map(({ name, key }) => `${quoted(name)}: ${key}`).join(', ')}}`;
    const passed = [
      quoted(verb.toUpperCase()),
      quoted(path),
      ...(inPath.length > 0 ? [`path=${dict(inPath)}`] : []),
      ...(pairs('query').length > 0 ? [`query=${dict(pairs('query'))}`] : []),
      ...(pairs('header').length > 0 ? [`headers=${dict(pairs('header'))}`] : []),
      ...(body ? ['body=body'] : []),
      ...(body?.raw ? [`raw_type=${quoted(body.raw)}`] : []),
      ...(answer.media ? [`accept=${quoted(answer.media)}`] : []),
    ];
    const summary = `${operation.summary}${answer.title ?? ''}.`;
    const doc = isAsync
      ? docstring('        ', [`${summary} See \`Watchfloor.${name}\`.`])
      : docstring('        ', [
          summary,
          operation.description,
          parameters.length > 0
            ? ['Args:', ...[...inPath, ...others].map(({ key, text }) => `${key}: ${text}`)]
            : undefined,
        ]);
    const isCoroutine = isAsync && !answer.isStream;
    return [
      call('    ', `${isCoroutine ? 'async ' : ''}def ${name}`, signature, ` -> ${answer.type}:`),
      doc,
      call('        ', `return ${isCoroutine ? 'await ' : ''}self.${answer.helper}`, passed, ''),
    ].join('');
  }

  for (const [path, item] of Object.entries(paths)) {
    for (const verb of METHODS) {
      const operation = item[verb];
      if (operation === undefined) continue;
      const name = snake(operation.operationId);
      const shared = item.parameters ?? [];
      const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
      const content = resolved(success).content ?? {};
      const events = content['text/event-stream']?.['x-events'];
      const isOnlyStream = events && !content['application/json'];
      const answer = answerOf(operation, isOnlyStream ? events : undefined);
      add(name, method(name, verb, path, operation, shared, { ...answer, isResumed: isOnlyStream }));
      if (events && !isOnlyStream) {
        const streamed = `${name}_events`;
        const title = ', as a stream of events';
        add(streamed, method(streamed, verb, path, operation, shared, { ...answerOf(operation, events), title }));
      }
    }
  }

  const name = isAsync ? 'AsyncOperations' : 'Operations';
  const iterators = isAsync ? 'AsyncIterator, Sequence' : 'Iterator, Sequence';
  return `${HEADER}# mypy: disable-error-code="no-any-return"
"""A method for each operation of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from .${isAsync ? '_async_caller import AsyncCaller' : '_caller import Caller'}

if TYPE_CHECKING:
    from collections.abc import ${iterators}

    from . import schemas
    from ._events import Event
    from ._request import Time


class ${name}(${isAsync ? 'AsyncCaller' : 'Caller'}):
${docstring('    ', ['The operations of the API by their ids.'])}
${methods.join('\n')}`;
}
