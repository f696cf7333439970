import type { AnySpan, Period, SpanType } from '../spans/span.js';
import { given, type QuestionType, type Slots } from './question-type.js';

const portfolio = { required: true, implied: true, weight: 2 };
const also =
  'portfolio|portfolios|of|my|for|in|the|how|what|is|was|account|total|pf|current|currently|now|today|me|show|this|been|has|have';

/** Returns the first day of a period and the day after its last one. */
const days = (period: Period | undefined): { from?: string; to?: string } => ({
  ...(period?.from !== undefined && period.firstDay !== undefined && { from: period.firstDay }),
  ...(period?.to !== undefined && period.endDay !== undefined && { to: period.endDay }),
});

const SUBJECTS: readonly SpanType[] = ['factor', 'symbol', 'currency'];

/** Returns the shocks of a question: each percentage with its direction and subject. */
function shocksOf(slots: Slots, words: string): object[] {
  const amounts = slots.of(['percent', 'fraction']);
  // In `the euro weakens 5 % against the dollar` the euro is the subject, not the exchange rate.
  const hasCurrency = slots.has('currency');
  const subjects = slots
    .of(SUBJECTS)
    .filter(({ type, value }) => !(hasCurrency && type === 'symbol' && String(value).endsWith('.FOREX')));
  const directions = slots.of(['direction']);
  const [only] = amounts;
  const joint = jointSubjects(subjects, words);
  if (only !== undefined && subjects.length === 0 && /\b(?:crash|market|markets|selloff|correction)\b/.test(words))
    return [{ target: 'asset_class', assetClass: 'equity', change: -Math.abs(only.value as number) / 100 }];
  if (only === undefined || subjects.length === 0) return [];
  if (amounts.length === 1) {
    // A factor is preferred to a symbol of the same name, and a symbol to a currency.
    const first = SUBJECTS.map((type) => subjects.find((span) => span.type === type)).find(Boolean) as AnySpan;
    const all = joint.length > 1 ? joint : [first];
    return hasSign(only, directions[0], words) ? all.map((subject) => shockOf(subject, only, directions[0])) : [];
  }
  const isBefore = (subjects[0] as AnySpan).from < only.from;
  let begin = 0;
  const shocks = amounts.flatMap((amount, index) => {
    const next = amounts[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const subject = isBefore
      ? subjects.findLast(({ from }) => from >= begin && from < amount.from)
      : subjects.find(({ from }) => from >= amount.to && from < next);
    // The direction is before the amount, or between it and its subject: `a 12 % fall in equities`.
    const end = isBefore ? amount.from : (subject?.from ?? amount.from);
    const near = directions.find(({ from }) => from >= begin && from < end);
    begin = Math.max(amount.to, subject?.to ?? 0);
    return subject === undefined || !hasSign(amount, near, words) ? [] : [shockOf(subject, amount, near)];
  });
  // If the subject of one shock is unknown, there are no shocks, because the others alone would give a wrong scenario.
  return shocks.length === amounts.length ? shocks : [];
}

/** Returns the subjects that `and` joins and that share one amount: `if nvidia and apple fall 10 %`. */
function jointSubjects(subjects: readonly AnySpan[], words: string): AnySpan[] {
  const all = words.split(' ');
  const joint: AnySpan[] = [];
  for (const span of subjects) {
    const last = joint.at(-1);
    if (last !== undefined && span.from < last.to) {
      // A factor is preferred to a symbol of the same words.
      if (SUBJECTS.indexOf(span.type) < SUBJECTS.indexOf(last.type)) joint[joint.length - 1] = span;
      continue;
    }
    const between = last === undefined ? [] : all.slice(last.to, span.from);
    if (!between.every((word) => ['and', 'plus', 'both', 'the', 'as', 'well'].includes(word))) return [];
    joint.push(span);
  }
  return joint;
}

/** Whether a change has a sign: `-5 %`, `+5 %`, `halves`, `falls 5 %`. A change without one may be a rise or a fall. */
const hasSign = (amount: AnySpan, direction: AnySpan | undefined, words: string): boolean =>
  direction !== undefined ||
  amount.type === 'fraction' ||
  (amount.value as number) < 0 ||
  ['+', 'plus'].includes(words.split(' ')[amount.from] ?? '');

function shockOf(subject: AnySpan, { type, value }: AnySpan, direction: AnySpan | undefined): object {
  const amount = value as number;
  const isSigned = amount < 0 || (type === 'fraction' && amount === 100);
  const percent = direction?.value === 'down' && !isSigned ? -Math.abs(amount) : amount;
  const change = Math.round(percent * 1e4) / 1e6;
  if (subject.type === 'symbol') return { target: 'symbol', symbol: subject.value, change };
  if (subject.type === 'currency') return { target: 'currency', currency: subject.value, change };
  return ['oil', 'gold'].includes(subject.value as string)
    ? { target: 'factor', factor: subject.value, change }
    : { target: 'asset_class', assetClass: subject.value, change };
}

/** `how much have I made`: without the name of a portfolio, all are meant. */
const OWN_GAIN =
  /\b(?:have|did|do|am) (?:i|we) (?:made|make|earned|earn|gained|gain|lost|lose|up|down|doing overall)\b|\bmy (?:total |overall )?(?:gains?|profits?|loss(?:es)?)\b|\b(?:gains?|profits?|performance) (?:across|over) (?:all|everything)\b/;

/** Questions about portfolios and clients. */
export const portfolioQuestions: readonly QuestionType[] = [
  {
    id: 'portfolio-value',
    can: 'show what a portfolio is worth',
    examples: ['What is my Growth portfolio worth?', 'value of pension at end of october', 'growth pf total'],
    cues:
      'worth*2|value*2|total*1.5|valuation*2.5|how much*1.2|balance*1.5|market value*2.5|valued*2|net ' +
      'worth*1.5|amount to*1|do i have in*2|have i got in*2|i have in*1.5|is in*1' +
      '|how big*1.5|size*1.2|nav*2|net asset value*2.5|sum*1|amounts to*1.5|amounts*1|stand at*1.5|stood at*1.5|standing at*1.5|total value*2|worthing*2|sits at*1.5|mandate*0.5',
    also:
      `${also}|at|on|as|money|much|when|end|converted|expressed|terms` +
      '|mandate|account|depot|close|amount|amounts|did|does|stand|please|state|to|sum|complete|whole|entire|fund|assets|holdings',
    ofAll: true,
    unapplied: 'invested|invest|cash|deposited|cost',
    slots: { portfolio, period: { weight: 0.5 }, moment: { weight: 0.5 }, currency: {} },
    holds: ({ slots }) => !slots.has('period') || slots.get('period')?.day !== undefined,
    plan: ({ slots }) => {
      const period = slots.get('period');
      const asOf = slots.get('moment')?.day ?? (period?.to === undefined ? undefined : period.day);
      return [
        {
          tool: 'get_valuation',
          arguments: given({ id: slots.get('portfolio')?.id, asOf, currency: slots.get('currency') }),
        },
      ];
    },
  },
  {
    id: 'portfolio-performance',
    can: 'show how a portfolio performed',
    examples: [
      'How did Growth perform this year?',
      'time weighted return of pension in Q3',
      'Did Pension beat MSFT last month?',
    ],
    cues:
      'perform*2|performance*2.5|return*2|returns*2|beat*2|do*1|done*1.2|performed*2|doing*1|gain*1|gained*1|made*1|lost*1|lose*1.5|losing*1.5|ytd*0.5|outperform*2|outperformed*2|up*0.6|down*0.6|performing*2|yield*0.8|growth ' +
      'rate*1|fare*1.5|fared*1.5|did*0.4|versus*0.5|against*0.5|compared*0.5|earn*0.8|rate of return*2|making ' +
      'money*2|make money*2|made money*2|losing money*2|lost money*2|profit*2|profitable*2|loss*1.5' +
      '|developed*1.5|developing*1.5|development*1.5|evolved*1.5|evolution*1.5|progress*1.2|progressed*1.5|go*0.6|went*0.8|gone*0.8|results*1|result*1|rose*0.8|fell*0.8|grown*1.2|grew*1.2|beaten*2|pnl*2|percents*0.8',
    also:
      `${also}|did|rate|much|to|with|benchmark|on|over|weighted|since|inception|money|well|percent|terms` +
      '|mandate|depot|beginning|begin|start|money|percents|percent|make|annual|annualised|annualized|fund|been|how|many|i|you|we|compared|course',
    ofAll: true,
    ofAllWords: OWN_GAIN,
    unapplied: 'fees|fee|costs|tax|taxes|net|gross|inflation',
    slots: { portfolio, period: {}, method: { weight: 2 }, symbol: { weight: 0.8 } },
    accepts: ({ slots, words }) =>
      !slots.has('symbol') || /beat|outperform|versus|against|compared|benchmark|than|relative/.test(words),
    plan: ({ slots }) => [
      {
        tool: 'get_performance',
        arguments: given({
          id: slots.get('portfolio')?.id,
          method: slots.get('method'),
          ...days(slots.get('period')),
          benchmark: slots.get('symbol'),
        }),
      },
    ],
  },
  {
    id: 'portfolio-allocation',
    can: 'show how a portfolio is allocated',
    examples: ['How is Growth allocated by sector?', 'pension currency split', 'asset mix of growth'],
    cues:
      'allocated*2|allocation*2.5|split*1.5|share*1|mix*2|weights*2|breakdown*2.5|break ' +
      'down*2.5|break|distribution*2|distributed*2|invested*1.2|weight*1.5|composition*2|spread*1.5|diversified*1.5|broken ' +
      'down*2|divided*1.5|weightings*2|weighting*2|percentage*0.8|made up*1.5|how much of*1.5|what part ' +
      'of*1.5|exposure*0.6' +
      '|composed*2|structure*1.5|structured*1.5|concentrated*1.5|concentration*1.5|proportions*1.5|proportion*1.5|regional*0.8|makeup*1.5|make up*1.5|exposures*0.8|overweight*1.2|underweight*1.2',
    also:
      `${also}|where|money|by|each|per|across|are|between|which|out|weights|type|held|much` +
      '|composition|show|invested|too|much|one|overview|one|single|different|various|type|categories|category|fund|mandate|depot',
    ofAll: true,
    slots: { portfolio, allocationBy: { weight: 1.5 } },
    defaults: 'allocationBy',
    plan: ({ slots }) => [
      {
        tool: 'get_allocation',
        arguments: { id: slots.get('portfolio')?.id, by: slots.get('allocationBy') ?? 'assetClass' },
      },
    ],
  },
  {
    id: 'portfolio-holdings',
    can: 'list the holdings of a portfolio',
    examples: [
      'What are the largest positions in Growth?',
      'list the holdings of Pension',
      'How many shares of Apple are in Growth?',
    ],
    cues:
      'holdings*2.5|holding*2|positions*2.5|position*2|how many shares*3|how many ' +
      'units*3|own*2|hold*2|what is in*1|shares of*1|stocks of*1|securities*1.5|invested in*1|owned*2|do i ' +
      'have*1|do i hold*2' +
      '|constituents*2|assets held*2|contain*1.2|contains*1.2|in it*0.5|inside*0.8|sit in*1|sits in*1|heaviest*1|owns*2|holds*2|stake*1.5|stakes*1.5|heavy*0.8|weightiest*1.5|invested in which*1.5',
    also:
      `${also}|largest|biggest|top|main|smallest|list|which|many|shares|share|units|stocks|stock|do|i|are|all|there|each|on|at` +
      '|every|contents|enumerate|instruments|full|complete|what|does|there|heaviest|heavy|papers|it|assets|most|currently|exactly|any|mandate|depot|fund',
    min: 1.5,
    ofAll: true,
    unapplied: 'smallest|oldest|newest|best|worst|profitable|losing|winning|cheapest',
    slots: { portfolio, symbol: { weight: 0.8 }, moment: { weight: 0.3 } },
    plan: ({ slots }) => [
      {
        tool: 'list_holdings',
        arguments: given({ id: slots.get('portfolio')?.id, asOf: slots.get('moment')?.day }),
        about: given({ symbol: slots.get('symbol') }),
      },
    ],
  },
  {
    id: 'portfolio-risk',
    can: 'show the risk figures of a portfolio',
    examples: ['How risky is Growth?', 'max drawdown of pension', 'sharpe ratio growth'],
    cues:
      'risky*2|risk*2|drawdown*2.5|value at risk*3|var*2|sharpe*2.5|sharpe ' +
      'ratio*3|volatility*2.5|beta*2|sortino*2.5|volatile*2|expected shortfall*3|cvar*2.5|standard ' +
      'deviation*2.5|sortino ratio*3|tracking error*2.5|correlation*1.5|worst ' +
      'loss*2|riskiness*2|alpha*1.5|swings*1|lose*1.2|bad day*2|worst day*2|worst case*2|information ratio*2.5' +
      '|bumpy*1.5|fluctuate*1.5|fluctuates*1.5|fluctuation*1.5|fluctuations*1.5|downside*1.5|drawdowns*2.5|stability*0.8|stable*0.8|conservative*1|aggressive*1|safe*1.2|max loss*2|maximum loss*2',
    also:
      `${also}|max|maximum|ratio|biggest|at|figures|measures|numbers|largest|deepest|worst|metrics|profile|annual|annualised|much|could|might|safe` +
      '|carries|carry|ratio|report|annualized|volatile|bumpy|been|how|year|metrics|key|figures|mandate|depot|fund|rating|level',
    ofAll: true,
    // `Growth 99 % VaR`: the figures have their own levels.
    slots: { portfolio, period: {}, percent: { weight: 0 } },
    ignores: () => ['percent'],
    plan: ({ slots }) => [
      { tool: 'get_risk', arguments: given({ id: slots.get('portfolio')?.id, ...days(slots.get('period')) }) },
    ],
  },
  {
    id: 'portfolio-scenario',
    future: 'times',
    can: 'calculate a shock on a portfolio',
    examples: [
      'What if oil falls 20 %?',
      'Stress Pension with equities down 30 percent.',
      'impact on growth if aapl drops 10%',
    ],
    cues:
      'what ' +
      'if*2|if*1|stress*2.5|impact*2|scenario*2.5|shock*2.5|happens*1|happen*1|halves*2|halved*2|halve*2|doubles*2|stress ' +
      'test*3|effect*1.5|affect*1.5|simulate*2|suppose*1.5|assume*1.5|would*0.8|hit*0.8|hurt*1.2|when*0.3|crash*0.5|lose*0.8|react*1.5|exposed*0.8|left ' +
      'of*1' +
      '|supposing*1.5|imagine*1.5|if*1|consequences*1.5|consequence*1.5|sensitivity*1.5|simulation*2|falls by*1|hypothetically*1.5|stressed*2|resilient*1|rally*0.5|slump*0.5|crash*0.5|come out*0.8',
    also:
      `${also}|with|on|to|and|price|prices|by|were|on|what|does|should|value|goes|go|half|double|test|were|market|index|another|left|remain|remains|much|share|shares|stock` +
      '|falling|rising|case|with|in|out|happening|happened|percent|each|both|worth|would|be|then|are|assess|decline|rise|mandate|depot|fund|lost|lose|effects|upon|prices',
    ofAll: true,
    slots: {
      portfolio,
      factor: { weight: 1.2, many: true },
      symbol: { weight: 1, many: true },
      currency: { weight: 1, many: true },
      percent: { weight: 1.5, many: true },
      fraction: { weight: 1.5, many: true },
      direction: { weight: 0.5, many: true },
    },
    holds: ({ slots, words }) => shocksOf(slots, words).length > 0,
    plan: ({ slots, words }) => [
      {
        tool: 'run_scenarios',
        arguments: { id: slots.get('portfolio')?.id, scenario: { type: 'shocks', shocks: shocksOf(slots, words) } },
      },
    ],
  },
  {
    id: 'portfolio-geo-exposure',
    future: 'times',
    can: 'show which places portfolios depend on',
    examples: [
      'Does any of my portfolios depend on Hormuz?',
      'geo exposure of growth',
      'Which straits does Pension depend on?',
    ],
    cues:
      'depend*2|depends*2|exposure*1.8|exposed*1.8|geo*1.5|relies*2|rely*2|straits*1.2|ports*1.2|geographic*2|geographical*2|chokepoints*2|dependency*2|dependence*2|dependent*2|countries*0.8|reliant*2|canals*1|affected*1|affects*1|strait*0.5|port*0.5|geography*1.5|places*0.8|hurt*1.2|hurts*1.2|hit*1|hits*1|closed*1|closure*1.2|blocked*1|blockade*1.5|suffer*1.5|matter*1.2|matters*1.2' +
      '|geopolitical*1.5|geographically*1.5|vulnerable*1.5|vulnerability*1.5|vulnerabilities*1.5|geographies*1.5|located*0.5|chokepoint*2|waterways*1.2|waterway*1.2|disruption*1.5|disrupted*1.5|hang on*1.5|book*0.5',
    also:
      `${also}|any|on|to|which|does|do|are|by|upon|or|would|if|were|either|one|it|much` +
      '|happening|anything|have|book|we|how|trouble|places|regions|place|region|regional|world|dependent|it|problem|problems|impact|impacts|much',
    min: 1.8,
    slots: { portfolio: { weight: 2 }, place: { weight: 1, implied: true } },
    plan: ({ slots }) => [
      {
        tool: 'get_geo_exposure',
        arguments: given({ id: slots.get('portfolio')?.id }),
        about: given({ place: slots.get('place')?.name }),
      },
    ],
  },
  {
    id: 'portfolio-income',
    future: 'times',
    can: 'show the income of a portfolio',
    examples: [
      'How much dividend income did Growth receive this year?',
      'pension income last month',
      'Interest and dividends for Miller Family in 2025',
    ],
    cues:
      'income*2.5|interest*2|dividends*2|dividend*2|paid*1.5|received*1.5|receive*1.2|payouts*2|coupons*1.5|distributions*1.5|pay*1.2|earned*1.2|earn*1.2|payout*1.5|payments*1.2|passive ' +
      'income*2.5|bring in*1|came in*1.2|comes in*1.2|come in*1' +
      '|proceeds*1.2|cash flow*1.5|cash flows*1.5|cashflow*1.5|distribution*1.2|yielded*1|coupon*1.5|interests*1.5|dividend payments*2.5|became*0.3',
    also:
      `${also}|and|did|much|me|from|collect|collected|any|cash|got|get|over|earnings|total|fees` +
      '|receive|received|became|become|due|from|during|half|quarter|payment|payments|has|had|mandate|depot|fund|out|into|in',
    ofAll: true,
    unapplied: 'next|upcoming|expected|future|projected|forecast|yield|largest|biggest|highest',
    slots: { portfolio, period: {} },
    plan: ({ slots }) => [
      { tool: 'list_income', arguments: given({ id: slots.get('portfolio')?.id, ...days(slots.get('period')) }) },
    ],
  },
  {
    id: 'clients-summary',
    can: 'summarize your clients',
    examples: [
      'Give me an overview of my clients.',
      'total assets under management',
      'Which clients are off their target?',
    ],
    cues:
      'clients*2|client*2|assets under management*3|aum*3|drift*1.5|breach*1.2|overview*0.5|off ' +
      'target*1.5|under management*2|mandates*1.5|breaches*1.2|breaching*1.2|rebalancing*1|customers*1.8' +
      '|client relationships*2.5|relationships*1|customer*1.5|client book*2|book of clients*2|my book*1|investors*1|attention*0.5|consolidated*1',
    also:
      'of|my|total|which|are|off|their|target|targets|any|in|report|summary|how|much|do|i|manage|managed|all|list|drifted|from|model|limits|need|money|outside|bands|state|across|book|status|are|there|have|many|away|allocation|assets|under|with|drifting|out|line|manage|the' +
      '|attention|needs|among|supply|statement|review|before|meeting|summary|drift|clients|overview|every|each|who|behind|off|across|relationship|consolidated|accounts|totals|total',
    min: 1.8,
    unapplied: 'largest|biggest|richest|smallest|best|worst|riskiest',
    slots: {},
    plan: () => [{ tool: 'get_client_summary', arguments: {} }],
  },
];
