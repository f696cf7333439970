import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';

/**
 * Starts a headless Chromium that can only reach this machine. It is found by `CHROMIUM_PATH` or in the usual places.
 * @throws if there is no Chromium
 */
export async function openBrowser(): Promise<Browser> {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const executablePath = places.find((place) => place !== undefined && place !== '' && existsSync(place));
  if (executablePath === undefined) throw new Error('No Chromium found. Install it, or name one in CHROMIUM_PATH.');
  return launch({
    executablePath,
    headless: true, // in a new temporary profile, removed with the browser
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Enables WebGL without a graphics card.
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Passkeys belong to a host name, so the name of this machine is reached, too.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}

/** A page whose failures are recorded. */
export interface Inspection {
  page: Page;
  /**
   * Returns the failures since the page was opened, one line each: policy violations, console errors, exceptions, and
   * requests that failed or went to other hosts.
   */
  complaints(): Promise<string[]>;
  /**
   * Returns the CPU time of the page's main thread, in seconds of a machine that needs one second for `UNIT_WORK`. That
   * work runs right after it, because a busy processor makes each thread slower.
   */
  busySeconds(): Promise<number>;
}

export interface InspectOptions {
  colorScheme?: 'light' | 'dark';
  width?: number;
  /** Headers of every request, such as the access token. */
  headers?: Record<string, string>;
}

/** A page shows whether the service is ready: a busy machine is not always. */
const READINESS = '/api/v1/health/ready';
/**
 * Error of a request that the page aborted itself, by a signal or because its user went to another page, and of a
 * response without a body (204). A connection that the service closes has another error.
 */
const ABORTED = 'net::ERR_ABORTED';

/** Parses, sorts and lays out as pages do. */
const UNIT_WORK = `
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, name: 'row ' + ((index * 7919) % 20_000) }));
  for (let round = 0; round < 4; round += 1)
    JSON.parse(JSON.stringify(rows)).sort((one, other) => one.name.localeCompare(other.name));
  document.body.innerHTML = rows.map(({ name }) => '<div><p>' + name + '</p><i>' + name + '</i></div>').join('');
  document.body.offsetHeight;
`;

/** Opens an address in a new page of the browser, and records the failures of the page from the start. */
export async function inspectPage(url: string, browser: Browser, options: InspectOptions = {}): Promise<Inspection> {
  const page = await browser.newPage();
  page.setDefaultTimeout(READY.timeout);
  await page.setViewport({ width: options.width ?? 1280, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: options.colorScheme ?? 'light' }]);
  if (options.headers !== undefined) await page.setExtraHTTPHeaders(options.headers);
  const seen: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url?.endsWith(READINESS))
      seen.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`exception: ${String(error)}`));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText;
    if (error !== ABORTED) seen.push(`failed: ${request.url()} ${error}`);
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (['http:', 'https:', 'ws:', 'wss:'].includes(target.protocol) && target.origin !== new URL(url).origin)
      seen.push(`foreign: ${target}`);
  });
  page.on('response', (response) => {
    const isBusy = response.status() === 503 && response.url().endsWith(READINESS);
    if (response.status() >= 400 && !isBusy) seen.push(`status ${response.status()}: ${response.url()}`);
  });
  await page.evaluateOnNewDocument(`
    globalThis.policyViolations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      policyViolations.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));
  `);
  const cpuSeconds = await cpuMeter(page);
  await page.goto(url, { waitUntil: 'load' });
  return {
    page,
    busySeconds: async () => (await cpuSeconds()) / (await unitSeconds(browser)),
    complaints: async () => [...seen, ...((await page.evaluate('policyViolations')) as string[])],
  };
}

/** Starts to measure a page. @returns the CPU time of its main thread since then (s) */
async function cpuMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    Number.NaN;
}

/** Returns the CPU time of `UNIT_WORK` now (s). */
async function unitSeconds(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const cpuSeconds = await cpuMeter(page);
  await page.evaluate(UNIT_WORK);
  const seconds = await cpuSeconds();
  await page.close();
  return seconds;
}

/** Timeout of waits in a page. It is generous, because the cost of a page is measured with `busySeconds`. */
export const READY = { timeout: 120_000 };
