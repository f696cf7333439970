import { HOUR_MS } from '../../../../time/durations.js';
import { airportOf } from '../spans/reference-places.js';
import { boxAround } from './area-arguments.js';
import { fromTo, type QuestionInput, type QuestionType } from './question-type.js';
import { type RecordKind, recordQuestion } from './record-question.js';

const place = { required: true, weight: 1.5 };
const period = { weight: 0.5 };
const placeOf = ({ slots }: QuestionInput) => slots.get('place');
const times = ({ slots }: QuestionInput) => fromTo(slots.get('period'));
const flightRows: RecordKind['rows'] = {
  things: 'flights',
  list: 'items',
  columns: [
    { field: 'callsign', format: 'text' },
    { field: 'icao24', format: 'text' },
    { field: 'aircraftType', format: 'text' },
    { field: 'departure.airport.name', format: 'text', before: 'from' },
    { field: 'departure.at', format: 'time', before: 'departed' },
    { field: 'arrival.airport.name', format: 'text', before: 'to' },
    { field: 'arrival.at', format: 'time', before: 'arrived' },
    { field: 'distanceMeters', format: 'km', after: 'km' },
  ],
};
const ARRIVALS = /\b(?:arriv\w*|land\w*|inbound|into|incoming)\b/;
const DEPARTURES = /\b(?:depart\w*|took off|take off|takeoffs?|outbound|leaving|left|out of|outgoing|leave)\b/;

/** Questions about records of aircraft, and about reception. */
export const aircraftRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'airport-movements',
      can: 'list arrivals and departures at an airport',
      examples: [
        'Which flights landed at Heathrow today?',
        'departures from Zurich since 9 am',
        'arrivals JFK last 3 hours',
      ],
      subject:
        'arrivals|departures|arrived|departed|landed|took off|take off|takeoffs|takeoff|landings|landing|flights into|flights out of|flights from|' +
        'flights to|flights in|inbound flights|outbound flights|movements|incoming flights|outgoing flights|flew out|flew in|flown out|flown in|' +
        'planes into|planes out of|planes from|traffic at|landed in',
      cues: 'flights|planes|aircraft|airport',
      also: 'flight|plane|jets|airliners|and|into|out|busy|runway|hour|hours|air',
      slots: { place, period, moment: { weight: 0.5 } },
      tool: 'list_movements',
      about: (input) => ({ subject: airportIn(input)?.name }),
      arguments: (input) => ({ icao: airportIn(input)?.icao, kind: directionOf(input), ...sinceOf(input) }),
      rows: { ...flightRows, things: 'movements at the airport' },
    },
    {
      holds: (input) =>
        airportIn(input) !== undefined &&
        !input.slots.has('geofence') &&
        !input.slots.has('shipType') &&
        isOneTime(input),
      accepts: ({ words }) => !/\b(?:ships?|vessels?|tankers?|boats?|fence|geofence|anchorage|gate)\b/.test(words),
    },
  ),
  recordQuestion({
    id: 'aircraft-flights',
    can: 'list the flights of an aircraft by its address',
    examples: ['Which flights did 4ca2d6 make today?', 'flights of 3c6675 this week', 'legs flown by 484b21 yesterday'],
    subject: 'flights|legs|flown|sectors|hops|routes flown|trips|fly|flew',
    also: 'aircraft|plane|flew|fly|by|hex|icao|address',
    slots: { icao24: { required: true, weight: 2.5 }, period },
    tool: 'list_flights',
    arguments: (input) => ({ icao24: input.slots.get('icao24'), ...times(input) }),
    rows: flightRows,
  }),
  recordQuestion(
    {
      id: 'aircraft-holding',
      can: 'list aircraft that began to fly holding patterns',
      examples: [
        'Which aircraft are holding near Heathrow?',
        'planes circling over Gatwick',
        'holding patterns around Frankfurt today',
      ],
      subject:
        'holding|hold|holds|circling|circle|circles|holding pattern|holding patterns|stacks|stacked|stack|stacking|orbiting|in the hold|racetrack|racetracks|going round in circles',
      cues: 'pattern|patterns|planes|aircraft|flights|jets',
      also: 'airport|over|plane|flight|someone|anyone|anybody|who|waiting|land|sky|airspace|air|being|put|moment|present|just|overhead|above|jet|airliners|before|landing|to',
      slots: { place: { weight: 1.5 }, period, distance: {} },
      tool: 'list_timeline',
      about: (input) => ({ subject: placeOf(input)?.name }),
      arguments: (input) => {
        const area = placeOf(input);
        const range = times(input);
        return {
          type: ['holding.started'],
          bbox: area && boxAround(area, input.slots.get('distance')),
          // Without a time, patterns of the last hour are those that may still be flown.
          from: new Date(input.calendar.now.getTime() - HOUR_MS).toISOString(),
          ...range,
        };
      },
      rows: {
        things: 'holding patterns that began',
        list: 'items',
        columns: [
          { field: 'title', format: 'text' },
          { field: 'time', format: 'time', before: 'began' },
          { field: 'data.altitudeFeet', format: 'number', before: 'at', after: 'ft' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:ships?|vessels?|tankers?|portfolio|shares?)\b/.test(words) },
  ),
  recordQuestion(
    {
      id: 'coverage',
      can: 'show what the receivers of the service cover',
      examples: ['How far do our receivers reach?', 'reception coverage of aircraft', 'AIS coverage in the last day'],
      subject: 'coverage|reception|receiver|receivers|receive from|antenna|antennas|range of our station|hear',
      also: 'range|ranges|reach|reaches|receive|ads|b|far|station|stations|ais|adsb|aircraft|vessels|ships|planes|good|area|see|which',
      slots: { layer: { weight: 0.5 }, period },
      tool: 'get_coverage',
      arguments: (input) => ({
        layer:
          input.slots.get('layer') === 'aircraft' || /adsb|plane|aircraft/.test(input.words) ? 'aircraft' : 'vessels',
        ...times(input),
      }),
      rows: {
        things: 'sources of positions',
        list: 'sources',
        columns: [
          { field: 'feed', format: 'text' },
          { field: 'reportCount', format: 'number', after: 'reports' },
          { field: 'cellCount', format: 'number', after: 'cells of the map' },
          { field: 'receiver.maxRangeMeters', format: 'km', before: 'farthest', after: 'km' },
          { field: 'receiver.medianRangeMeters', format: 'km', before: 'usually', after: 'km' },
          { field: 'lastHeardHour', format: 'time', before: 'last heard' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:news|press|articles?|media|stor(?:y|ies))\b/.test(words) },
  ),
];

const airportIn = ({ slots }: QuestionInput) => airportOf(slots.get('place'));

const directionOf = ({ words }: QuestionInput): string | undefined => {
  const [isIn, isOut] = [ARRIVALS.test(words), DEPARTURES.test(words)];
  return isIn === isOut ? undefined : isIn ? 'arrival' : 'departure';
};

/** Whether a question has no time of day to come, and none beside a period. */
const isOneTime = ({ slots, calendar }: QuestionInput): boolean => {
  const at = slots.get('moment')?.at;
  return at === undefined || (at <= calendar.now && !slots.has('period'));
};

/** Returns the times of movements: from a moment of today on, or of the period. */
function sinceOf({ slots, calendar }: QuestionInput): { from?: string; to?: string } {
  const at = slots.get('moment')?.at;
  return slots.has('period') || at === undefined || at > calendar.now
    ? fromTo(slots.get('period'))
    : { from: at.toISOString() };
}
