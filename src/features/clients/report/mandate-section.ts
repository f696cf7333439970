import type { ClientReport } from './client-report.js';
import { instrumentText, percentText, safe, table } from './report-texts.js';

const MAX_ROWS = 50;

/** Renders the check of the mandate as a section of the report; returns an empty string without a mandate. */
export function mandateSection({ mandate, figures: { check }, instruments }: ClientReport): string {
  if (mandate === undefined || check === null) return '';
  const breaches =
    check.breaches.length === 0
      ? '<p class="good">The portfolio complies with the mandate.</p>'
      : `<ul class="bad">${check.breaches
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
  return `<section><h2>Mandate</h2>${breaches}${drift}${rows.length === 0 ? '' : table(columns, rows)}</section>`;
}
