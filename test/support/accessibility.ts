import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { lazy } from '../../src/async/lazy.js';

const source = lazy(() => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * Returns what axe-core finds wrong in a page, one line for each element: rules of WCAG 2.2 A and AA, and best
 * practices. axe-core runs in the page by the debugger, which the Content-Security-Policy does not restrict.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(source());
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}
