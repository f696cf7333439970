import { docstring, fitted, HEADER, isKeyword, MAX_WIDTH, pascal, quoted } from './python.js';

/** Names that the module imports; a schema of the same name would hide them. */
const TAKEN = ['Any', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict'];

/**
 * Writes a `TypedDict` for each schema of a description, and for each object within one.
 * @returns the module, and a function that returns the type of any schema, for which `prefix` is put before the names
 * of this module
 */
export function schemasModule(description) {
  const { schemas } = description.components;
  const definitions = new Map();

  const named = (reference) => reference.split('/').at(-1);

  /** Returns a schema with the properties of those that it extends. */
  function whole(schema) {
    const bases = (schema.allOf ?? []).map((base) => whole(base.$ref ? schemas[named(base.$ref)] : base));
    if (bases.length === 0) return schema;
    const parts = [...bases, schema];
    return {
      ...Object.assign({}, ...parts),
      allOf: undefined,
      properties: Object.assign({}, ...parts.map((part) => part.properties)),
      required: parts.flatMap((part) => part.required ?? []),
    };
  }

  function define(name, given) {
    if (TAKEN.includes(name)) throw new Error(`The schema ${name} has the name of an import of the module.`);
    if (definitions.has(name)) throw new Error(`Two types are called ${name}.`);
    definitions.set(name, '');
    const schema = whole(given);
    if (schema.properties === undefined) {
      definitions.set(name, `${name}: TypeAlias = ${quoted(typeOf(schema, name))}\n`);
      return;
    }
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(([field, inner]) => {
      const type = typeOf(inner, name + pascal(field));
      return [field, required.has(field) ? type : `NotRequired[${type}]`];
    });
    const isClass = fields.every(([field]) => /^[A-Za-z_]\w*$/.test(field) && !isKeyword(field));
    if (isClass) {
      const members = fields
        .map(([field, type]) => {
          const line = `    ${field}: ${type}`;
          const isWideUnion = line.length > MAX_WIDTH && /^\w+ \| /.test(type);
          return isWideUnion ? fitted('    ', `${field}: (${type})`) : fitted('    ', line.trimStart());
        })
        .join('');
      definitions.set(
        name,
        `class ${name}(TypedDict):\n${docstring('    ', [schema.description ?? `${name}.`])}\n${members || '    pass\n'}`,
      );
      return;
    }
    // A key that is a keyword of Python needs the other form, whose types are texts.
    const members = fields.map(([field, type]) => {
      const isOptional = type.startsWith('NotRequired[');
      const text = quoted(isOptional ? type.slice('NotRequired['.length, -1) : type);
      return `        ${quoted(field)}: ${isOptional ? `NotRequired[${text}]` : text},\n`;
    });
    definitions.set(name, `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${members.join('')}    },\n)\n`);
  }

  /** Returns the type of a schema. An object without a name of its own is defined as `name`. */
  function typeOf(schema, name, prefix = '') {
    if (schema.$ref) return prefix + named(schema.$ref);
    const types = [schema.type ?? []].flat();
    if (types.includes('null') && types.length > 1) {
      const rest = types.filter((type) => type !== 'null');
      return union([typeOf({ ...schema, type: rest.length === 1 ? rest[0] : rest }, name, prefix), 'None']);
    }
    if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`;
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value));
      const literal = `Literal[${values.join(', ')}]`;
      return schema['x-extensible'] ? `${literal} | str` : literal;
    }
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives) return union(alternatives.map((one, at) => typeOf(one, `${name}${at + 1}`, prefix)));
    if (types.length > 1) return union(types.map((type) => typeOf({ ...schema, type }, name, prefix)));
    switch (types[0]) {
      case 'string':
        return schema.format === 'binary' ? 'bytes' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `list[${schema.items ? typeOf(schema.items, `${name}Item`, prefix) : 'Any'}]`;
      case 'object':
        if (schema.properties && prefix === '') {
          define(name, schema);
          return name;
        }
        return typeof schema.additionalProperties === 'object'
          ? `dict[str, ${typeOf(schema.additionalProperties, `${name}Value`, prefix)}]`
          : 'dict[str, Any]';
      default:
        return 'Any';
    }
  }

  for (const [name, schema] of Object.entries(schemas)) define(name, schema);
  const body = [...definitions.values()].join('\n\n');
  const text = `${HEADER}"""The schemas of the API: dictionaries as the service sends and accepts them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

${body}`;
  return { text, typeOf };
}

/** Returns a union without repetitions, with None at its end. */
function union(types) {
  const parts = [...new Set(types.flatMap((type) => (/[[\]]/.test(type) ? [type] : type.split(' | '))))];
  return [...parts.filter((part) => part !== 'None'), ...(parts.includes('None') ? ['None'] : [])].join(' | ');
}
