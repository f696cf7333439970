import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { DEFAULT_INTERVAL_HOURS, type PriceAddress, type PriceTerms } from '../own/price-address.js';
import { parseJsonPath } from './json-path.js';

type Optional = 'timePath' | 'currencyPath';

/** The values to read, as callers give them. */
export type GivenTerms = Omit<PriceTerms, Optional> & Partial<Pick<PriceTerms, Optional>>;

/** A price address as callers give it. */
export type GivenAddress = GivenTerms & Partial<Pick<PriceAddress, 'intervalHours' | 'timeOfDay'>>;

export const termsOf = ({ url, pricePath, timePath = null, currencyPath = null }: GivenTerms): PriceTerms => ({
  url,
  pricePath,
  timePath,
  currencyPath,
});

/** Returns an address with its defaults. */
export const addressOf = (given: GivenAddress): PriceAddress => ({
  ...termsOf(given),
  intervalHours: given.intervalHours ?? DEFAULT_INTERVAL_HOURS,
  timeOfDay: given.timeOfDay ?? null,
});

/** Returns the fields of an address that are not valid. */
export function addressProblems(given: GivenAddress): Array<{ field: keyof PriceAddress; detail: string }> {
  const address = addressOf(given);
  const paths = (['pricePath', 'timePath', 'currencyPath'] as const).filter((field) => {
    const path = address[field];
    return path !== null && parseJsonPath(path) === undefined;
  });
  const problems: Array<{ field: keyof PriceAddress; detail: string }> = paths.map((field) => ({
    field,
    detail: "must be a JSONPath to one value, such as $.data[0].close or $['net value']",
  }));
  if (address.timeOfDay !== null && (address.intervalHours * HOUR_MS) % DAY_MS !== 0)
    problems.push({ field: 'timeOfDay', detail: 'needs an `intervalHours` of whole days, such as 24' });
  return problems;
}
