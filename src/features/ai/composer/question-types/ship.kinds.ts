import { flowOf, portOf } from '../spans/reference-places.js';
import { areaArguments } from './area-arguments.js';
import { fromTo, type QuestionInput, type QuestionType } from './question-type.js';
import { firstOf, type RecordKind, recordQuestion } from './record-question.js';

const place = { required: true, weight: 1.5 };
const vessel = { required: true, implied: true, weight: 2 };
const period = { weight: 0.5 };
const placeOf = ({ slots }: QuestionInput) => slots.get('place');
const portIn = (input: QuestionInput) => portOf(placeOf(input));
const hasPort = (input: QuestionInput): boolean => portIn(input) !== undefined && !input.slots.has('geofence');
const times = ({ slots }: QuestionInput) => fromTo(slots.get('period'));
/** Returns the port of a question by the name that the question uses, with its own name if that is another one. */
const portAbout = (input: QuestionInput) => {
  const [place = '', port = ''] = [placeOf(input)?.name, portIn(input)?.name];
  if (port.toLowerCase().startsWith(place.toLowerCase())) return { subject: port };
  return { subject: port.toLowerCase().includes(place.toLowerCase()) ? place : `${place}, port ${port}` };
};
const ships =
  'ships|vessels|boats|tankers|vsls|tanker|vessel|ship|boat|anchorage|harbour|harbor|terminal|days|hours|day|hour|time|times';

/** Columns of port calls, whose port is left out in the list of a port. */
const callRows: RecordKind['rows'] = {
  things: 'port calls',
  list: 'items',
  columns: [
    { field: 'vessel.name', format: 'text' },
    { field: 'vessel.shipType', format: 'text' },
    { field: 'port.name', format: 'text', before: 'at' },
    { field: 'arrivedAt', format: 'time', before: 'arrived' },
    { field: 'departedAt', format: 'time', before: 'departed' },
    { field: 'durationSeconds', format: 'hours', before: 'stayed', after: 'hours' },
  ],
};
const encounterRows: RecordKind['rows'] = {
  things: 'encounters of vessels',
  list: 'items',
  columns: [
    { field: 'title', format: 'text' },
    { field: 'startedAt', format: 'time', before: 'began' },
    { field: 'endedAt', format: 'time', before: 'ended' },
    { field: 'durationSeconds', format: 'hours', before: 'for', after: 'hours' },
  ],
};
const meeting =
  'encounter|encounters|encountered|ship to ship|ship-to-ship|sts|sts transfer|sts transfers|rendezvous|met another|meet another|' +
  'met any|meet any|met at sea|meetings at sea|alongside each other|transfers at sea|transfer at sea|met with';
/** Types of detected events by the words of a question. */
const DETECTIONS: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\bais gaps?\b|\bdark\b|\b(?:turned|switched|switching|turning) off\b|\b(?:ais|transponders?|signals?) off\b/,
    'ais_gap',
  ],
  [/\bloiter\w*\b/, 'loitering'],
  [/\b(?:close approach\w*|near miss\w*|nearmiss\w*|near collisions?)\b/, 'close_approach'],
  [/\bspoof\w*\b|\bimplausible\b|\bimpossible\b|\bjumps?\b|\bjumped\b/, 'implausible_jump'],
  [/\b(?:jamming|jammed|interference|degraded|degradation)\b/, 'gps_degradation'],
];

/** Questions about records of vessels and ports. */
export const shipRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'detections',
      can: 'list detected AIS gaps, loitering, close approaches, impossible jumps and GPS interference',
      examples: [
        'Which ships have switched off their AIS near Crete?',
        'loitering off Ceuta this week',
        'GPS jamming over the Baltic today',
      ],
      subject:
        'ais gap|ais gaps|dark ships|dark vessels|dark tankers|gone dark|went dark|go dark|going dark|turned off|switched off|turning off|switching off|ais off|transponder off|transponders off|' +
        'loitering|loitered|loiter|loiters|close approach|close approaches|near miss|near misses|near collision|near collisions|' +
        'spoofing|spoofed|implausible jump|implausible jumps|position jump|position jumps|impossible jump|impossible jumps|gps jamming|jamming|jammed|gps interference|gps degradation|degraded gps|gnss interference',
      also: `${ships}|ais|their|its|transponder|transponders|signal|signals|gps|gnss|position|positions|detected|cases|case|incidents|incident|events|event|aircraft|planes|between|two|over|turned|switched|off|dark|gone|going|went|week|area|above|anybody|who|someone|reports`,
      slots: {
        place: { weight: 1 },
        country: { weight: 0.5 },
        period,
        distance: {},
        shipType: { weight: 0 },
        geofence: { weight: 0 },
      },
      tool: 'list_geo_events',
      about: (input) => ({ country: placeOf(input)?.country }),
      template: 'natural-events',
      arguments: (input) => ({
        type: firstOf(input.words, DETECTIONS),
        ...areaArguments(placeOf(input), input.slots.get('distance')),
        ...times(input),
      }),
      rows: {
        things: 'detections',
        list: 'items',
        columns: [
          { field: 'title', format: 'text' },
          { field: 'startedAt', format: 'time', before: 'began' },
          { field: 'endedAt', format: 'time', before: 'ended' },
          { field: 'severity', format: 'number', before: 'severity' },
        ],
      },
    },
    {
      ignores: () => ['shipType'],
      holds: ({ slots, words }) =>
        firstOf(words, DETECTIONS).length > 0 && !slots.has('geofence') && !slots.has('vessel'),
      accepts: ({ words }) => !/\b(?:tell me|notify|alert me|warn|why|news|headlines|articles)\b/.test(words),
    },
  ),
  recordQuestion(
    {
      id: 'port-congestion',
      can: 'show how many ships wait off a port',
      examples: ['How congested is Singapore?', 'waiting time off Santos', 'How long is the queue outside Rotterdam?'],
      subject:
        'congestion|congested|waiting time|waiting times|wait time|wait times|queue|queues|queueing|queuing|backlog|backlogs|' +
        'ships wait|vessels wait|ships waiting|vessels waiting|tankers waiting|bottleneck|bottlenecks|port delays|jammed|' +
        'how busy is the port|waiting off|waiting outside|wait off|wait outside|wait for a berth|waiting for a berth',
      also: `${ships}|waiting|wait|long|usual|average|normal|berth|before|berthing|bad|anchor|how|busy`,
      slots: { place, period, shipType: { weight: 0.5 }, geofence: {} },
      tool: 'get_port_congestion',
      about: portAbout,
      arguments: (input) => ({
        locode: portIn(input)?.locode,
        shipType: ['cargo', 'tanker'].includes(input.slots.get('shipType') ?? '')
          ? input.slots.get('shipType')
          : undefined,
        ...times(input),
      }),
      rows: {
        things: 'ships waiting off the port on average, by day',
        list: 'items',
        isSeries: true,
        isReversed: true,
        columns: [
          { field: 'waitingMean', format: 'number', after: 'ships' },
          { field: 'time', format: 'day', before: 'on' },
          { field: 'baselineValue', format: 'number', before: 'usually' },
        ],
      },
    },
    { holds: hasPort },
  ),
  recordQuestion(
    {
      id: 'port-expected',
      can: 'list vessels that are expected in a port',
      examples: ['Which ships are expected in Hamburg?', 'vessels due at Antwerp', 'expected arrivals Houston port'],
      subject:
        'expected|due|awaited|expecting|scheduled to arrive|expected arrivals|about to arrive|inbound to|on their way to',
      cues: 'arrivals|arrive|arriving|eta|heading|bound|inbound|inbound to',
      also: `${ships}|way|their|tomorrow|tonight|week`,
      slots: { place, period: { weight: 0 }, geofence: {} },
      tool: 'list_expected_vessels',
      about: portAbout,
      arguments: (input) => ({ locode: portIn(input)?.locode }),
      rows: {
        things: 'vessels expected in the port',
        list: 'items',
        columns: [
          { field: 'vessel.name', format: 'text' },
          { field: 'vessel.shipType', format: 'text' },
          { field: 'estimatedArrivalAt', format: 'time', before: 'arrives about' },
          { field: 'distanceMeters', format: 'km', after: 'km away' },
          { field: 'speedKnots', format: 'number', after: 'kn' },
        ],
      },
    },
    {
      holds: hasPort,
      ignores: () => ['period'],
      future: 'times',
      accepts: ({ words }) => !/flight|plane|aircraft/.test(words),
    },
  ),
  recordQuestion(
    {
      id: 'port-calls',
      can: 'list the calls of ships at a port',
      examples: [
        'Which ships called at Felixstowe last week?',
        'port calls in Antwerp since Monday',
        'vessels that berthed in Busan today',
      ],
      subject:
        'port calls|port call|called at|call at|calls at|calls in|called in|berthed|docked|moored in|put in at|port visits|' +
        'visited the port|ship calls|vessel calls|visits to the port|arrivals at the port|arrivals in the port',
      also: `${ships}|that|week`,
      slots: { place, period, geofence: {} },
      tool: 'list_port_calls',
      about: portAbout,
      arguments: (input) => ({ locode: portIn(input)?.locode, ...times(input) }),
      rows: { ...callRows, columns: callRows.columns.filter(({ field }) => field !== 'port.name') },
    },
    { holds: (input) => hasPort(input) && !input.slots.has('vessel') },
  ),
  recordQuestion({
    id: 'vessel-calls',
    can: 'list the port calls of a vessel',
    examples: [
      'Which ports did the Ever Given call at?',
      'port calls of Gulf Trader this month',
      'last ports of Nordic Pioneer',
    ],
    subject:
      'ports|port calls|port call|called at|harbours|harbors|docked|dock|berthed|last port|previous port|ports of call',
    also: `${ships}|visit|visited|call|called|stops|stopped|where|which|one|two|three|five`,
    slots: { vessel, period },
    tool: 'list_vessel_calls',
    arguments: (input) => ({ mmsi: input.slots.get('vessel')?.id, ...times(input) }),
    rows: callRows,
  }),
  recordQuestion({
    id: 'vessel-voyages',
    can: 'list the voyages of a vessel',
    examples: [
      'voyages of the Ever Given this year',
      'Which trips did Gulf Trader make?',
      'sailings of Nordic Pioneer in October',
    ],
    subject: 'voyages|trips|sailings|crossings|passages|journeys|legs|turnaround|turnaround time|voyage history',
    also: `${ships}|sail|sailed`,
    slots: { vessel, period },
    tool: 'list_voyages',
    arguments: (input) => ({ mmsi: input.slots.get('vessel')?.id, ...times(input) }),
    rows: {
      things: 'voyages',
      list: 'items',
      columns: [
        { field: 'origin.name', format: 'text', before: 'from' },
        { field: 'destination.name', format: 'text', before: 'to' },
        { field: 'departedAt', format: 'time', before: 'departed' },
        { field: 'arrivedAt', format: 'time', before: 'arrived' },
        { field: 'distanceMeters', format: 'km', after: 'km' },
        { field: 'averageSpeedKnots', format: 'number', after: 'kn on average' },
        { field: 'waitingSeconds', format: 'hours', before: 'waited', after: 'hours' },
      ],
    },
  }),
  recordQuestion({
    id: 'vessel-encounters',
    can: 'list the encounters of a vessel with others at sea',
    examples: [
      'Did the Gulf Trader meet another ship?',
      'encounters of Nordic Pioneer this month',
      'ship to ship transfers of Ever Given',
    ],
    subject: `${meeting}|meet|met`,
    also: `${ships}|another|other|someone|transfer|transfers|sea`,
    slots: { vessel, period },
    tool: 'list_vessel_encounters',
    arguments: (input) => ({ mmsi: input.slots.get('vessel')?.id, ...times(input) }),
    rows: encounterRows,
  }),
  recordQuestion(
    {
      id: 'encounters',
      can: 'list encounters of vessels at sea',
      examples: [
        'Any ship to ship transfers off Malaysia?',
        'encounters at sea near Ceuta this week',
        'STS in the Gulf of Oman',
      ],
      subject: `${meeting}|met`,
      also: `${ships}|another|each|other|sea|two|happening|going|transfers|transfer`,
      slots: { place: { weight: 1 }, country: { weight: 0.5 }, period, distance: {} },
      tool: 'list_encounters',
      about: (input) => ({ subject: placeOf(input)?.name, country: placeOf(input)?.country }),
      arguments: (input) => ({ ...areaArguments(placeOf(input), input.slots.get('distance')), ...times(input) }),
      rows: encounterRows,
    },
    { holds: ({ slots }) => !slots.has('vessel') },
  ),
  recordQuestion(
    {
      id: 'flow-series',
      can: 'count ships that passed a strait, a canal or a port',
      examples: [
        'How many ships passed through Suez this week?',
        'transits of the Bosporus yesterday',
        'tanker flow through Hormuz since Monday',
      ],
      subject:
        'passed|transited|transits|passages|passage|went through|gone through|flow|flows|crossed|sailed through|passed through|' +
        'pass through|pass|go through|crossings|throughput|traffic through|transit',
      also: `${ships}|through|daily|per|each|week|the|canal|strait|usual|normal|southbound|northbound`,
      slots: { place, period, shipType: { many: true, weight: 1 }, flag: { many: true }, geofence: {} },
      tool: 'get_flow_series',
      about: (input) => ({ subject: flowOf(placeOf(input))?.name }),
      arguments: (input) => ({
        id: flowOf(placeOf(input))?.id,
        shipType: input.slots.all('shipType'),
        flag: input.slots.all('flag'),
        ...times(input),
      }),
      rows: {
        things: 'passages by day',
        list: 'items',
        isSeries: true,
        isReversed: true,
        head: [{ field: 'passageCount', format: 'number', after: 'passages in all' }],
        columns: [
          { field: 'passageCount', format: 'number', after: 'passages' },
          { field: 'time', format: 'day', before: 'on' },
          { field: 'baselineMean', format: 'number', before: 'usually' },
        ],
      },
    },
    {
      holds: (input) =>
        flowOf(placeOf(input)) !== undefined && !input.slots.has('vessel') && !input.slots.has('geofence'),
    },
  ),
  recordQuestion({
    id: 'flows-list',
    can: 'list the straits, canals and ports whose passages are counted',
    examples: ['Which straits do you count?', 'list the flows', 'what chokepoints do you measure'],
    subject: 'straits|chokepoints|choke points|canals|flows|counted lines|gates you count',
    also: 'watch|count|counted|measure|measured|monitor|monitored|track|tracked|lines|passages',
    tool: 'list_flows',
    rows: {
      things: 'lines across which passages are counted',
      list: 'items',
      columns: [
        { field: 'name', format: 'text' },
        { field: 'kind', format: 'text' },
      ],
    },
  }),
];
