import { recorded, recordedJson, startVendorStub, type VendorReply, type VendorStub } from './vendor-stub.js';

const WEEK_MS = 7 * 86_400_000;
/** The last recorded day. */
const LAST = '2026-04-13';

/** Shifts the recorded days by whole weeks up to a day, so that a Monday stays a Monday. */
function shifted(text: string, today: string): string {
  const weeks = Math.max(0, Math.floor((Date.parse(today) - Date.parse(LAST)) / WEEK_MS));
  const later = (day: string) => new Date(Date.parse(day) + weeks * WEEK_MS).toISOString().slice(0, 10);
  return text.replace(/\b20(?:2[6-9]|[3-9]\d)-\d{2}-\d{2}\b/g, later);
}

/** Starts a stub of Frankfurter v1. @param today last day with rates. Default: the last recorded one */
export function startFrankfurterStub(today = LAST): Promise<VendorStub> {
  const days: Record<string, Record<string, number>> = JSON.parse(
    shifted(JSON.stringify(recordedJson('frankfurter/days.json')), today),
  );
  const known = Object.keys(days).sort();
  return startVendorStub({
    answer: ({ path, query }): VendorReply => {
      const [, version, asked = ''] = path.split('/');
      const head = { amount: 1.0, base: 'EUR' };
      const notFound = { status: 404, body: { message: 'not found' } };
      if (version !== 'v1' || (query.get('base') ?? 'EUR') !== 'EUR') return notFound;
      const [from, to] = asked.split('..');
      if (to !== undefined) {
        const within = known.filter((day) => day >= (from as string) && day <= to);
        if (within.length === 0) return notFound;
        return {
          body: {
            ...head,
            start_date: within[0],
            end_date: within.at(-1),
            rates: Object.fromEntries(within.map((day) => [day, days[day]])),
          },
        };
      }
      const date = known.findLast((day) => asked === 'latest' || day <= asked);
      return date === undefined ? notFound : { body: { ...head, date, rates: days[date] } };
    },
  });
}

/**
 * Starts a stub of the documents of the European Central Bank.
 * @param today last day with rates. Default: the last recorded one
 */
export function startEcbStub(today = LAST): Promise<VendorStub> {
  return startVendorStub({
    answer: ({ path }) => {
      const name = /^\/stats\/eurofxref\/(eurofxref-(?:daily|hist-90d|hist)\.xml)$/.exec(path)?.[1];
      if (name === undefined) return { status: 404, body: '<html>Page not found</html>' };
      return { headers: { 'content-type': 'text/xml' }, body: shifted(recorded(`ecb/${name}`), today) };
    },
  });
}
