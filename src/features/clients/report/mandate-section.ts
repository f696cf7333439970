import type { LookedThrough } from '../../portfolios/look-through/look-through.js';
import { breachCountOf } from '../mandate/mandate-check.js';
import type { LimitCheck } from '../mandate/mandate-limits.js';
import type { ClientReport } from './client-report.js';
import { instrumentText, percentText, safe, table } from './report-texts.js';

const MAX_ROWS = 50;
const stateTexts = { kept: 'Kept', breached: 'Breached', unverified: 'Not verified' } as const;
const isGroupBreach = ({ by, state }: LimitCheck) => by !== 'instrument' && state === 'breached';

/** Renders the check of the mandate as a section of the report; returns an empty string without a mandate. */
export function mandateSection({ mandate, figures: { check }, through, instruments }: ClientReport): string {
  if (mandate === undefined || check === null) return '';
  const isUnverified =
    check.unknownFacts.length + check.unknownFunds.length > 0 ||
    check.limits.some(({ state }) => state === 'unverified');
  const breaches =
    breachCountOf(check) === 0
      ? isUnverified
        ? '<p>No breach of the mandate is known; some of its terms could not be verified.</p>'
        : '<p class="good">The portfolio complies with the mandate.</p>'
      : `<ul class="bad">${[...check.breaches, ...check.limits.filter(isGroupBreach)]
          .slice(0, MAX_ROWS)
          .map(({ detail }) => `<li>${safe(detail)}</li>`)
          .join('')}</ul>`;
  const drift =
    check.drift === null
      ? ''
      : `<p>Drift from the target allocation: <b>${percentText(check.drift)}</b> of the portfolio value.</p>`;
  const rows = check.targets
    .slice(0, MAX_ROWS)
    .map(({ symbol, target, weight, difference, isWithinBands }) => [
      symbol === null ? 'Cash' : instrumentText(symbol, instruments),
      percentText(target),
      percentText(weight),
      percentText(difference),
      isWithinBands ? 'Within band' : 'Outside band',
    ]);
  const columns = [
    { title: 'Security', isText: true },
    { title: 'Target' },
    { title: 'Weight' },
    { title: 'Difference' },
    { title: 'Status', isText: true },
  ];
  const targets = rows.length === 0 ? '' : table(columns, rows);
  return `<section><h2>Mandate</h2>${breaches}${drift}${targets}${limitsTable(check.limits)}${fundsText(through)}</section>`;
}

/** Renders the limits of groups and of the largest instrument; returns an empty string without limits. */
function limitsTable(limits: readonly LimitCheck[]): string {
  if (limits.length === 0) return '';
  const columns = [
    { title: 'Limit', isText: true },
    { title: 'Weight' },
    { title: 'Unknown' },
    { title: 'At least' },
    { title: 'At most' },
    { title: 'Status', isText: true },
  ];
  const rows = limits.map(({ by, group, weight, unknownWeight, minWeight, maxWeight, state }) => [
    safe(by === 'instrument' ? `Largest instrument${group === null ? '' : ` (${group})`}` : (group ?? '')),
    percentText(weight),
    percentText(unknownWeight),
    percentText(minWeight),
    percentText(maxWeight),
    stateTexts[state],
  ]);
  return table(columns, rows);
}

/** Renders the age of the holdings of funds, and what of these is unknown. */
function fundsText(through: LookedThrough | null): string {
  if (through === null || through.funds.length + through.opaqueFunds.length === 0) return '';
  const funds = through.funds
    .slice(0, MAX_ROWS)
    .map(({ fund: { symbol, asOf }, depth }) => `${symbol} (${asOf}${depth === 0 ? '' : `, inside ${depth} others`})`);
  const unknown = through.parts.reduce((sum, { kind, fraction }) => sum + (kind === 'unknown' ? fraction : 0), 0);
  const known = funds.length === 0 ? '' : `Holdings of funds are of the days in parentheses: ${funds.join(', ')}. `;
  const opaque = through.opaqueFunds.slice(0, MAX_ROWS).join(', ');
  const without = opaque === '' ? '' : ` Holdings are not known: ${opaque}.`;
  return `<p>${safe(`${known}Unknown parts of these funds: ${percentText(unknown)} of the value.${without}`)}</p>`;
}
