import { filled, valueAt } from '../../../text/placeholders.js';
import type { Alert } from '../alerts/alert.js';
import { alertFields } from '../alerts/alert-json.js';
import type { NoticeKind } from '../contacts/channels/channel.js';
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
  'policy.name',
  'kind',
  'step',
  'repeatCount',
]);

const prefixes: Partial<Record<NoticeKind, string>> = { acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' };

/** Returns the title and the text of a message about an alert. */
export function messageOf(
  { name, titleTemplate, textTemplate }: Pick<Policy, 'name' | 'titleTemplate' | 'textTemplate'>,
  alert: Alert,
  { kind, step, repeat }: { kind: NoticeKind; step: number; repeat: number },
): { title: string; text: string } {
  const { symbols, entities, tags, ...fields } = alertFields(alert);
  const lists = { symbols: symbols.join(', '), entities: entities.join(', '), tags: tags.join(', ') };
  const values = { alert: { ...fields, ...lists }, policy: { name }, kind, step: step + 1, repeatCount: repeat };
  const written = (template: string, max: number) =>
    filled(template, (path) => (messageNames.has(path) ? valueAt(values, path) : undefined))
      .slice(0, max)
      .toWellFormed();
  return {
    title: written(`${prefixes[kind] ?? ''}${titleTemplate}`, 500) || alert.title,
    text: written(textTemplate, 4_000) || alert.title,
  };
}
