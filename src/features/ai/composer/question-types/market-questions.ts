import { isoDay } from '../spans/calendar.js';
import { instrumentOf, isListed } from '../spans/markets-in.js';
import {
  fromTo,
  given,
  ignoredTimes,
  isPresent,
  type QuestionInput,
  type QuestionType,
  type Slots,
} from './question-type.js';

const daysUntilNow = 'today|now|currently|latest|current|right now';

/** Returns the symbol of the exchange rate of two currencies of a question, as the directory lists it. */
function pairOf(slots: Slots): string | undefined {
  // A currency alone is quoted against the dollar.
  const [one, other = 'USD'] = slots.all('currency');
  return [`${one}${other}.FOREX`, `${other}${one}.FOREX`].find(isListed);
}

/**
 * Returns the base currency if words of the question decide it: the currency after `from`, otherwise the one that is
 * not after `to` or `into`. Example: `7500 to euros from dollars`.
 */
function namedBase(slots: Slots, words: string): string | undefined {
  const all = words.split(' ');
  const spans = slots.of(['currency']).filter(({ from, to }) => to > from);
  const behind = (before: readonly string[]) => spans.find(({ from }) => before.includes(all[from - 1] ?? ''))?.value;
  const quote = behind(['to', 'into']);
  return (behind(['from']) ?? spans.find(({ value }) => quote !== undefined && value !== quote)?.value) as
    | string
    | undefined;
}

/** Returns the day of a question about the hours of an exchange: `did it close early on Friday` means the last one. */
const hoursDay = ({ slots, words, calendar }: QuestionInput): string => {
  const period = slots.get('period');
  const isPast = /\b(?:did|didn|was|wasn|were|weren|had)\b/.test(words);
  return (isPast ? undefined : period?.nextDay) ?? period?.day ?? isoDay(calendar.today);
};

/** Phrases before the percentage of a move: `down more than`, `gained over`. */
const MOVES = 'up|down|gained|lost|fallen|risen|dropped|climbed|moved|changed|jumped|slipped'
  .split('|')
  .flatMap((verb) =>
    ['more than', 'over', 'at least', 'less than', 'by more than', 'by'].map((by) => `${verb} ${by}*2`),
  )
  .join('|');
/** A yes/no question about a change of a price: `is brent up more than 2 %`. */
const ASKS_WHETHER = /^(?:(?:so|and|but|hey|hi|ok|now|well) )*(?:is|are|has|have|did|was)\b/;
/** Whether a percentage of a question is one that the change is compared with. */
const isMoveAsked = ({ slots, words }: QuestionInput): boolean =>
  !slots.has('percent') || (ASKS_WHETHER.test(words) && slots.all('percent').length === 1);

/** Questions about prices, markets and currencies. */
export const marketQuestions: readonly QuestionType[] = [
  {
    id: 'quote',
    can: 'show the price of an instrument',
    examples: ['What is Apple trading at?', 'price of btc', 'latest EUR/USD rate'],
    cues:
      `${MOVES}|` +
      'green or red*2.5|red or green*2.5|up or down*2|in the green*2|in the red*2|' +
      'price*2|quote*2|trading at*2|trading*2|how much*1.5|rate*1.5|worth|cost|at|stand|stands|going ' +
      'for*2|last price*2|bid|ask|doing|share price*2|stock price*2|level|value|quoted*2|trade at*2|where ' +
      'is*0.5|how is*0.8|costs|up*0.8|down*0.8|higher*0.8|lower*0.8|stock*1|shares*0.6|go for*2|goes ' +
      'for*2|fetch*1.5|latest*0.5|trades at*2|exchange rate*2|spot*1.5|what is*0.5' +
      '|changing hands*2|change hands*2|print*1|prints*1|last print*2|mark*1|quoting*1.5|sitting at*1.5|hovering*1.5|standing at*1.5|priced*2|pricing*1.5|valued*1.2|offer*0.8|how stands*1.5',
    also:
      'share|one|unit|dollars|euros|pounds|days|against|versus|market|moment|coin|token|cost|barrel|ounce' +
      '|prevailing|ticker|per|presently|above|below|green|red|gained|lost|risen|fallen|rose|fell|dropped|moved|move|climbed|least',
    slots: {
      symbol: { implied: true, weight: 1.2 },
      currency: { many: true, weight: 0.4 },
      period: { weight: 0 },
      exchange: { weight: 0 },
      percent: { weight: 0.5, exactOnly: true },
    },
    needs: ({ slots }) => (slots.has('symbol') || pairOf(slots) !== undefined ? undefined : 'symbol'),
    holds: (input) => isPresent(input) && isMoveAsked(input),
    isCertain: (input) => input.slots.has('percent') && isMoveAsked(input),
    // A price has the currency and the exchange of its market.
    ignores: (input) => {
      const { slots } = input;
      const symbol = slots.get('symbol');
      const isOwn = slots.all('currency').every((currency) => currency === instrumentOf(symbol ?? '')?.currency);
      const exchange = slots.get('exchange');
      const isThere = exchange === undefined || symbol === undefined || symbol.endsWith(`.${exchange}`);
      return [
        ...ignoredTimes(input),
        ...(symbol === undefined || symbol.endsWith('.FOREX') || isOwn ? [] : (['currency'] as const)),
        ...(isThere ? [] : (['exchange'] as const)),
      ];
    },
    plan: ({ slots }) => [{ tool: 'get_quote', arguments: { symbol: slots.get('symbol') ?? pairOf(slots) } }],
  },
  {
    id: 'watchlist-moves',
    can: 'show what moved in a watchlist',
    examples: [
      'What moved in my watchlist today?',
      'biggest changes in my Tech watchlist',
      'how is my energy list doing',
    ],
    cues: 'watchlist*2|list*1.5|watchlists*2|moved|moves|changes|big|doing|down|up|names*1.5|performing|happening|fell|rose|movers|biggest|change|gained|lost|dropped|risen|quotes|prices|symbols|members|stocks|green|red|watching*1.5|following|leading|leaders|lagging|ahead|behind|worst|best|strongest|weakest|should|standing|jump|jumped|jumps|fall|drop|rise|rally|rallied|crash|crashed|surge|surged|slipped',
    also: `anything|${daysUntilNow}|look|looking|most|biggest|go|going|how|today`,
    slots: { watchlist: { required: true, implied: true, weight: 1.5 }, period: { weight: 0 } },
    // A quote contains only the change of the day.
    ignores: ignoredTimes,
    holds: isPresent,
    accepts: ({ slots, words }) =>
      (slots.named('watchlist') || /watch|\blist/.test(words)) &&
      !/\b(?:brief|briefing|summary|summarise|news)\b/.test(words),
    plan: ({ slots }) => [{ tool: 'list_watchlist_quotes', arguments: { id: slots.get('watchlist')?.id } }],
  },
  {
    id: 'top-movers',
    can: 'list what moved most in a market',
    examples: ['What are the top movers today?', 'biggest crypto gainers', 'Which stocks fell the most?'],
    cues:
      'movers*2|moving*1.5|mover*2|moved most*2|moved the ' +
      'most*2|top|biggest|most|gainers|losers|leaders|laggards|best|worst|performing|hot|move|moves|strongest|weakest',
    also: `market|markets|${daysUntilNow}|percentage|session|day|in|among`,
    min: 0.9,
    slots: { assetClass: {}, ranking: { weight: 2 }, period: { weight: 0 } },
    ignores: ignoredTimes,
    holds: (input) => isPresent(input) || input.slots.get('period')?.day !== undefined,
    accepts: ({ slots, words }) =>
      (slots.has('ranking') || slots.has('assetClass') || /mover|market|moved|moving|moves/.test(words)) &&
      !/portfolio|watchlist|news|stor/.test(words),
    plan: ({ slots }) => [
      {
        tool: 'list_movers',
        arguments: given({
          assetClass: slots.get('assetClass'),
          ranking: slots.has('ranking') ? [slots.get('ranking')] : undefined,
        }),
      },
    ],
  },
  {
    id: 'price-history',
    can: 'show past prices as candles',
    examples: [
      'Show Apple daily prices since the start of the month.',
      'hourly candles for BTC over the last 2 days',
      'What did EURUSD close at in October?',
    ],
    cues:
      'prices*1.5|closes*1.5|price*1.2|candles*2|candle*2|chart*2|bars*2|history*1.5|close at*1.5|closed ' +
      'at*1.5|close*1.2|closed*1.2|closing*1.5|ohlc*2|bar*2|historical*1.5|quotes|open|traded|trading|trade|trend|develop|developed|highs|lows|high|low|range|moved|move|perform|performed|do|did*0.3|done|evolve|candlestick*2|candlesticks*2|graph*1.5|plot*1.5' +
      '|settle*1.5|settled*1.5|settlement*1.5|time series*2|series*1.5|data*0.8|evolution*1.5|evolved*1.2|trajectory*1.5|behaved*1|behave*1|peak*1|peaked*1|course*0.8|developing*1',
    also: 'daily|stock|share|shares|over|course|each' + '|price|rate|behaviour|show|from|dates|dataset|figures',
    slots: {
      symbol: { required: true, implied: true },
      period: { weight: 1.5 },
      moment: { weight: 1 },
      interval: { weight: 1 },
      percent: { weight: 0, exactOnly: true },
    },
    holds: isMoveAsked,
    isCertain: (input) => input.slots.has('percent') && input.slots.has('period') && isMoveAsked(input),
    accepts: ({ slots, words }) =>
      slots.has('interval') ||
      slots.has('moment') ||
      /candle|bars?\b|chart|history|historical|ohlc|graph|plot/.test(words) ||
      (slots.has('period') && (slots.get('period')?.day === undefined || slots.get('period')?.to !== undefined)),
    plan: ({ slots }) => {
      const [period, moment] = [slots.get('period'), slots.get('moment')];
      const range =
        moment === undefined ? fromTo(period) : { from: `${moment.day}T00:00:00.000Z`, to: moment.at.toISOString() };
      return [
        {
          tool: 'get_candles',
          arguments: given({
            symbol: slots.get('symbol'),
            interval: slots.get('interval') ?? (period?.grain === 'hour' ? '1h' : '1d'),
            ...range,
          }),
        },
      ];
    },
  },
  {
    id: 'indicator',
    can: 'calculate an indicator',
    examples: ['What is the RSI of AAPL?', '50 day moving average of Microsoft', 'macd on btc, hourly'],
    cues: '',
    also:
      `value|indicator|reading|strong|weak|high|low|level|chart|using|${daysUntilNow}|calculate|compute|stock|day|candles|technically|bars|period` +
      '|signal|momentum|technical|technicals|technical analysis|currently|overall|figures|reading',
    min: 0,
    slots: {
      indicator: { required: true, weight: 3, many: true },
      symbol: { required: true, implied: true },
      interval: {},
      period: {},
    },
    plan: ({ slots }) => {
      const interval = slots.get('interval');
      const indicator = slots.all('indicator');
      return [
        {
          tool: 'get_indicators',
          arguments: given({
            symbol: slots.get('symbol'),
            indicator,
            interval: interval ?? '1d',
            ...fromTo(slots.get('period')),
          }),
        },
      ];
    },
  },
  {
    id: 'compare',
    can: 'compare instruments over a period',
    examples: [
      'Compare AAPL and MSFT this year.',
      'btc vs eth last 30 days',
      'Which did better in Q3, Exxon or Chevron?',
    ],
    cues:
      'compare*2|versus*2|against*2|better*1.5|or|comparison*2|compared*2|outperform*2|outperformed*2|beat*1.5|did ' +
      'better*2|performed better*2|worse*1.5|relative to*1.5|difference*1.5|stronger|comparing*2|ahead*1.2|more ' +
      'than|stack up|performance|return|returns|rose more|gained more|fell more|lost more|rise more|gain ' +
      'more|weaker|best|won|gained*1.2|gained most*2|fell*1|rose*1|lost*1|grew*1|next to*2|beside*1.5|side by ' +
      'side*2|with' +
      '|head to head*2|who won*1.5|winner*1.5|outpaced*2|outpace*2|fared better*2|comparative*1.5|relative*1|relative performance*2|superior*1.5|leading*1|trailing*1|did more*1|more profitable*1.5',
    also:
      'and|put|investment|bet|choice|than|performance|prices|price|did|stock|stocks|shares|one|up|how|do|performed|perform|relative|fared|fare' +
      '|development|results|evolution|growth|gains|grown|more|most|between|of|the|two|three|which|it|development',
    slots: { symbol: { required: true, many: true, min: 2, weight: 1.2 }, period: {} },
    askAs: { symbol: 'symbols' },
    plan: ({ slots, calendar }) => {
      const period = slots.get('period');
      const from =
        period === undefined
          ? { from: new Date(calendar.startOf(calendar.unit('year', 0).from)).toISOString() }
          : fromTo(period);
      return [{ tool: 'compare_instruments', arguments: { symbol: slots.all('symbol'), ...from } }];
    },
  },
  {
    id: 'fx-convert',
    can: 'convert an amount between currencies',
    examples: ['How much is 250 euros in dollars?', 'convert 1,000 USD to yen', '10k gbp in chf'],
    cues:
      'convert*2|how many|in|to|into|worth|how ' +
      'much|->*1|→*1|exchange|change|equals|=|equal|conversion*2|value|buy me|swap' +
      '|countervalue*1.5|equivalent*2|amounts to*1|come to*1|comes to*1|converted*2|conversion*2|translates to*1.5|get for*1|swapped*1.5|changed*1',
    also:
      'money|currency|rate|at|todays|get|for|as|make|amount|one' +
      '|how|would|be|give|gives|makes|want|i|have|if|had|that|what|will',
    slots: {
      amount: { required: true, weight: 1 },
      currency: { required: true, many: true, min: 2, weight: 1.2 },
      period: {},
    },
    askAs: { currency: 'quote' },
    future: 'spoken',
    // A conversion has one currency to convert to.
    holds: ({ slots }) =>
      (slots.get('period') === undefined || slots.get('period')?.day !== undefined) &&
      slots.all('currency').length <= 2,
    plan: ({ slots, words }) => {
      const all = slots.all('currency');
      const base = namedBase(slots, words) ?? slots.beside('currency', 'amount') ?? all[0];
      const quote = all.find((currency) => currency !== base);
      const day = slots.get('period')?.day;
      return [
        {
          tool: 'convert_currency',
          arguments: given({
            amount: slots.get('amount')?.text,
            base,
            quote,
            date: slots.get('period')?.to === undefined ? undefined : day,
          }),
        },
      ];
    },
  },
  {
    id: 'market-hours',
    can: 'show when an exchange is open',
    examples: ['Is the US market open today?', 'when does london open on monday', 'NYSE hours on Thanksgiving'],
    cues:
      'open*1.5|opens*1.5|close*1.5|closes*1.5|closed*1.5|hours*2|holiday*1.5|holidays*1.5|opening*1.5|trading ' +
      'hours*2|session*1.5|sessions*1.5|when|time|trading ' +
      'day*2|trading*0.8|closing*1.5|trade*1.5|shut*1.5|opening time*2|closing time*2|opening ' +
      'hours*2|schedule|calendar' +
      '|half day*2|half days*2|half session*2|early close*2|early closing*2|operate*1.5|operates*1.5|operating*1.5|business hours*2|start trading*2|stop trading*2|begin*1|begins*1|starts*1|finish*1|finishes*1|ends*1|opened*1.5|bell*1',
    also:
      'market|markets|exchange|long|much|stock|early|still|now|will|today|what|bell|there|already|times' +
      '|exchanges|bourse|to|until|from|hour|does|do|stocks|shares|on|markets|day|days|half|early|is|are|trading|trade',
    min: 1.5,
    future: 'times',
    slots: { exchange: { required: true, weight: 2 }, period: {}, moment: { weight: 0 } },
    holds: ({ slots }) => !slots.has('period') || slots.get('period')?.day !== undefined,
    // Hours are those of a day: a time of another day, such as `in five years`, is not applied.
    ignores: (input) => {
      const day = input.slots.get('moment')?.day;
      return day === undefined || day === hoursDay(input) ? [] : ['moment'];
    },
    plan: (input) => {
      const { slots } = input;
      return [{ tool: 'get_exchange_hours', arguments: { code: slots.get('exchange'), date: hoursDay(input) } }];
    },
  },
];
