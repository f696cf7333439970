import type { AreaOfPlace } from '../../../../language/place-span.js';
import { areaOfCountry } from '../../../../language/places-in.js';
import { areaArguments, boxAround } from './area-arguments.js';
import { fromTo, given, isPresent, type QuestionInput, type QuestionType } from './question-type.js';

const near =
  'near|around|close to|off|in|at|within|inside|by|over|through|along|outside|nearby|next to|crossing|approaching';
const now = 'now|right now|currently|at the moment|today|present|latest|at present|just now';
/** Returns the area of a question by its place, or by its country or flag. */
const placeOf = ({ slots }: QuestionInput) => {
  const country = slots.get('country') ?? slots.get('flag');
  return slots.get('place') ?? (country === undefined ? undefined : areaOfCountry(country));
};

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
    cues: `vessels*2|ships*2|boats*2|vessel*1.5|ship*1.5|shipping*1.5|${near}|how many|count|doing|sailing|anchored|faster than|flagged|flag|passing|traffic|moored|maritime|waiting`,
    also: `${now}|speed|knots|located|of|currently|flying|with|radius|registered|area|above|over|more than|faster|going|moving|least|at least|any|count|number|list|there|than|waters|coast|exceeding`,
    slots: {
      shipType: { many: true, weight: 1.5 },
      place: { required: true, weight: 1.3 },
      flag: {},
      speed: {},
      distance: {},
      period: { weight: 0 },
    },
    holds: isPresent,
    accepts: ({ slots, words }) =>
      slots.has('shipType') ||
      slots.has('flag') ||
      /vessel|ship|boat|maritime|tonnage|fleet|hulls|sailing|anchor/.test(words),
    plan: (input) => {
      const { slots } = input;
      const flag = slots.get('flag');
      const area = areaArguments(slots.get('place'), slots.get('distance'));
      // In `tankers sailing in the Gulf`, `sailing` is not a type of vessel.
      const types = slots.all('shipType');
      const filters = {
        type: types.length > 1 ? types.filter((type) => type !== 'sailing') : types,
        flag: flag === undefined ? undefined : [flag],
        minSpeedKnots: slots.get('speed'),
      };
      return [
        {
          tool: 'list_vessels',
          about: countryOf(slots.get('place')),
          arguments: given({ ...filters, ...area, ...('near' in area && { sort: 'distance' }) }),
        },
      ];
    },
  },
  {
    id: 'vessel-position',
    can: 'show where a vessel is',
    examples: ['Where is the Ever Given?', 'position of vessel 257123450', "What is GULF TRADER's destination?"],
    cues:
      'where*1.5|position*2|location*2|destination*2|how ' +
      'fast*2|speed*2|heading*2|going|bound*1.5|locate*2|eta*2|status*1.5|find*0.5|whereabouts*2|course*1.5|headed*1.5|draught*1.5|located*1.5|arrive*1|flag*1|sailing',
    also: `ship|vessel|tanker|the|${now}|current|of|for|mmsi|imo|to|moving|fast|boat|what|reported|when|will|does|under|sail`,
    slots: { vessel: { required: true, implied: true, weight: 2 }, period: { weight: 0 } },
    holds: isPresent,
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
    cues: 'been*1.5|track*2|route*2|path*2|way*1.5|voyage*2|sailed*1.5|travelled*1.5|traveled*1.5|went*1.5|go*0.8|movements*1.5|where|take|history*1.5|course*1|journey*2|passage|trace*1.5|moved*1.5|moving|plot*1.5|wandered*1.5|travel*1.5|tracks*2|sail|trip*1.5|positions*1.5',
    also: 'ship|vessel|tanker|did|has|taken|follow|followed|of|past|its|boat|mmsi',
    slots: { vessel: { required: true, implied: true, weight: 2 }, period: { weight: 1.5 } },
    plan: ({ slots }) => [
      { tool: 'get_vessel_track', arguments: given({ mmsi: slots.get('vessel')?.id, ...fromTo(slots.get('period')) }) },
    ],
  },
  {
    id: 'aircraft-near',
    can: 'list aircraft near a place',
    examples: [
      'What planes are over London?',
      'aircraft within 50 km of Frankfurt',
      'Which aircraft are on the ground at Heathrow?',
    ],
    cues: `planes*2|aircraft*2|flights*2|plane*1.5|flight*1.5|airplanes*2|jets*2|flying*1.5|air traffic*2|aeroplanes*2|overhead*1.5|on the ground*1.5|airborne*1.5|${near}|how many|helicopters*1.5|landed|parked|grounded|sky*1.5|skies*1.5|airspace*2`,
    also: `${now}|radius|airport|of|above|circling|hovering|passing|busy|full|crowded|currently|any|count|list|there|number|up|air`,
    slots: { place: { required: true, weight: 1.3 }, distance: {}, period: { weight: 0 } },
    holds: isPresent,
    accepts: ({ words }) =>
      /plane|aircraft|flight|jet|flying|flies|\bfly\b|traffic|helicopter|airborne|sky|skies|airspace|airliner/.test(
        words,
      ),
    plan: ({ slots, words }) => {
      const isOnGround = /on the ground|parked|landed|grounded/.test(words)
        ? true
        : /airborne|in the air|flying/.test(words)
          ? false
          : undefined;
      const area = areaArguments(slots.get('place'), slots.get('distance'));
      return [
        {
          tool: 'list_aircraft',
          about: countryOf(slots.get('place')),
          arguments: given({ ...area, ...('near' in area && { sort: 'distance' }), onGround: isOnGround }),
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
      'sign*2|plane|aircraft|track|locate*2|status|find|heading*1.5|squawking',
    also: `${now}|of|the|current|is|going|flying|high|fast`,
    slots: { callsign: { required: true, weight: 2.5 }, period: { weight: 0 } },
    holds: isPresent,
    plan: ({ slots }) => [{ tool: 'list_aircraft', arguments: { callsign: [slots.get('callsign')] } }],
  },
  {
    id: 'aircraft-emergency',
    can: 'list aircraft with an emergency code',
    examples: ['Is any aircraft squawking an emergency?', 'anyone on 7700?', 'planes with radio failure'],
    cues: 'squawking*2|squawk*2|squawks*2|emergency*1.5|emergencies*1.5|distress*1.5|mayday*2|codes|code|aircraft|plane|planes|anyone|flights|flight|transponder*1.5|declared|declaring',
    also: `${now}|active|on|with|any|over|in|list|reporting|near|around|airborne|jets|airliner|jet|pilot|pilots|crew|called|is|there|an|being|someone|anybody|air`,
    min: 0,
    slots: {
      squawk: { many: true, weight: 2.5 },
      place: { weight: 0.5 },
      country: { weight: 0.5 },
      period: { weight: 0 },
    },
    holds: isPresent,
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
    cues: `activity|events|disasters*1.5|${near}|any|recent|happened|active|burning|there|biggest|largest|how many|count|strongest|list|latest|hit|reported|struck|erupting|was|were`,
    also: `natural|${now}|have|been|the|coast|news|with|of|of the|map`,
    min: 0,
    slots: {
      eventType: { required: true, many: true, weight: 2.5 },
      place: {},
      country: { weight: 1 },
      period: {},
      distance: {},
      severity: { weight: 0.3 },
    },
    plan: (input) => {
      const { slots } = input;
      return [
        {
          tool: 'list_geo_events',
          about: countryOf(placeOf(input)),
          arguments: given({
            type: slots.all('eventType'),
            minSeverity: slots.get('severity') === 'critical' ? SEVERE : undefined,
            ...areaArguments(placeOf(input), slots.get('distance')),
            ...fromTo(slots.get('period')),
          }),
        },
      ];
    },
  },
  {
    id: 'geofence-inside',
    can: 'show what is inside one of your geofences',
    examples: [
      'What is inside my Port of Rotterdam fence?',
      'ships in the hormuz gate now',
      'count vessels in my rotterdam geofence',
    ],
    cues:
      'inside*2|within*1.5|in|fence*2|geofence*2|who|count|how ' +
      'many|ships|vessels|members|aircraft|planes|area|zone*1|contains|occupants|tankers|currently ' +
      'in*1.5|boats|anything|objects|anchored|present*0.8',
    also: `${now}|list|what|of|sitting|there|is|are|me|show|currently|present`,
    slots: { geofence: { required: true, implied: true, weight: 2 }, period: { weight: 0 } },
    holds: isPresent,
    plan: ({ slots }) => [{ tool: 'list_geofence_members', arguments: { id: slots.get('geofence')?.id } }],
  },
  {
    id: 'geofence-transitions',
    can: 'list what entered and left one of your geofences',
    examples: [
      'Which ships entered the Hormuz gate today?',
      'exits from singapore anchorage last 12 hours',
      'Arrivals in Singapore anchorage this month',
    ],
    cues: 'came|went|log|crossed*1.5|crossings*1.5|transitions*2|fence|geofence|passed*1.2|movements*1.2|who|ships|vessels|crossing*1.5|traffic|visited*1.5|visits*1.5|come|go|gone',
    also: 'at|ship|vessel|tanker|boat|plane|from|into|and|in|of|how|many|which|my|out|the|through|tankers|boats|planes|aircraft|been|have|list|it',
    min: 0,
    slots: {
      geofence: { required: true, implied: true, weight: 2 },
      transition: { many: true, weight: 2 },
      shipType: { weight: 0, many: true },
      period: { weight: 1 },
    },
    accepts: ({ slots, words }) =>
      slots.has('transition') ||
      /came|come|went|gone|log|cross|transition|pass|movement|visit|ins and outs|in out|enter|exit|arriv|depart|leav/.test(
        words,
      ),
    plan: ({ slots }) => {
      const types = [...new Set(slots.all('transition'))];
      return [
        {
          tool: 'list_geofence_transitions',
          arguments: given({
            id: slots.get('geofence')?.id,
            type: types.length === 1 ? types : undefined,
            ...fromTo(slots.get('period')),
          }),
        },
      ];
    },
  },
  {
    id: 'snapshot-at',
    can: 'show what was at a place at a moment',
    examples: [
      'Where were the ships in the Red Sea yesterday at 14:30?',
      'show the black sea as it was on 10 nov at 06:00',
      'Which planes were over Paris 2 hours ago?',
    ],
    cues:
      'were*1.5|was*1|where|situation*1.5|looked*1.5|look*1|snapshot*2|as it ' +
      'was*2|state|over|in|at|map|around|near|picture*1.5|off|view*1|positions*1.5|stood|rewind*2|replay*2|back*0.5',
    also: 'like|it|as|of|how|to|go|traffic|what|which|did|show|there|the',
    min: 0,
    slots: {
      moment: { required: true, weight: 2.5 },
      place: { required: true, weight: 1.3 },
      layer: { many: true, weight: 1.2 },
    },
    plan: ({ slots }) => {
      const place = slots.get('place');
      const layers = slots.all('layer');
      return [
        {
          tool: 'get_snapshot',
          arguments: given({
            at: slots.get('moment')?.at.toISOString(),
            bbox: place && boxAround(place),
            layer: [...new Set(layers)],
          }),
        },
      ];
    },
  },
];
