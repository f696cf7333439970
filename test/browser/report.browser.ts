import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Browser } from 'puppeteer-core';
import { InstrumentTable } from '../../src/features/markets/directory/instrument-table.js';
import { inspectPage, openBrowser } from '../support/browser.js';
import { startTestService, type TestService } from '../support/test-service.js';

const HOLDINGS = 70;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="40" height="40" fill="#0068a8"/>' +
  '<text x="48" y="27" font-size="20" fill="#18202a">Lovelace</text></svg>';

let browser: Browser;
let service: TestService;
test.before(async () => {
  service = await startTestService();
  browser = await openBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await service?.close();
});

/** Returns the address of the report on a client with many holdings, and headers with which it can be read. */
async function longReport() {
  const ada = await service.signedIn();
  const data = Buffer.from(logo).toString('base64');
  await ada.patch('/clients/letterhead', {
    name: 'Lovelace Wealth Ltd',
    address: ['1 Harbour Street', 'London EC3 4AB'],
    logo: { mediaType: 'image/svg+xml', data },
  });
  const client = (await ada.post('/clients', { name: 'Grace Hopper', currency: 'EUR', benchmark: 'SPY.US' })).json;
  const own = (await ada.post('/portfolios', { name: 'Retirement', baseCurrency: 'USD', kind: 'client' })).json;
  const symbols = service.services
    .get(InstrumentTable)
    .ofClass('equity')
    .flatMap(({ symbol }) => (/^[A-Z]+\.US$/.test(symbol) ? [symbol] : []))
    .slice(0, HOLDINGS);
  const rows = [
    `deposit,,,,2000000,USD,0,${ago(200)}`,
    ...symbols.map((symbol, at) => `buy,${symbol},${10 + at},${100 + at},,USD,1,${ago(190)}`),
    ...symbols.slice(0, 10).map((symbol) => `sell,${symbol},5,150,,USD,1,${ago(20)}`),
  ];
  const csv = `type,symbol,quantity,price,amount,currency,fee,tradedAt\r\n${rows.join('\r\n')}\r\n`;
  const imported = await ada.call('POST', `/portfolios/${own.id}/import`, {
    rawBody: csv,
    headers: { 'content-type': 'text/csv' },
  });
  if (imported.status !== 200) throw new Error(imported.text.slice(0, 500));
  await ada.put(`/clients/${client.id}/portfolios/${own.id}`, undefined);
  // Prices of all holdings are read before a browser waits for the page.
  await ada.get(`/clients/${client.id}/report`);
  const headers = { authorization: `Bearer ${ada.token}`, accept: 'text/html' };
  return { url: `${service.url}/api/v1/clients/${client.id}/report?format=html`, headers, symbols };
}

/** Returns the words of each page of a PDF, with their distance from its upper edge (points). */
function wordsOf(pdf: Uint8Array): Array<Array<{ text: string; top: number }>> {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-report-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    const text = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
    return text
      .split('<page ')
      .slice(1)
      .map((page) =>
        [...page.matchAll(/<word [^>]*yMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map(([, top, word = '']) => ({
          top: Number(top),
          text: word,
        })),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.serial('a report of 70 holdings prints on A4 in light colors, and no row of a table is cut', async (t) => {
  const { url, headers, symbols } = await longReport();
  const { page, complaints } = await inspectPage(url, browser, { headers, colorScheme: 'dark' });
  t.deepEqual(await complaints(), []);
  const rows = (await page.evaluate(
    `[...document.querySelectorAll('section')].find((one) => one.querySelector('h2').textContent === 'Holdings').querySelectorAll('tbody tr').length`,
  )) as number;
  t.is(rows, HOLDINGS + 2);
  await page.emulateMediaType('print');
  t.is(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  if (process.env.REPORT_PDF) writeFileSync(process.env.REPORT_PDF, pdf);
  const pages = wordsOf(pdf);
  t.true(pages.length >= 5 && pages.length <= 8, `${pages.length} pages`);
  // A symbol is in one cell with its name and is drawn below it, so it must not be alone at the top of a page.
  const heads = pages.filter((words) => words.some(({ text }) => text === 'Security'));
  t.true(heads.length >= 3, 'the heads of tables are repeated on every page');
  for (const symbol of symbols) {
    const at = pages.findIndex((words) => words.some(({ text }) => text === symbol));
    const found = pages[at]?.find(({ text }) => text === symbol);
    t.true(found !== undefined && found.top > 60, `${symbol} stands alone at the top of page ${at + 1}`);
  }
  await page.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.serial(`a report follows the color scheme on a screen, with its charts (${colorScheme})`, async (t) => {
    const { url, headers } = await longReport();
    const { page, complaints } = await inspectPage(url, browser, { headers, colorScheme });
    const colors = await page.evaluate(
      `[document.body, document.querySelector('svg > rect')].map((one) => getComputedStyle(one)).map((style) => style.fill === 'rgb(0, 0, 0)' ? style.backgroundColor : style.fill)`,
    );
    const ground = colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(17, 22, 28)';
    t.is((colors as string[])[0], ground);
    t.is(
      await page.evaluate(
        `getComputedStyle([...document.querySelectorAll('figure svg')].at(-1).querySelector('rect')).fill`,
      ),
      ground,
    );
    t.deepEqual(await complaints(), []);
    if (process.env.REPORT_SHOTS)
      for (const width of [400, 960, 1600]) {
        await page.setViewport({ width, height: 1200 });
        await page.screenshot({ path: `${process.env.REPORT_SHOTS}/${colorScheme}-${width}.png`, fullPage: true });
      }
    await page.close();
  });
