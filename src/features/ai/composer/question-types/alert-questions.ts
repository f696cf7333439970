import { boxAround } from './area-arguments.js';
import { ORDERS } from './map-values.js';
import { areSeverities, fromTo, given, ignoredTimes, isPresent, type QuestionType } from './question-type.js';

/** Number of alerts that are requested for a period. */
const MAX_ALERTS = 50;
/** Minimum severities of events, by the word of the question. */
const MIN_SEVERITIES: Readonly<Record<string, number>> = { critical: 4, warning: 3 };
/** `alerts that are not resolved` still fire. */
const NOT_CLOSED = /\b(?:not|never|yet to) (?:(?:be|been|yet) )?(?:resolved|closed|cleared|recovered|over)\b/;
/** Words of questions about the past of alerts. */
const HAS_FIRED = /\b(?:since|fired|triggered|tripped|raised|went|gone|came|had|were|been|did|have|got|received)\b/;

/** Questions about the past of a place, alerts, rules, the event log and the service itself. */
export const alertQuestions: readonly QuestionType[] = [
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
      'was*2|state|over|in|at|map|around|near|picture*1.5|off|view*1|positions*1.5|stood|rewind*2|replay*2|back*0.5' +
      '|reconstruct*1.5|back then*1|historical*1|look back*1.5|time machine*2|as of*0.8|situation of*1',
    also:
      'like|it|as|of|how|to|go|traffic|what|which|did|show|there|the' +
      '|everybody|everything|everyone|been|positions|position|vessel|there|look|showed|appear|appeared|show|view|review',
    min: 0,
    unapplied: `${ORDERS}|tankers|tanker|anchored|cargo|flagged`,
    slots: {
      moment: { required: true, weight: 2.5 },
      place: { required: true, weight: 1.3 },
      layer: { many: true, weight: 1.2 },
      distance: {},
    },
    plan: ({ slots }) => {
      const place = slots.get('place');
      const layers = slots.all('layer');
      return [
        {
          tool: 'get_snapshot',
          arguments: given({
            at: slots.get('moment')?.at.toISOString(),
            bbox: place && boxAround(place, slots.get('distance')),
            layer: [...new Set(layers)],
          }),
        },
      ];
    },
  },
  {
    id: 'open-alerts',
    can: 'list your alerts',
    examples: ['What alerts are firing?', 'any critical alerts open', 'snoozed alerts'],
    cues:
      'alerts*2|alert*1.2|warnings*0.5|alarms*2|alarm*1.2|notifications*1' +
      '|alerting*1.5|warnings*0.8|triggered alerts*2',
    also:
      'any|miss|missed|worry|worried|concerned|show|i|have|yet|which|were|right ' +
      'now|now|currently|list|still|outstanding|my|do|severity|level|been|today|that|me|how|many|are|there|count|status|state|of' +
      '|raised|ringing|sounding|existing|exist|present|live|red|current|enumerate|which|please|critical|severe|in|are|were|fired',
    min: 0,
    slots: {
      alertState: { many: true, weight: 1.2 },
      severity: { many: true, weight: 1.2 },
      period: { weight: 0.3 },
    },
    accepts: ({ slots, words }) =>
      /alert|alarm|firing|going off|gone off|went off/.test(words) ||
      (slots.has('alertState') && slots.has('severity')) ||
      /\bwarnings\b|\backnowledge\b/.test(words),
    plan: (input) => {
      const { slots, words } = input;
      const isNot = /\b(?:not|never|yet to|havent|hasnt|without|no one|nobody)\b.*\backnowledged?\b/.test(words);
      const state = [...new Set(slots.all('alertState'))].map((one) =>
        (isNot && one === 'acknowledged') || NOT_CLOSED.test(words) ? 'firing' : one,
      );
      const severity = [...new Set(slots.all('severity'))];
      // `Which alerts fired yesterday?` is about alerts in every state, and the list has no times as a parameter.
      const hasFired = HAS_FIRED.test(words);
      const period = hasFired || !isPresent(input) ? slots.get('period') : undefined;
      if (period !== undefined) {
        // `Firing` says only that they began; `acknowledged` is a state that the question asks for.
        const asked = hasFired ? state.filter((one) => one !== 'firing') : state;
        const filters = { severity, state: asked, limit: MAX_ALERTS };
        return [{ tool: 'list_alerts', arguments: given(filters), about: fromTo(period) }];
      }
      return [{ tool: 'list_alerts', arguments: given({ state: state.length > 0 ? state : ['firing'], severity }) }];
    },
  },
  {
    id: 'alert-why',
    can: 'explain why an alert fired',
    examples: ['Why did this alert fire?', 'explain the oil alert', 'What triggered AAPL drop yesterday?'],
    cues:
      'why*2|alerted*2|explain*2|triggered*2|caused*2|reason*2|go off*2|went ' +
      'off*2|fire*1|fired*1.2|values*1.5|set off*2|sets ' +
      'off*2|alert*1|explanation*2|cause*1.5|behind*1.5|details*1.2|which ' +
      'values*1|trip*1.5|tripped*2|made*1|firing*0.5' +
      '|sounded*1.5|activated*1.5|activate*1|rang*1.5|ring*0.8|set it off*2|raised*1|tripped*1.5|sound*1|start*0.8|started*1',
    also:
      'made|which|for|off|values|alarm|me|what|of|tell|notification|did|rule|about|on' +
      '|alarm|that|rule|to|ring|ringing|be|the|reasons|because|start|started|launch|launched|notification|last|time',
    min: 1.5,
    instead: 'rule-distance',
    slots: { alert: { required: true, implied: true, weight: 2 }, period: { weight: 0 } },
    ignores: ignoredTimes,
    plan: ({ slots }) => [{ tool: 'get_alert', arguments: { id: slots.get('alert')?.id } }],
  },
  {
    id: 'rule-distance',
    future: 'times',
    can: 'show how close a rule is to firing',
    examples: [
      'How close is my oil rule to triggering?',
      'distance to trigger for AAPL drop',
      'Will Tanker enters Hormuz fire soon?',
    ],
    cues:
      'close*1.5|distance*2|trigger*1.5|triggering*2|how far*2|far*1|fire*1|firing*1|soon*1.5|last ' +
      'value*2|value*1|rule*1.5|evaluation*2|evaluate*2|near*0.5|nearly*1.5|alert*0.5|about ' +
      'to*1.5|status*1.5|away*1.5|current value*2|state*1|going to ' +
      'fire*2|threshold*1.5|headroom*1.5|left*0.5|further*1.5|fires*1|going off*1.5' +
      '|gap*1.2|room*1|margin*1.5|buffer*1.5|cushion*1.5|approaching*1|launch*1|launches*1|activates*1|activate*1|trips*1|remaining*1.5|misses*0.8|room left*2',
    also:
      'from|we|to|will|how|for|what|the|last|until|before|is|being|much|its|goes|off|rise|fall|climb|drop|have|need' +
      '|missing|misses|miss|its|level|price|much|more|until|till|does|alarm|alert|limit|short|trigger|it|away|off',
    min: 1.4,
    slots: { rule: { required: true, weight: 2 }, symbol: { weight: 0 } },
    plan: ({ slots }) => [{ tool: 'get_alert_rule_evaluation', arguments: { id: slots.get('rule')?.id } }],
  },
  {
    id: 'timeline',
    can: 'list what happened in a period',
    examples: [
      'What happened in the last 6 hours?',
      'timeline for AAPL yesterday',
      'What happened to the Ever Given this week?',
    ],
    cues:
      'happened*2|timeline*2.5|events*1.5|notable*2|happening*1.5|going ' +
      'on*1.5|occurred*2|everything*0.8|event log*2|log*1.2|miss*1.5|missed*1.5|important*1|new*0.5|whats ' +
      'new*1.5|activity*0.8|happen*2|took place*2|went on*2|anything*0.6|incidents*1.5' +
      '|chronology*2.5|chronicle*2|sequence of events*2.5|incident*1.5|developments*1.2|occurrences*1.5|occurrence*1.5|noteworthy*2|significant*1.2|transpired*2|unfolded*2|took place*2|gone on*2|of note*1.5',
    also:
      'to|with|of|for|around|all|involving|about|on|did|while|away|interesting|concerning|was|what|there|show|list|anything|everything|events' +
      '|day|severity|critical|severe|notable|things|world|everything|me|give|that|was|of',
    min: 1.2,
    slots: {
      period: { weight: 1 },
      symbol: { weight: 1 },
      vessel: { weight: 1.2 },
      place: { weight: 0.8 },
      severity: { weight: 0.5 },
      severities: { weight: 0.5 },
    },
    // The operation has no maximum.
    holds: (input) => areSeverities(input) && input.slots.get('severities')?.max === undefined,
    plan: ({ slots }) => {
      const [vessel, place] = [slots.get('vessel'), slots.get('place')];
      const filters = {
        bbox: place && boxAround(place),
        symbol: slots.all('symbol'),
        entity: vessel === undefined ? undefined : [`vessel:${vessel.id}`],
        minSeverity: slots.get('severities')?.min ?? MIN_SEVERITIES[slots.get('severity') ?? ''],
      };
      return [{ tool: 'list_timeline', arguments: given({ ...filters, ...fromTo(slots.get('period')) }) }];
    },
  },
  {
    id: 'search-everything',
    future: 'times',
    can: 'search everything that you may see',
    examples: ['Find everything about Rotterdam.', 'search maersk', 'Look for vessels called Pioneer.'],
    cues:
      'find*2|search*2.5|look for*2|lookup*2|look up*2|have anything on*2|anything on*1.5|everything ' +
      'about*1.5|search for*2.5|anything about*1|searching*2|looking for*2|know about*1.5|have on*1.5|results ' +
      'for*2|matching*1.5|records*1|any records*2|appear*2|appears*2|mentioned*2|mention*1.5|occur*2|occurs*2' +
      '|pull up*2|dig up*2|dig out*2|retrieve*1.5|hunt for*1.5|got on*1.5|hold on*1.5',
    also:
      'anywhere|everywhere|database|system|hits|result|results|every|4|re|documents|look|everything|where|does|word|about|called|named|name|with|on|for|all|that|mention|mentions|mentioning|we|our|data|containing|matching' +
      '|you|have|hold|got|know|info|information|regarding',
    min: 1.5,
    text: 'required',
    isName: true,
    isTopic: true,
    slots: { resultType: { weight: 1 }, quoted: { weight: 1 } },
    bias: -0.3,
    plan: ({ slots, text }) => {
      const type = slots.get('resultType');
      return [
        {
          tool: 'search_everything',
          arguments: given({
            q: slots.get('quoted') ?? text,
            type: type === undefined ? undefined : [type === 'news' ? 'article' : type],
          }),
        },
      ];
    },
  },
  {
    id: 'feed-status',
    can: 'show how the data feeds are',
    examples: ['Are all data feeds working?', 'is the ais feed down', 'How old is the market data?'],
    cues:
      'feed*2|feeds*2|data*1|ais*0.8|adsb*0.8|sources*1.5|source*1.2|stale*1.5|working*1|down*0.8|up to ' +
      'date*1.5|last update*1|old*1|fresh*1|delay*1|delayed*1|connected*1|provider*1.5|providers*1.5|data ' +
      'quality*2|coverage*0.5|outage*1.5|outages*1.5|lag*1|healthy*1|broken*1|supply*0.8|interrupted*1.5' +
      '|latency*1.5|inputs*1.2|pipeline*1|pipelines*1|connections*1.2|availability*1.2|uptime*1.5|operational*1.5|functioning*1.5|data feeds*2|data sources*2|behind schedule*1.5',
    also:
      'ads-b|market|news|all|when|did|last|update|updated|how|which|is|are|running|online|offline|status|health|receiving|vessel|aircraft|price|sanctions|failing|ok|okay|live|coming|in|any|current|lagging|errors|of' +
      '|fine|properly|correctly|well|correct|right|good|there|problem|problems|issue|issues|with|my|your|our|report|state',
    min: 1.6,
    slots: {},
    plan: () => [{ tool: 'get_feeds', arguments: {} }],
  },
];
