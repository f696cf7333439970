import { ORDERS } from './map-values.js';
import { fromTo, given, ignoredTimes, isPresent, type QuestionType } from './question-type.js';

const now = 'now|right now|currently|at the moment|today|present|latest|at present|just now';

/** Questions about the geofences of the caller. */
export const geofenceQuestions: readonly QuestionType[] = [
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
      'in*1.5|boats|anything|objects|anchored|present*0.8' +
      '|located*1|occupying*1.5|contained*1.5|parked*0.8|populated*1|residing*1.5|currently within*1.5|sit*0.8|sits*0.8|find themselves*1',
    also:
      `${now}|list|what|of|sitting|there|is|are|me|show|currently|present` +
      '|everything|vessel|ship|zone|perimeter|it|how|many|which|list|objects|things|situated',
    unapplied: `${ORDERS}|tankers|tanker|anchored|cargo|flagged`,
    slots: { geofence: { required: true, implied: true, weight: 2 }, period: { weight: 0 } },
    holds: isPresent,
    ignores: ignoredTimes,
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
    cues:
      'came|went|log|crossed*1.5|crossings*1.5|transitions*2|fence|geofence|passed*1.2|movements*1.2|who|ships|vessels|crossing*1.5|traffic|visited*1.5|visits*1.5|come|go|gone' +
      '|passages*1.2|came and went*2|in and out*2|movements*1.2|inbound*1|outbound*1|crossing*1.5|boundary*1',
    also:
      'at|ship|vessel|tanker|boat|plane|from|into|and|in|of|how|many|which|my|out|the|through|tankers|boats|planes|aircraft|been|have|list|it' +
      '|boundary|zone|who|last|across|report|all|the|perimeter|border',
    min: 0,
    slots: {
      geofence: { required: true, implied: true, weight: 2 },
      transition: { many: true, weight: 2 },
      shipType: { weight: 0, many: true },
      period: { weight: 1 },
    },
    unapplied: 'first|earliest',
    // A list of crossings has no types of ships.
    ignores: () => ['shipType'],
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
];
