import { filled, valueAt } from '../../../text/placeholders.js';
import type { Alert } from '../alerts/alert.js';
import { alertFields } from '../alerts/alert-json.js';
import type { NoticeKind } from '../contacts/channels/channel.js';
import { memberOf } from './alert-member.js';
import type { Policy } from './policy.js';

/** Names that the templates of messages can use. */
export const messageNames: ReadonlySet<string> = new Set([
  'alert.id',
  'alert.title',
  'alert.ruleName',
  'alert.ruleId',
  'alert.severity',
  'alert.state',
  'alert.entity',
  'alert.symbols',
  'alert.entities',
  'alert.tags',
  'alert.startedAt',
  'alert.firedAt',
  'alert.place.lat',
  'alert.place.lon',
  'alert.url',
  'alert.value',
  'alert.threshold',
  'alert.operator',
  'alert.values',
  'member.type',
  'member.id',
  'member.name',
  'member.url',
  'policy.name',
  'kind',
  'step',
  'repeatCount',
]);

const prefixes: Partial<Record<NoticeKind, string>> = { acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' };

/**
 * Returns the title and the text of a message about an alert.
 * @param publicUrl address of the service, for links; empty if it is unknown
 */
export function messageOf(
  { name, titleTemplate, textTemplate }: Pick<Policy, 'name' | 'titleTemplate' | 'textTemplate'>,
  alert: Alert,
  { kind, step, repeat }: { kind: NoticeKind; step: number; repeat: number },
  publicUrl: string,
): { title: string; text: string } {
  const { symbols, entities, tags, ...fields } = alertFields(alert);
  const lists = { symbols: symbols.join(', '), entities: entities.join(', '), tags: tags.join(', ') };
  const linkTo = (target: string, id: string) =>
    publicUrl === '' ? undefined : `${publicUrl}/#${target}=${encodeURIComponent(id)}`;
  const member = memberOf(alert);
  const values = {
    alert: { ...fields, ...lists, ...readingsOf(alert), url: linkTo('alert', alert.id) },
    member: member && { ...member, url: linkTo(member.type, member.id) },
    policy: { name },
    kind,
    step: step + 1,
    repeatCount: repeat,
  };
  const written = (template: string, max: number) =>
    filled(template, (path) => (messageNames.has(path) ? valueAt(values, path) : undefined))
      .slice(0, max)
      .toWellFormed();
  return {
    title: written(`${prefixes[kind] ?? ''}${titleTemplate}`, 500) || alert.title,
    text: written(textTemplate, 4_000) || alert.title,
  };
}

/** Without the last digits, which come from binary fractions: 251.29999999999998. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** Returns the values with which the alert fired: of the first leaf that was met, and of all met leaves as one text. */
function readingsOf({ explanation }: Alert) {
  const met = explanation.filter(({ isTrue, value }) => isTrue === true && value !== null);
  const [first] = met;
  const text = met.map(({ type, value, operator, threshold }) =>
    [
      `${type.replaceAll('_', ' ')} ${rounded(value as number)}`,
      ...(operator === null || threshold === null ? [] : [`${operator} ${rounded(threshold)}`]),
    ].join(', '),
  );
  return {
    value: first && rounded(first.value as number),
    threshold: first?.threshold == null ? undefined : rounded(first.threshold),
    operator: first?.operator,
    values: text.join('; '),
  };
}
