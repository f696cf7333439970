/** An object of STIX as received. */
// biome-ignore lint/suspicious/noExplicitAny: the rules below check the shape of the objects
export type StixJson = Record<string, any>;

// The rules of STIX 2.1 (OASIS Standard, 10 June 2021) that an object must satisfy, with the numbers of their sections.

const ID = /^([a-z][a-z0-9-]+[a-z0-9])--[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3,}Z$/;
const REFERENCE_URL = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

const common = ['type', 'spec_version', 'id', 'created', 'modified'];
const optional = ['created_by_ref', 'revoked', 'labels', 'external_references', 'description'];
/** Required and other properties of the published types: sections 4.4, 4.5, 4.12 and 4.18. */
const types: Readonly<Record<string, { required: string[]; other: string[] }>> = {
  grouping: { required: ['context', 'object_refs'], other: ['name'] },
  identity: { required: ['name'], other: ['identity_class', 'contact_information'] },
  note: { required: ['content', 'object_refs'], other: ['abstract'] },
  vulnerability: { required: ['name'], other: [] },
};

/** Returns the violations of an object on its own, in words. */
export function stixFaults(object: StixJson): string[] {
  const type = types[object.type];
  if (type === undefined) return [`3.2: ${object.type} is no published type`];
  const { required, other } = type;
  const missing = [...common, ...required].filter((name) => object[name] === undefined);
  const unknown = Object.keys(object).filter((name) => ![...common, ...optional, ...required, ...other].includes(name));
  return [
    ...missing.map((name) => `3.2: ${name} is missing`),
    ...unknown.map((name) => `3.1: ${name} is no property of ${object.type}`),
    ...(object.spec_version === '2.1' ? [] : ['3.2: spec_version is not 2.1']),
    ...(ID.exec(object.id)?.[1] === object.type ? [] : [`2.9: ${object.id} is no id of this type`]),
    ...['created', 'modified'].filter((name) => !INSTANT.test(object[name])).map((name) => `2.16, 3.2: ${name}`),
    ...(Date.parse(object.modified) >= Date.parse(object.created) ? [] : ['3.2: modified before created']),
    ...emptyFaults(object),
    ...(object.external_references ?? []).flatMap(referenceFaults),
    ...('revoked' in object && object.revoked !== true ? ['3.2: revoked is not true'] : []),
    ...textFaults(object),
  ];
}

/** Lists and dictionaries must not be empty (sections 2.10 and 2.4), and null does not exist (section 3.1). */
function emptyFaults(value: unknown): string[] {
  if (value === null) return ['3.1: a value is null'];
  if (typeof value !== 'object') return value === '' ? ['a text is empty'] : [];
  const inner = Object.values(value as object);
  return inner.length === 0 ? ['2.10: a list is empty'] : inner.flatMap(emptyFaults);
}

/** Section 2.5: a name of the source, at least one more property, and the forms of CVE ids and URLs. */
function referenceFaults(reference: StixJson): string[] {
  const { source_name: name, description, url, external_id: id, ...rest } = reference;
  const isCve = /^CVE-\d{4}-(?:0\d{3}|[1-9]\d{3,})$/.test(id ?? '');
  return [
    ...(typeof name === 'string' && name !== '' ? [] : ['2.5: a reference without source_name']),
    ...(description === undefined && url === undefined && id === undefined ? [`2.5: ${name} says nothing`] : []),
    ...(url === undefined || REFERENCE_URL.test(url) ? [] : [`2.5: ${url} is no URL`]),
    ...((name === 'cve') === isCve ? [] : [`2.5: ${name} with ${id}`]),
    ...Object.keys(rest).map((other) => `2.5: ${other} is no property of a reference`),
  ];
}

const lists = ['labels', 'external_references', 'object_refs'];
function textFaults(object: StixJson): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (name === 'revoked') return [];
    return lists.includes(name) === Array.isArray(value) && (Array.isArray(value) || typeof value === 'string')
      ? []
      : [`3.1: ${name} has another type`];
  });
}

/** Returns the violations of objects together: the ids occur once, and all references resolve (section 2.9). */
export function collectionFaults(objects: readonly StixJson[]): string[] {
  const ids = new Set(objects.map(({ id }) => id));
  const dangling = objects.flatMap(({ id, created_by_ref: creator, object_refs: refs = [] }) =>
    [...(creator === undefined ? [] : [creator]), ...refs]
      .filter((reference: string) => !ids.has(reference))
      .map((reference: string) => `${id} refers to ${reference}, which is missing`),
  );
  return [
    ...objects.flatMap((object) => stixFaults(object).map((fault) => `${object.id}: ${fault}`)),
    ...(ids.size === objects.length ? [] : ['an object occurs twice']),
    ...dangling,
  ];
}

/** Returns the violations of a bundle (section 8). */
export function bundleFaults({ type, id, objects, ...rest }: StixJson): string[] {
  return [
    ...(type === 'bundle' && ID.exec(id)?.[1] === 'bundle' ? [] : ['8: type or id of the bundle']),
    ...(objects === undefined || objects.length > 0 ? [] : ['2.10: objects is empty']),
    ...Object.keys(rest).map((name) => `8.1: ${name} is no property of a bundle`),
    ...collectionFaults(objects ?? []),
  ];
}
