import type { AreaOfPlace } from '../../../../language/place-span.js';
import { areaOfCountry } from '../../../../language/places-in.js';
import { portOf } from '../spans/reference-places.js';
import type { Limit } from '../spans/span.js';
import {
  areaArguments,
  areExcluded,
  areLimits,
  minMagnitudeOf,
  orderOf,
  otherOrders,
  SIZES,
  sizesOf,
  speedOf,
} from './area-arguments.js';
import {
  AIRCRAFT_ORDERS,
  around,
  eventOrders,
  isBoundElsewhere,
  isMilitary,
  isOfHelicopters,
  MILITARY,
  NOT_AIRCRAFT,
  ROTORCRAFT,
  STATUSES,
  STOPPED_KNOTS,
  SUBTYPE,
  VESSEL_ORDERS,
} from './map-values.js';
import {
  areSeverities,
  fromTo,
  given,
  ignoredTimes,
  isPresent,
  type QuestionInput,
  type QuestionType,
} from './question-type.js';

const near =
  'near|around|close to|off|in|at|within|inside|by|over|through|along|outside|nearby|next to|crossing|approaching';
const now = 'now|right now|currently|at the moment|today|present|latest|at present|just now';
/** Returns the area of a question by its place, or by its country or flag. */
const placeOf = ({ slots }: QuestionInput) => {
  const country = slots.get('country') ?? slots.get('flag');
  return slots.get('place') ?? (country === undefined ? undefined : areaOfCountry(country));
};

/** Whether a question is about the ships that wait off a port, whose number is measured, and does not ask which. */
const isOfWaiting = (words: string, place: AreaOfPlace | undefined): boolean =>
  /\bwait(?:ing)?\b/.test(words) && !/^(?:which|what|list|show|name)\b/.test(words) && portOf(place) !== undefined;

/** Returns the country whose shape limits the results, if the area of the question is a country. */
const countryOf = (place: AreaOfPlace | undefined) => given({ country: place?.country });

/** Minimum severity of a severe event. */
const SEVERE = 4;

/** Questions about vessels, aircraft and natural events. */
export const mapQuestions: readonly QuestionType[] = [
  {
    id: 'vessels-near',
    can: 'list vessels near a place',
    examples: [
      'Which tankers are near Hormuz?',
      'cargo ships around Rotterdam',
      'How many vessels are in the Suez Canal now?',
    ],
    cues:
      `vessels*2|ships*2|boats*2|vessel*1.5|ship*1.5|shipping*1.5|${near}|how many|count|doing|sailing|anchored|faster than|flagged|flag|passing|traffic|moored|maritime|waiting` +
      '|tonnage*1.5|fleet*1.5|craft*1|lying*1|transiting*1.5|transit*1|navigating*1|steaming*1.5|congestion*1|queue*1.5|queuing*1.5|hulls*1.5|merchantmen*1.5|ashore*0.5',
    also:
      `${now}|speed|knots|located|of|currently|flying|with|radius|registered|area|above|over|more than|faster|going|moving|least|at least|any|count|number|list|there|than|waters|coast|exceeding` +
      '|dwt|deadweight|tonnes|tons|long|draught|draft|drawing|larger|bigger|smaller|longer|shorter' +
      '|doing|knots|positioned|situated|found|actually|vicinity|surrounding|surroundings|proximity|neighbourhood|neighborhood|roads|roadstead|approaches|port|harbour|harbor|bay|enumerate|kn|minimum|except|excluding|without|but|but not|apart|only|other',
    unapplied: 'loaded|laden|empty|ballast|ballasting|drifting|adrift|heading|bound|destination|sanctioned|new|old',
    slots: {
      shipType: { many: true, weight: 1.5 },
      place: { weight: 1.3 },
      destination: { weight: 1.3 },
      flag: { many: true },
      vesselState: { many: true },
      order: {},
      speed: {},
      slowness: {},
      limit: { many: true },
      excluded: { many: true },
      distance: {},
      period: { weight: 0 },
    },
    ignores: ignoredTimes,
    omits: (input) => [...(SUBTYPE.exec(input.words) ?? []), ...otherOrders(input, VESSEL_ORDERS)],
    // Only vessels have a deadweight.
    isCertain: (input) => sizesOf(input).some(({ of }) => of === 'deadweight'),
    needs: ({ slots }) => (slots.has('place') || slots.has('destination') ? undefined : 'place'),
    holds: (input) =>
      isPresent(input) &&
      areLimits(input, ['speed', ...SIZES]) &&
      areExcluded(input, ['shipType', 'flag']) &&
      !isBoundElsewhere(input),
    accepts: ({ slots, words }) =>
      !isOfWaiting(words, slots.get('place')) &&
      (slots.has('shipType') ||
        slots.has('flag') ||
        slots.has('excluded') ||
        slots.has('vesselState') ||
        SIZES.some((size) => slots.all('limit').some(({ of }) => of === size)) ||
        /vessel|ship|boat|maritime|tonnage|fleet|hulls|sailing|anchor/.test(words)),
    plan: (input) => {
      const { slots } = input;
      const area = areaArguments(slots.get('place'), slots.get('distance'));
      const states = slots.all('vesselState');
      const filters = {
        type: slots.all('shipType'),
        navigationStatus: states.flatMap((state) => STATUSES[state] ?? []),
        flag: slots.all('flag'),
        destination: slots.get('destination')?.name,
        minSpeedKnots: slots.get('speed') ?? speedOf(input)?.min,
      };
      return [
        {
          tool: 'list_vessels',
          about: given({
            ...countryOf(slots.get('place')),
            maxSpeedKnots:
              slots.get('slowness') ?? speedOf(input)?.max ?? (states.includes('stopped') ? STOPPED_KNOTS : undefined),
            limits: sizesOf(input),
            ...orderOf(input, VESSEL_ORDERS),
            excluded: slots.all('excluded'),
          }),
          arguments: given({ ...filters, ...area, ...('near' in area && { sort: 'distance' }) }),
        },
      ];
    },
  },
  {
    id: 'vessel-position',
    future: 'spoken',
    can: 'show where a vessel is',
    examples: ['Where is the Ever Given?', 'position of vessel 257123450', "What is GULF TRADER's destination?"],
    cues:
      'where*1.5|position*2|location*2|destination*2|mmsi*1.5|imo*1.2|how ' +
      'fast*2|speed*2|heading*2|going|bound*1.5|locate*2|eta*2|status*1.5|find*0.5|whereabouts*2|course*1.5|headed*1.5|draught*1.5|located*1.5|arrive*1|flag*1|sailing' +
      '|signal*1|last seen*2|seen*1|last known*1.5|coordinates*2|latitude*1.5|longitude*1.5|posn*2|next port*1.5|situated*1.5|under way*1.5|underway*1.5|moored*1|anchored*1|ais*0.8|last report*1.5|finds itself*1.5',
    also:
      `ship|vessel|tanker|the|${now}|current|of|for|mmsi|imo|to|moving|fast|boat|what|reported|when|will|does|under|sail` +
      '|ais|moving|last|known|seen|latest|its|and|port|going|place|actual|exact|precise|she|he',
    slots: { vessel: { required: true, implied: true, weight: 2 }, period: { weight: 0 } },
    holds: isPresent,
    ignores: ignoredTimes,
    plan: ({ slots }) => [{ tool: 'get_vessel', arguments: { mmsi: slots.get('vessel')?.id } }],
  },
  {
    id: 'vessel-track',
    can: 'show where a vessel has been',
    examples: [
      'Where has the Ever Given been since Monday?',
      'track of Gulf Trader last 24h',
      'Show the route of Nordic Pioneer yesterday.',
    ],
    cues:
      'been*1.5|track*2|route*2|path*2|way*1.5|voyage*2|sailed*1.5|travelled*1.5|traveled*1.5|went*1.5|go*0.8|movements*1.5|where|take|history*1.5|course*1|journey*2|passage|trace*1.5|moved*1.5|moving|plot*1.5|wandered*1.5|travel*1.5|tracks*2|sail|trip*1.5|positions*1.5' +
      '|itinerary*2|trajectory*2|trail*2|visited*1.2|port calls*1.5|steamed*1.5|retrace*1.5|retraced*1.5|reconstruct*1.5|cruised*1.5|come from*1.2|stops*1|stopped*1',
    also:
      'ship|vessel|tanker|did|has|taken|follow|followed|of|past|its|boat|mmsi' +
      '|gone|sailed|made|reconstruct|movement|days|show|its|how|by',
    slots: { vessel: { required: true, implied: true, weight: 2 }, period: { weight: 1.5 }, moment: { weight: 1.5 } },
    plan: ({ slots }) => {
      const moment = slots.get('moment');
      const times = moment === undefined ? fromTo(slots.get('period')) : around(moment.at);
      return [{ tool: 'get_vessel_track', arguments: given({ mmsi: slots.get('vessel')?.id, ...times }) }];
    },
  },
  {
    id: 'aircraft-near',
    can: 'list aircraft near a place',
    examples: [
      'What planes are over London?',
      'aircraft within 50 km of Frankfurt',
      'Which aircraft are on the ground at Heathrow?',
    ],
    cues:
      `planes*2|aircraft*2|flights*2|plane*1.5|flight*1.5|airplanes*2|jets*2|flying*1.5|air traffic*2|aeroplanes*2|overhead*1.5|on the ground*1.5|airborne*1.5|${near}|how many|helicopters*1.5|helicopter*1.5|choppers*1.5|landed|parked|grounded|sky*1.5|skies*1.5|airspace*2` +
      '|airliners*1.5|airliner*1.5|airplane*1.5|aeroplane*1.5|fly*1.2|flies*1.2|air movements*1.5|choppers*1.5|in the air*1.5',
    also:
      `${now}|${MILITARY}|helis|heli|radius|airport|of|above|circling|hovering|passing|busy|full|crowded|currently|any|count|list|there|number|up|air` +
      '|how many|which|what|altitude|feet|ft|fl|higher|lower|below|under|cruising|surrounding|vicinity|within|actually',
    unapplied: NOT_AIRCRAFT,
    omits: (input) => otherOrders(input, AIRCRAFT_ORDERS),
    slots: {
      place: { required: true, weight: 1.3 },
      aircraftType: { many: true, weight: 2 },
      airline: { many: true },
      flag: {},
      order: {},
      distance: {},
      limit: {},
      period: { weight: 0 },
      shipType: { weight: 0 },
    },
    ignores: ignoredTimes,
    // `military` is a type of ships as well.
    holds: (input) =>
      isPresent(input) &&
      areLimits(input, ['altitude']) &&
      input.slots.all('shipType').every((type) => type === 'military'),
    accepts: ({ words, slots }) =>
      slots.has('aircraftType') ||
      /plane|aircraft|flight|jet|\bhelis?\b|fighter|flying|flies|\bfly\b|traffic|helicopter|chopper|airborne|sky|skies|airspace|airliner/.test(
        words,
      ),
    plan: (input) => {
      const { slots, words } = input;
      const isOnGround = /on the ground|parked|landed|grounded/.test(words)
        ? true
        : /airborne|in the air|flying/.test(words)
          ? false
          : undefined;
      const area = areaArguments(slots.get('place'), slots.get('distance'));
      const [limit] = slots.all('limit');
      const filters = {
        onGround: isOnGround,
        category: isOfHelicopters(words) ? [ROTORCRAFT] : undefined,
        type: slots.all('aircraftType').flatMap(({ codes }) => codes),
        callsign: slots.all('airline').flatMap(({ codes }) => codes),
        military: isMilitary(words) ? true : undefined,
        minAltitudeFeet: limit?.min,
        maxAltitudeFeet: limit?.max,
      };
      return [
        {
          tool: 'list_aircraft',
          about: given({
            ...countryOf(slots.get('place')),
            ...orderOf(input, AIRCRAFT_ORDERS),
            limits: slots.all('limit'),
            registeredIn: slots.get('flag'),
          }),
          arguments: given({ ...area, ...('near' in area && { sort: 'distance' }), ...filters }),
        },
      ];
    },
  },
  {
    id: 'aircraft-position',
    can: 'show where a flight is by its call sign',
    examples: ['Where is BAW117?', 'position of flight DLH400', 'how high is RYR12AB'],
    cues:
      'where*1.5|position*2|location*2|how high*2|altitude*2|speed|flight*1.5|how fast*1.5|callsign*2|call ' +
      'sign*2|plane|aircraft|track|locate*2|status|find|heading*1.5|squawking' +
      '|whereabouts*2|tracking*1|follow*1|situated*1.5|posn*2|where abouts*1.5',
    also: `${now}|of|the|current|is|going|flying|high|fast|flight|now|me|its|at|present`,
    slots: { callsign: { required: true, weight: 2.5 }, period: { weight: 0 } },
    holds: isPresent,
    ignores: ignoredTimes,
    plan: ({ slots }) => [{ tool: 'list_aircraft', arguments: { callsign: [slots.get('callsign')] } }],
  },
  {
    id: 'aircraft-emergency',
    can: 'list aircraft with an emergency code',
    examples: ['Is any aircraft squawking an emergency?', 'anyone on 7700?', 'planes with radio failure'],
    cues:
      'squawking*2|squawk*2|squawks*2|emergency*1.5|emergencies*1.5|distress*1.5|mayday*2|codes|code|aircraft|plane|planes|anyone|flights|flight|transponder*1.5|declared|declaring' +
      '|sos*2|pan pan*2|trouble*1|hijack*1',
    also:
      `${now}|active|on|with|any|over|in|list|reporting|near|around|airborne|jets|airliner|jet|pilot|pilots|crew|called|is|there|an|being|someone|anybody|air` +
      '|over|flying|right|problems|problem|declares|issue',
    min: 0,
    unapplied: `helicopters|helicopter|choppers|${MILITARY}|${NOT_AIRCRAFT}`,
    slots: {
      squawk: { many: true, weight: 2.5 },
      place: { weight: 0.5 },
      country: { weight: 0.5 },
      period: { weight: 0 },
    },
    holds: isPresent,
    ignores: ignoredTimes,
    accepts: ({ slots, words }) => slots.has('squawk') || /squawk|emergenc|distress|mayday/.test(words),
    plan: (input) => {
      const squawk = input.slots.all('squawk');
      return [
        {
          tool: 'list_aircraft',
          about: countryOf(placeOf(input)),
          arguments: {
            squawk: squawk.length > 0 ? squawk : ['7500', '7600', '7700'],
            ...areaArguments(placeOf(input)),
          },
        },
      ];
    },
  },
  {
    id: 'natural-events',
    can: 'list earthquakes, fires, storms and other natural events',
    examples: ['Any earthquakes in Japan this week?', 'wildfires in california today', 'quakes since yesterday'],
    cues:
      `activity|events|disasters*1.5|${near}|any|recent|happened|active|burning|there|biggest|largest|how many|count|strongest|list|latest|hit|reported|struck|erupting|was|were` +
      '|occurred*1|occur*1|strike*0.8|recorded*1|ongoing*0.8|raging*1.5|hitting*0.8|registered*0.8|threatening*0.8|natural disasters*2.5|natural disaster*2.5|natural hazards*2.5|natural events*2.5|disaster*1.5|erupt*1.5|erupted*1.5|burns*1|burn*1',
    also:
      `natural|${now}|have|been|the|coast|news|with|of|of the|map` +
      '|natural|disasters|hazards|occurrences|magnitude|depth|deep|deeper|than|shallower|stronger|weaker|how|which|what|strength|scale|at least|around|affecting|affected|happen|happening|raging|gave|gives|give|it',
    min: 0,
    omits: (input) => [
      ...(input.slots.all('limit').some(({ of }) => of === 'depth')
        ? []
        : (/(?<!how )\bdeep\b/.exec(input.words) ?? [])),
      ...otherOrders(input, eventOrders(input)),
    ],
    unapplied: 'strong|big|major|powerful|deadly|small|minor|shallow',
    slots: {
      eventType: { many: true, weight: 2.5 },
      place: {},
      country: { weight: 1 },
      period: {},
      distance: {},
      severity: { weight: 0.3 },
      severities: {},
      order: {},
      magnitude: {},
      limit: { many: true },
    },
    // `natural disasters` are events of every type.
    needs: ({ slots, words }) =>
      slots.has('eventType') || /\bnatural (?:disasters?|events?|hazards?|catastrophes?)\b/.test(words)
        ? undefined
        : 'eventType',
    holds: (input) =>
      areSeverities(input) &&
      (!(input.slots.has('magnitude') || input.slots.has('limit')) ||
        input.slots.all('eventType').every((type) => type === 'earthquake')) &&
      areLimits(input, ['magnitude', 'depth']),
    plan: (input) => {
      const { slots } = input;
      return [
        {
          tool: 'list_geo_events',
          about: given({
            ...countryOf(placeOf(input)),
            minMagnitude: minMagnitudeOf(input),
            ...orderOf(input, eventOrders(input)),
            limits: [
              ...slots.all('limit'),
              ...slots.all('severities').map((limits): Limit => ({ of: 'severity', ...limits })),
            ],
          }),
          arguments: given({
            type: slots.all('eventType'),
            minSeverity: slots.get('severities')?.min ?? (slots.get('severity') === 'critical' ? SEVERE : undefined),
            ...areaArguments(placeOf(input), slots.get('distance')),
            ...fromTo(slots.get('period')),
          }),
        },
      ];
    },
  },
];
