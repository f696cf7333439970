import { countryName } from '../../../../language/places-in.js';
import { EVENT_METERS, sizesOf, WATERS_METERS } from '../question-types/area-arguments.js';
import { STOPPED_KNOTS } from '../question-types/map-values.js';
import type { Limit } from '../spans/span.js';
import { count, joined, label, nothing, type Piece, quantity, say, time, words } from './answer-text.js';
import {
  type Answered,
  amount,
  citationOf,
  during,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  ofSeverity,
  plural,
  provenance,
  type Template,
  textOf,
} from './template.js';

const METERS_PER_NM = 1_852;
const digits = (value: number): number => (Number.isInteger(value) ? 0 : 1);
const readable = (name: string): string => name.replaceAll('_', ' ');

/** Returns the name of a vessel with its MMSI. */
function vesselName(item: Fields): Piece {
  const name = textOf(item.name);
  return name === '' ? say`MMSI ${label(textOf(item.mmsi))}` : say`${label(name)} (MMSI ${label(textOf(item.mmsi))})`;
}

const optional = (value: number | undefined, piece: (known: number) => Piece): Piece =>
  value === undefined ? nothing : piece(value);

function vesselRow(answered: Answered, item: Fields): Piece {
  const citation = citationOf(answered, item.mmsi);
  const distance = optional(
    numberOf(item.distanceMeters),
    (meters) => say`, ${quantity(meters / 1_000, 'km', 1, citation)} away`,
  );
  const speed = optional(numberOf(item.speedKnots), (knots) => say`, ${quantity(knots, 'kn', 1, citation)}`);
  const flag = textOf(item.flag) === '' ? nothing : say`, flag ${label(textOf(item.flag))}`;
  return say`${vesselName(item)}, ${words(readable(textOf(item.shipType) || 'type unknown'))}${flag}${speed}${distance}${provenance(item.provenance, item.observedAt, citation)}`;
}

/** Returns the place that a question is about; empty without one. */
function where({ reading, arguments: args }: Answered): Piece {
  const name = reading.input.slots.get('place')?.name;
  const country = reading.input.slots.get('country');
  const radius = numberOf(args.radiusMeters);
  const within = reading.kind.plan(reading.input)[0]?.about?.country;
  if (typeof within === 'string')
    return reading.kind.id === 'natural-events'
      ? say` in ${label(countryName(within))} and off its coast to ${quantity(EVENT_METERS / 1_000, 'km', 0, null)}`
      : say` in ${label(countryName(within))} and its waters to ${quantity(WATERS_METERS / METERS_PER_NM, 'nm', 0, null)}`;
  if (name === undefined) return country === undefined ? nothing : say` in ${label(country)}`;
  return radius === undefined
    ? say` in the area of ${label(name)}`
    : say` within ${quantity(radius / 1_000, 'km', 0, null)} of ${label(name)}`;
}

/** Types of vessels that can be used as nouns. */
const NOUNS: readonly string[] = ['tanker', 'tug'];

/** Returns the limits of a size in words: `100,000 t or more`. */
function sizeText({ of, min, max }: Limit): Piece {
  const unit = of === 'deadweight' ? 't' : 'm';
  if (max === undefined) return say`${quantity(min ?? 0, unit, 0, null)} or more`;
  const most = quantity(max, unit, 0, null);
  return min === undefined ? say`${most} or less` : say`${quantity(min, unit, 0, null)} to ${most}`;
}

/** Returns alternatives behind a word: ` of type A350 or A380`; empty without any. */
const behind = (word: string, texts: readonly Piece[]): Piece =>
  texts.length === 0 ? nothing : say`${words(word)} ${joined(texts, ' or ')}`;

/** Words for what vessels are doing; the status of a vessel is the one that its crew has set. */
const STATE_TEXTS: Readonly<Record<string, string>> = {
  stopped: `that do not move (${STOPPED_KNOTS} kn or less)`,
};

const vesselsNear: Template = (answered) => {
  const items = listOf(answered.value.items);
  const { slots } = answered.reading.input;
  const type = slots.get('shipType');
  const minimum = slots.get('speed');
  const maximum = slots.get('slowness');
  const faster =
    minimum !== undefined
      ? say` at ${quantity(minimum, 'kn', 0, null)} or more`
      : maximum !== undefined
        ? say` at ${quantity(maximum, 'kn', 0, null)} or less`
        : nothing;
  const flag = slots.get('flag');
  const flagged = flag === undefined ? nothing : say` under the flag ${label(flag)}`;
  const limits = sizesOf(answered.reading.input);
  const sizes = limits.map((limit) => say` with a ${words(limit.of)} of ${sizeText(limit)}`);
  const doing = behind(
    '',
    slots.all('vesselState').map((one) => words(STATE_TEXTS[one] ?? readable(one))),
  );
  const towards = slots.get('destination');
  const bound = towards === undefined ? nothing : say` with the destination ${label(towards.name)}`;
  const limited = say`${doing}${faster}${joined(sizes, ' and')}${bound}`;
  const kind = (many: number) =>
    type === undefined
      ? plural(many, 'vessel')
      : NOUNS.includes(type)
        ? plural(many, type)
        : say`${words(readable(type))} ${plural(many, 'vessel')}`;
  if (items.length === 0)
    return void answered.text.add(say`No ${kind(1)}${flagged}${limited} is known${where(answered)} now.`);
  const nearest = words(answered.arguments.sort === 'distance' && items.length > 1 ? ', the nearest first' : '');
  const order = orderText(answered, items, nearest);
  if (limits.some(({ of }) => of === 'deadweight'))
    answered.text.add(
      words('Deadweights are estimated from length, beam and draught; vessels without these are left out.'),
    );
  answered.text.add(
    say`There ${words(items.length === 1 ? 'is' : 'are')} ${amount(answered, items)} ${kind(items.length)}${flagged}${limited}${where(answered)}${order}:`,
  );
  answered.text.list(items.map((item) => vesselRow(answered, item)));
};

const degrees = (value: unknown, answered: Answered): Piece =>
  quantity(numberOf(value) ?? 0, '°', 4, answered.citations[0] ?? null);

const vesselPosition: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const { lat, lon } = fieldsOf(value.position);
  text.add(
    say`${vesselName(value)} is at latitude ${degrees(lat, answered)}, longitude ${degrees(lon, answered)}${provenance(value.provenance, value.observedAt, citation)}.`,
  );
  const speed = numberOf(value.speedKnots);
  const course = numberOf(value.courseDegrees);
  if (speed !== undefined)
    text.add(
      say`It moves at ${quantity(speed, 'kn', 1, citation)}${optional(course, (known) => say` on course ${quantity(known, '°', 0, citation)}`)}.`,
    );
  const destination = textOf(value.destination);
  text.add(
    destination === '' ? words('It reports no destination.') : say`Its reported destination is ${label(destination)}.`,
  );
};

const track: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const points = listOf(value.points);
  const vessel = answered.reading.input.slots.get('vessel');
  const name = label(vessel?.name ?? textOf(value.mmsi));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined)
    return void text.add(say`No positions of ${name} are stored${during(answered.reading.input.slots.get('period'))}.`);
  const meters = numberOf(value.distanceMeters) ?? 0;
  text.add(
    say`${name} covered ${quantity(meters / METERS_PER_NM, 'nm', 1, citation)} from ${time(textOf(first.time), citation)} to ${time(textOf(last.time), citation)}${provenance(value.provenance, undefined, citation)}.`,
  );
  const gaps = listOf(value.gaps);
  if (gaps.length > 0)
    text.add(
      say`There ${words(gaps.length === 1 ? 'is' : 'are')} ${count(gaps.length, citation)} ${plural(gaps.length, 'gap')} without positions.`,
    );
  const step = Math.max(1, Math.ceil(points.length / 6));
  text.list(
    points
      .filter((_, index) => index % step === 0 || index === points.length - 1)
      .map(
        (point) =>
          say`${time(textOf(point.time), citation)}: ${degrees(point.lat, answered)}, ${degrees(point.lon, answered)}`,
      ),
  );
};

function aircraftRow(answered: Answered, item: Fields): Piece {
  const citation = citationOf(answered, item.icao24);
  const name = textOf(item.callsign) || textOf(item.registration) || textOf(item.icao24);
  const altitude =
    item.onGround === true
      ? words(', on the ground')
      : optional(numberOf(item.altitudeFeet), (feet) => say`, ${quantity(feet, 'ft', 0, citation)}`);
  const speed = optional(numberOf(item.groundSpeedKnots), (knots) => say`, ${quantity(knots, 'kn', 0, citation)}`);
  const squawk = /^7[567]00$/.test(textOf(item.squawk)) ? say`, squawk ${label(textOf(item.squawk))}` : nothing;
  const distance = optional(
    numberOf(item.distanceMeters),
    (meters) => say`, ${quantity(meters / 1_000, 'km', 1, citation)} away`,
  );
  return say`${label(name)}${squawk}${altitude}${speed}${distance}${provenance(item.provenance, item.observedAt, citation)}`;
}

/** Returns the limits of altitudes in words: ` above 30,000 ft`. */
const altitude = ([limit]: readonly Limit[]): Piece =>
  say`${optional(limit?.min, (feet) => say` above ${quantity(feet, 'ft', 0, null)}`)}${optional(limit?.max, (feet) => say` below ${quantity(feet, 'ft', 0, null)}`)}`;

const aircraftNear: Template = (answered) => {
  const items = listOf(answered.value.items);
  const { slots } = answered.reading.input;
  const names = (type: 'aircraftType' | 'airline') => slots.all(type).map(({ name }) => label(name));
  const which = say`${behind(' of type', names('aircraftType'))}${behind(' of', names('airline'))}`;
  const flag = slots.get('flag');
  const isMilitary = answered.arguments.military === true;
  const kind = (many: number) =>
    say`${words(isMilitary ? 'military ' : '')}${answered.arguments.category === undefined ? words('aircraft') : plural(many, 'helicopter')}${which}${flag === undefined ? nothing : say` registered in ${label(countryName(flag))}`}${altitude(slots.all('limit'))}`;
  if (items.length === 0) return void answered.text.add(say`No ${kind(1)} is known${where(answered)} now.`);
  answered.text.add(
    say`There ${words(items.length === 1 ? 'is' : 'are')} ${amount(answered, items)} ${kind(items.length)}${where(answered)}${orderText(answered, items, nothing)}:`,
  );
  answered.text.list(items.map((item) => aircraftRow(answered, item)));
};

const aircraftPosition: Template = (answered) => {
  const items = listOf(answered.value.items);
  const callsign = label(answered.reading.input.slots.get('callsign') ?? '');
  if (items.length === 0)
    return void answered.text.add(say`No aircraft with the call sign ${callsign} is received now.`);
  answered.text.add(say`Received with the call sign ${callsign}:`);
  answered.text.list(
    items.map(
      (item) =>
        say`${aircraftRow(answered, item)}, at ${degrees(fieldsOf(item.position).lat, answered)}, ${degrees(fieldsOf(item.position).lon, answered)}`,
    ),
  );
};

/** Returns the squawk codes of the call. */
const codesOf = ({ arguments: { squawk } }: Answered): Piece[] => (squawk as string[]).map((code) => label(code));

const aircraftEmergency: Template = (answered) => {
  const items = listOf(answered.value.items);
  if (items.length === 0)
    return void answered.text.add(
      say`No aircraft sends the code ${joined(codesOf(answered), ' or ')}${where(answered)} now.`,
    );
  answered.text.add(
    say`${amount(answered, items)} aircraft ${words(items.length === 1 ? 'sends' : 'send')} an emergency code${where(answered)}:`,
  );
  answered.text.list(items.map((item) => aircraftRow(answered, item)));
};

/** Returns `, the latest first` for several items. */
const latestFirst = (items: readonly Fields[]): Piece => words(items.length > 1 ? ', the latest first' : '');

/** Returns the order of the items in words: the order of the question, or the one of the list. */
function orderText(answered: Answered, items: readonly Fields[], usual: Piece): Piece {
  const { reading, value } = answered;
  const isOrdered = reading.kind.plan(reading.input)[0]?.about?.order !== undefined;
  if (!isOrdered || items.length < 2) return usual;
  const some = textOf(value.nextCursor) === '' ? nothing : say` of the ${count(items.length)} that were compared`;
  return say`, the ${words(reading.input.slots.get('order') ?? '')}${some} first`;
}

/** Names of types of detections. */
const DETECTED: Readonly<Record<string, string>> = { ais_gap: 'AIS gap', gps_degradation: 'GPS degradation' };

const naturalEvents: Template = (answered) => {
  const { slots } = answered.reading.input;
  const items = listOf(answered.value.items);
  const types = words(
    [answered.arguments.type]
      .flat()
      .map((type) => DETECTED[textOf(type)] ?? readable(textOf(type)))
      .join(', '),
  );
  const magnitude = slots.get('magnitude');
  const strong =
    magnitude === undefined ? nothing : say` from magnitude ${quantity(magnitude, null, digits(magnitude), null)}`;
  const severities = ofSeverity(slots.get('severities'));
  const isSevere = !slots.has('severities') && answered.arguments.minSeverity !== undefined;
  const severe = isSevere ? say`${strong}${words(' that is severe')}` : say`${strong}${severities}`;
  const period = slots.has('period') ? during(slots.get('period')) : words(', at any time that is stored');
  if (items.length === 0)
    return void answered.text.add(say`No event of type ${types}${severe} is known${where(answered)}${period}.`);
  answered.text.add(
    say`${amount(answered, items)} ${plural(items.length, 'event')} of type ${types}${severe}${where(answered)}${period}${orderText(answered, items, latestFirst(items))}:`,
  );
  answered.text.list(
    items.map((item) => {
      const citation = citationOf(answered, item.id);
      const { value, unit } = fieldsOf(item.magnitude);
      const measured = optional(
        numberOf(value),
        (known) => say`, ${quantity(known, textOf(unit) || null, 1, citation)}`,
      );
      return say`${label(textOf(item.title))}${measured}, severity ${count(numberOf(item.severity) ?? 0, citation)}${provenance(item.provenance, item.startedAt, citation)}`;
    }),
  );
};

const geofenceInside: Template = (answered) => {
  const items = listOf(answered.value.items);
  const fence = label(answered.reading.input.slots.get('geofence')?.name ?? '');
  const citation = answered.citations[0] ?? null;
  if (items.length === 0) return void answered.text.add(say`Nothing is inside ${fence} now.`);
  answered.text.add(
    say`${amount(answered, items)} ${plural(items.length, 'object')} ${words(items.length === 1 ? 'is' : 'are')} inside ${fence}:`,
  );
  answered.text.list(
    items.map(
      (item) => say`${label(textOf(item.name) || textOf(item.entity))}, since ${time(textOf(item.since), citation)}`,
    ),
  );
};

const geofenceTransitions: Template = (answered) => {
  const items = listOf(answered.value.items);
  const { slots } = answered.reading.input;
  const fence = label(slots.get('geofence')?.name ?? '');
  const period = during(slots.get('period'));
  const type = words(slots.get('transition') ?? 'entered or left');
  if (items.length === 0) return void answered.text.add(say`Nothing ${type} ${fence}${period}.`);
  answered.text.add(say`${amount(answered, items)} ${plural(items.length, 'transition')} of ${fence}${period}:`);
  if (slots.has('shipType'))
    answered.text.add(words('Transitions have no ship type, so objects of every type are listed.'));
  answered.text.list(
    items.map(
      (item) =>
        say`${time(textOf(item.occurredAt), citationOf(answered, item.id))}: ${label(textOf(item.entity))} ${words(textOf(item.type))}`,
    ),
  );
};

const snapshotAt: Template = (answered) => {
  const { value, text, reading } = answered;
  const layers = ['vessels', 'aircraft', 'events', 'pins']
    .map((layer) => ({ layer, items: listOf(value[layer]) }))
    .filter(({ items }) => items.length > 0);
  const at = time(textOf(value.at) || (reading.input.slots.get('moment')?.at ?? ''), null);
  const place = label(reading.input.slots.get('place')?.name ?? '');
  if (layers.length === 0) return void text.add(say`Nothing is stored in the area of ${place} at ${at}.`);
  text.add(
    say`In the area of ${place} at ${at}: ${joined(layers.map(({ layer, items }) => say`${count(items.length)} ${words(layer)}`))}.`,
  );
  for (const { items } of layers)
    text.list(
      items
        .slice(0, 5)
        .map(
          (item) =>
            say`${label(textOf(item.name) || textOf(item.callsign) || textOf(item.title) || textOf(item.mmsi) || textOf(item.icao24))}${optional(numberOf(item.speedKnots), (knots) => say`, ${quantity(knots, 'kn', 1, citationOf(answered, item.mmsi ?? item.icao24))}`)}`,
        ),
    );
};

export const mapAnswers: Readonly<Record<string, Template>> = {
  'vessels-near': vesselsNear,
  'vessel-position': vesselPosition,
  'vessel-track': track,
  'aircraft-near': aircraftNear,
  'aircraft-position': aircraftPosition,
  'aircraft-emergency': aircraftEmergency,
  'natural-events': naturalEvents,
  'geofence-inside': geofenceInside,
  'geofence-transitions': geofenceTransitions,
  'snapshot-at': snapshotAt,
};
