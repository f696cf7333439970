/** Codes of warnings whose text contains amounts of money or units. */
const WITH_AMOUNTS: ReadonlySet<string> = new Set(['negative_cash', 'oversold', 'lots_unavailable']);

/** Replaces the text of warnings that contain amounts in a response, for a grant that hides amounts. */
export function withoutAmounts<Report extends { warnings: Array<{ code: string; detail: string }> }>(report: Report) {
  for (const warning of report.warnings)
    if (WITH_AMOUNTS.has(warning.code)) warning.detail = 'The owner sees the amounts of this warning.';
  return report;
}
