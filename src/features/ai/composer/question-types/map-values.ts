import { MINUTE_MS } from '../../../../time/durations.js';
import type { Orders } from './area-arguments.js';
import type { QuestionInput } from './question-type.js';

/** Words that order results. */
export const ORDERS =
  'fastest|slowest|largest|biggest|smallest|longest|highest|lowest|strongest|weakest|worst|deepest|oldest|newest|furthest|farthest';
export const MILITARY = 'military|fighter|fighters|warplane|warplanes|air force';
export const isMilitary = (words: string): boolean => new RegExp(`\\b(?:${MILITARY})\\b`).test(words);
export const NOT_AIRCRAFT =
  'private|commercial|passenger|cargo|freight|landing|departing|arriving|circling|hovering|climbing|descending';
/** Category of helicopters in reports of aircraft (DO-260B). */
export const ROTORCRAFT = 'A7';
export const isOfHelicopters = (words: string): boolean =>
  /\b(?:helicopters?|helis?|choppers?|rotorcraft)\b/.test(words);

/** Time before and after a moment in which positions of a vessel are looked for. */
const AROUND_MS = 30 * MINUTE_MS;
export const around = (at: Date) => ({
  from: new Date(at.getTime() - AROUND_MS).toISOString(),
  to: new Date(at.getTime() + AROUND_MS).toISOString(),
});

/** Navigation statuses of AIS (ITU-R M.1371) by the words for what vessels are doing. */
export const STATUSES: Readonly<Record<string, readonly number[]>> = {
  under_way: [0, 8],
  at_anchor: [1],
  not_under_command: [2],
  moored: [5],
  aground: [6],
};
/** Maximum speed (kn) of a vessel that does not move; its position still drifts by the error of the receiver. */
export const STOPPED_KNOTS = 0.5;
export const VESSEL_ORDERS: Orders = {
  fastest: '-speedKnots',
  slowest: 'speedKnots',
  largest: '-lengthMeters',
  biggest: '-lengthMeters',
  longest: '-lengthMeters',
  smallest: 'lengthMeters',
  shortest: 'lengthMeters',
  deepest: '-draughtMeters',
};
export const AIRCRAFT_ORDERS: Orders = {
  fastest: '-groundSpeedKnots',
  slowest: 'groundSpeedKnots',
  highest: '-altitudeFeet',
  lowest: 'altitudeFeet',
};
const QUAKE_ORDERS: Orders = {
  strongest: '-magnitude.value',
  largest: '-magnitude.value',
  biggest: '-magnitude.value',
  weakest: 'magnitude.value',
  smallest: 'magnitude.value',
  deepest: '-depthKm',
  shallowest: 'depthKm',
};
const EVENT_ORDERS: Orders = { strongest: '-severity', worst: '-severity', largest: '-severity', biggest: '-severity' };
/** Returns the orders of the natural events of a question: earthquakes have magnitudes and depths. */
export const eventOrders = ({ slots }: QuestionInput): Orders =>
  slots.all('eventType').every((type) => type === 'earthquake') && slots.has('eventType') ? QUAKE_ORDERS : EVENT_ORDERS;
/** Whether a destination is named that was not understood, such as a country: `bound for India`. */
export const isBoundElsewhere = ({ slots, words }: QuestionInput): boolean =>
  !slots.has('destination') &&
  /\b(?:bound|headed|heading|destined|en route|on (?:the|their|its) way) (?:for|to|towards?)\b/.test(words);

/** Matches sorts of ships that AIS does not distinguish: it has one type for tankers, and one for cargo ships. */
export const SUBTYPE =
  /\b(?:lng|lpg|gas|crude|product|chemical|container|bulk|cruise|car|vehicle|reefer|livestock|heavy lift)s? ?(?:ships?|carriers?|tankers?|vessels?|liners?)\b|\b(?:containerships?|boxships?|bulkers?|ferry|ferries|gas carriers?|reefers?)\b/;
