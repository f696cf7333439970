import { fieldsOf } from './field.js';
import { choice, type DtoClass, list, type Rule } from './rules.js';

/** Query parameter of every list that selects fields of its items. */
export const FIELDS = 'fields';

export const fieldsRule = (names: readonly string[]): Rule => list(choice(names), names.length, 1);

/** Media type of a list whose items have only the fields that the parameter `fields` names. */
export const partialJsonType = 'application/json;partial=true';

export const fieldsDescription =
  'The members of each item to return, in JSON and CSV; others are absent, even required ones. JSON then has the media ' +
  `type \`${partialJsonType}\`. Default: every member.`;

/**
 * Returns the names of the fields of a list's items, from which `fields` can select; undefined for a DTO that is not a
 * list of objects of one class.
 */
export function itemNamesOf(returns: DtoClass | undefined): readonly string[] | undefined {
  if (returns === undefined) return undefined;
  const fields = fieldsOf(returns);
  const rule = fields.find(({ name }) => name === 'items')?.rule;
  if (rule?.items === undefined || rule.nested === undefined || !fields.some(({ name }) => name === 'nextCursor'))
    return undefined;
  return fieldsOf(rule.nested()).map(({ name }) => name);
}
