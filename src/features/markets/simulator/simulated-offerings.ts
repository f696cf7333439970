import { between, keyOf, mix, unit } from '../../../simulation/noise.js';
import type { CalendarEntry } from '../calendar-entry.js';
import { formatDay, isWeekend } from '../civil-day.js';

/** Fraction of working days with an offering. */
const RATE = 0.12;
/** Days before an offering since which it is known. */
const KNOWN_DAYS = 35;
const first = ['Alder', 'Borealis', 'Cobalt', 'Drift', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Iris', 'Juniper'];
const second = ['Analytics', 'Biologics', 'Energy', 'Foods', 'Logistics', 'Materials', 'Networks', 'Robotics'];

/**
 * Returns the offerings of companies that exist only in the simulation, on the days from `from` to `to` (days since
 * 1970-01-01) that are known on the day `today`. They have no symbol, because they do not trade afterwards.
 */
export function offeringsOf(seed: number, from: number, to: number, today: number): CalendarEntry[] {
  const key = keyOf(seed, 'offerings');
  const found: CalendarEntry[] = [];
  for (let day = from; day <= Math.min(to, today + KNOWN_DAYS); day += 1) {
    if (isWeekend(day) || unit(key, day) >= RATE) continue;
    const own = mix(key, day);
    const price = Math.round(between(own, 1, 9, 38));
    found.push({
      kind: 'ipo',
      day: formatDay(day),
      title: `${first[mix(own, 2) % first.length]} ${second[mix(own, 3) % second.length]} (invented company)`,
      currency: 'USD',
      priceLow: price,
      priceHigh: price + 1 + (mix(own, 4) % 3),
      shareCount: (4 + (mix(own, 5) % 40)) * 500_000,
    });
  }
  return found;
}
