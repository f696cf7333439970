import { isListed } from '../spans/markets-in.js';
import type { Named } from '../spans/span.js';
import { given, type QuestionInput, type QuestionType, type Slots } from './question-type.js';

/** Returns the condition of a drafted rule; undefined if the question lacks a value for it. */
export function conditionOf(input: QuestionInput): Record<string, unknown> | undefined {
  const { slots, words } = input;
  const symbol = slots.get('symbol') ?? rateOf(slots);
  if (symbol !== undefined) return priceCondition(input, symbol);
  const geofence = slots.get('geofence');
  if (geofence !== undefined) return geofenceCondition(input, geofence);
  const vessel = slots.get('vessel');
  if (vessel === undefined) return undefined;
  const seconds = slots.get('duration') ?? slots.get('period')?.windowSeconds;
  if (/silent|quiet|no signal|stops sending|dark|not heard|stops transmitting|lost|missing/.test(words))
    return { type: 'entity_silent', entity: `vessel:${vessel.id}`, seconds };
  return undefined;
}

/** Returns the exchange rate of two currencies in their order: the threshold is a price of the first in the second. */
function rateOf(slots: Slots): string | undefined {
  const [base, quote] = slots.all('currency');
  const rate = `${base}${quote}.FOREX`;
  return quote !== undefined && isListed(rate) ? rate : undefined;
}

/** Words that turn a direction around: `no longer above 60000`. */
const TURNED = /\b(?:no longer|not any more|isnt|not) (?!less|more|heard)/;

function priceCondition({ slots, words }: QuestionInput, symbol: string): Record<string, unknown> {
  const indicator = slots.get('indicator');
  const isDown = slots.get('direction') === 'down';
  const operator = isDown !== TURNED.test(words) ? 'below' : 'above';
  if (indicator !== undefined)
    return {
      type: 'indicator',
      symbol,
      interval: slots.get('interval') ?? '1d',
      indicator,
      operator,
      threshold: slots.get('amount')?.amount,
    };
  const percent = slots.get('percent');
  if (percent !== undefined) {
    const falls = percent < 0 || slots.get('direction') === 'down';
    const windowSeconds = slots.get('duration') ?? slots.get('period')?.windowSeconds ?? 86_400;
    return {
      type: 'price_change',
      symbol,
      windowSeconds,
      operator: falls ? 'below' : 'above',
      percent: falls ? -Math.abs(percent) : percent,
    };
  }
  return { type: 'price', symbol, operator, threshold: slots.get('amount')?.amount };
}

function geofenceCondition({ slots, words }: QuestionInput, { id }: Named): Record<string, unknown> {
  const transition = /\b(?:exits?|exited|leaves?|left|leaving|departs?)\b/.test(words)
    ? 'exit'
    : /\b(?:stays?|dwells?|lingers?|waits?|remains?)\b/.test(words)
      ? 'dwell'
      : 'enter';
  const isAircraft = /\b(?:aircraft|planes?|flights?|jets?)\b/.test(words);
  const isShip = /\b(?:ships?|vessels?|boats?)\b/.test(words);
  const shipType = slots.get('shipType');
  return given({
    type: 'geofence',
    geofenceId: id,
    transition,
    entityType: isAircraft ? 'aircraft' : shipType === undefined && !isShip ? undefined : 'vessel',
    shipType,
    minDwellSeconds: transition === 'dwell' ? slots.get('duration') : undefined,
  });
}

/** Returns a short name for a rule, derived from its condition. */
export function ruleNameOf(
  condition: Readonly<Record<string, unknown>>,
  names: { symbol?: string; geofence?: string; vessel?: string },
): string {
  const amount = condition.threshold ?? condition.percent;
  switch (condition.type) {
    case 'price_change':
      return `${condition.symbol} ${condition.operator} ${amount} % in ${Number(condition.windowSeconds) / 3_600} h`;
    case 'indicator':
      return `${condition.indicator} of ${condition.symbol} ${condition.operator} ${amount}`;
    case 'geofence':
      return `${condition.shipType ?? condition.entityType ?? 'object'} ${condition.transition} ${names.geofence}`;
    case 'entity_silent':
      return `${names.vessel} silent for ${Number(condition.seconds) / 3_600} h`;
    default:
      return `${condition.symbol} ${condition.operator} ${amount}`;
  }
}

const ASKS_FOR_A_RULE =
  /\b(?:alert(?:s|ed)?|alarms?|notif\w+|warn\w*|tell|let|ping|message|inform|remind\w*|rule|wake|text|buzz|shout|hear|threshold|trigger|flag|signal|heads|watch)\b/;

/** Whether every threshold or change has a direction: `below 150`, `-5 %`, `moves 5 %`. */
function hasSide({ slots, words }: QuestionInput): boolean {
  const amount = slots.get('percent') ?? slots.get('amount')?.amount;
  if ((slots.get('symbol') ?? rateOf(slots)) === undefined || amount === undefined) return true;
  return slots.has('direction') || amount < 0 || /[+]|\b(?:at|reaches|moves|changes)\b/.test(words);
}

/** Types of conditions without a threshold. */
const COUNTLESS: ReadonlySet<string> = new Set(['geofence', 'entity_silent']);

/** A request for an alert rule. The rule is only drafted, not saved. */
export const draftQuestion: QuestionType = {
  id: 'draft-rule',
  future: 'times',
  can: 'draft an alert rule',
  examples: [
    'Alert me when Apple drops below 150.',
    'Tell me when a tanker enters Hormuz gate.',
    'Warn me if the Ever Given is silent for 6 hours.',
  ],
  cues:
    'alert me*3|notified*2.5|be notified*3|informed*2|be informed*3|be warned*3|be alerted*3|be told*2|attentive*1.5|alarm*1.5|notify*2.5|notify me*3|tell me when*3|tell me if*3|warn me*3|warn*2|set alert*3|set ' +
    'alerts*3|alert when*3|alert if*3|let me know*3|let me know when*3.5|let me know if*3.5|ping me*3|create ' +
    'alert*3|create an alert*3|set an alert*3|set a alert*3|alert for*2|alarm me*3|create a rule*3|rule ' +
    'for*1.5|message me*3|new alert*2|alert on*2|make an alert*3|add an alert*3|set up an alert*3|remind ' +
    'me*2|alarm when*3|alarm if*3|wake me*3|wake me up*3|text me*3|buzz me*3|shout*2|an alert*2.5|send me an ' +
    'alert*3|send an alert*3|send me a message*3|inform me*3|give me an alert*3|draft a rule*3|draft an ' +
    'alert*3|alert*1.5',
  also:
    'when|if|a|for|is|no|longer|silent|quiet|no|signal|than|me|moves|changes|goes|price|in|within|by|of|to|at|as|soon|whenever|that|stock|any|vessel|ship|one|stops|sending|transmitting|dark|heard|not|not ' +
    'heard|lost|missing|day|ever|gets|reaches|level|usd|dollars|stays|dwells|lingers|waits|remains|and|once|or|value|again|more|position|its|plane|planes|aircraft|ships|vessels|trades|trading|there|has|been|an|of|under|over|crosses|want|up|once|loses|falls|should|pence|cents|points|wish|would|like|be|exceeded|exceeds|break|breaks|through|comes|dips|shares|share|rate|threshold|rises|drops|trading|into|my|goes|something|anything|out|enters|leaves|undersigned|hours|hour|minutes',
  min: 1.5,
  slots: {
    symbol: { weight: 1.2 },
    geofence: { weight: 2 },
    vessel: { weight: 1.5 },
    shipType: {},
    transition: { many: true, weight: 1 },
    direction: { many: true, weight: 0.5 },
    percent: { weight: 1.5 },
    amount: { weight: 1 },
    duration: { weight: 0.5 },
    indicator: { weight: 1.5 },
    interval: { weight: 0.3 },
    currency: { weight: 0, many: true },
    period: { weight: 0 },
  },
  askAs: { amount: 'threshold' },
  needs: (input) => {
    const condition = conditionOf(input);
    if (condition === undefined) return undefined;
    if (condition.type === 'entity_silent') return condition.seconds === undefined ? 'duration' : undefined;
    return 'operator' in condition && condition.threshold === undefined && condition.percent === undefined
      ? 'amount'
      : undefined;
  },
  // An indicator with two numbers looks like a condition, so the condition is checked.
  holds: (input) =>
    conditionOf(input) !== undefined &&
    hasSide(input) &&
    // A rule of a geofence is about all vessels or about those of a type.
    !(input.slots.named('geofence') && input.slots.named('vessel')) &&
    // Crossings and silence have no number.
    !(COUNTLESS.has(String(conditionOf(input)?.type)) && (input.slots.named('amount') || input.slots.named('percent'))),
  // Changes of prices, stays and silence have a length of time; other times are no part of a condition.
  ignores: (input) => {
    const { windowSeconds, minDwellSeconds, seconds } = conditionOf(input) ?? {};
    const used = windowSeconds ?? minDwellSeconds ?? seconds;
    const { slots } = input;
    return [
      ...(used === undefined || slots.get('duration') !== used ? (['duration'] as const) : []),
      ...(used === undefined || slots.get('period')?.windowSeconds !== used ? (['period'] as const) : []),
    ];
  },
  accepts: ({ words }) => ASKS_FOR_A_RULE.test(words),
  plan: (input) => {
    const { slots } = input;
    const condition = conditionOf(input) ?? {};
    const name = ruleNameOf(condition, { geofence: slots.get('geofence')?.name, vessel: slots.get('vessel')?.name });
    return [{ tool: 'draft_alert_rule', arguments: { name, condition } }];
  },
};
