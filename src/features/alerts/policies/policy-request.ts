import type { FieldProblem } from '../../../api/problem.js';
import { templateProblem } from '../../../text/placeholders.js';
import { TimeZone } from '../../../time/time-zone.js';
import { MAX_ROUNDS, type Policy, type PolicyStep, roundsOf } from './policy.js';
import { messageNames } from './policy-message.js';

export type PolicyContent = Pick<
  Policy,
  'name' | 'enabled' | 'routes' | 'steps' | 'inhibitedBy' | 'titleTemplate' | 'textTemplate' | 'notifyWhenHandled'
>;

/** A policy as a caller sends it; omitted settings have defaults. */
export interface PolicyInput extends Partial<Omit<PolicyContent, 'steps' | 'name'>> {
  name: string;
  steps: Array<Partial<PolicyStep>>;
}

export type PolicyChanges = Partial<PolicyInput>;

const defaults: Omit<PolicyContent, 'name' | 'steps'> = {
  enabled: true,
  routes: [],
  inhibitedBy: null,
  titleTemplate: '{{alert.title}}',
  textTemplate: '{{alert.severity}}, {{alert.state}} since {{alert.startedAt}}. Policy {{policy.name}}, step {{step}}.',
  notifyWhenHandled: true,
};

const lower = (tags: string[]) => [...new Set(tags.map((tag) => tag.toLowerCase()))];

/** Returns the content of a policy after a change; omitted fields are unchanged. */
export function contentAfter(current: PolicyContent | undefined, changes: PolicyChanges): PolicyContent {
  const { steps, routes, inhibitedBy, ...rest } = JSON.parse(JSON.stringify(changes)) as PolicyChanges;
  const base = current ?? { ...defaults, name: '', steps: [] };
  return {
    ...base,
    ...rest,
    steps:
      steps?.map(({ contactIds = [], onCallIds = [], repeatMinutes = null, escalateAfterMinutes = null }) => ({
        contactIds: [...new Set(contactIds)],
        onCallIds: [...new Set(onCallIds)],
        repeatMinutes,
        escalateAfterMinutes,
      })) ?? base.steps,
    routes: routes?.map((route) => (route.tags ? { ...route, tags: lower(route.tags) } : route)) ?? base.routes,
    inhibitedBy: inhibitedBy?.tags
      ? { ...inhibitedBy, tags: lower(inhibitedBy.tags) }
      : (inhibitedBy ?? (inhibitedBy === null ? null : base.inhibitedBy)),
  };
}

/** Returns what is wrong with a policy, apart from objects that it names. */
export function policyProblems({ routes, steps, inhibitedBy, ...templates }: PolicyContent): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (pointer: string, detail: string | undefined) => detail && problems.push({ pointer, detail });
  for (const name of ['titleTemplate', 'textTemplate'] as const)
    add(
      `/${name}`,
      templateProblem(templates[name], (one) => messageNames.has(one)),
    );
  for (const [index, { bbox, hours }] of routes.entries()) {
    const [, south = 0, , north = 0] = bbox ?? [];
    if (south > north || south < -90 || north > 90)
      add(`/routes/${index}/bbox`, 'must have latitudes from -90 to 90, the southern one first');
    if (hours !== undefined && !TimeZone.exists(hours.timeZone))
      add(`/routes/${index}/hours/timeZone`, 'is not an IANA time zone');
  }
  for (const [index, step] of steps.entries()) add(`/steps/${index}`, stepProblem(step, index === steps.length - 1));
  if (problems.length === 0 && roundsOf(steps) > MAX_ROUNDS)
    add('/steps', `notify more than ${MAX_ROUNDS} times before the escalation ends`);
  if (inhibitedBy !== null && inhibitedBy.ruleIds === undefined && inhibitedBy.tags === undefined)
    add('/inhibitedBy', 'must name rules or tags');
  return problems;
}

function stepProblem(step: PolicyStep, isLast: boolean): string | undefined {
  const { contactIds, onCallIds = [], repeatMinutes, escalateAfterMinutes } = step;
  if (contactIds.length + onCallIds.length === 0) return 'must name a contact or an on-call schedule';
  if (escalateAfterMinutes !== null) return undefined;
  if (repeatMinutes !== null) return 'repeats without an end: set `escalateAfterMinutes`';
  return isLast ? undefined : 'has no way to the next step: set `escalateAfterMinutes`';
}
