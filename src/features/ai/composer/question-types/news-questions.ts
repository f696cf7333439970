import { boxAround } from './area-arguments.js';
import type { Reading } from './parse-question.js';
import { fromTo, given, type PlannedCall, type QuestionType } from './question-type.js';

const news =
  'news*2|headlines*2|headline*1.5|articles*2|article*1.5|press*1.2|reports*1.5|reported*1.2|stories*1.5|story*1.2|coverage*1.2|whats ' +
  'new*2|new on*2|new about*2|saying about*2|said about*2|written about*2|writing ' +
  'about*2|report*0.6|publications*1|journalists*1|newspapers*1.5|reporting*1|new with*1.5|media*1.2|read*1|chatter*1.5|rumours*1.5|rumors*1.5|gossip*1.5|updates*1.2|publications*1.2|published*1|papers*1.2|in the papers*1.5|bulletins*1.5|bulletin*1.5|dispatches*1.5|publish*1|wrote*1.2|write about*1.5|writes*1|written*1|developments*1|informations*1.2|nouvelles*2';

/** Questions about news, sanctions and countries. */
export const newsQuestions: readonly QuestionType[] = [
  {
    id: 'news-of-symbol',
    future: 'spoken',
    can: 'list news about a company',
    examples: ['What is the latest news on Apple?', 'nvda headlines today', 'Any news about Shell or BP this week?'],
    cues: news,
    also: 'latest|on|about|or|and|they|saying|recent|recently|any|regarding|concerning|for|what|newest|company|stock|been|today|being|people|has|there|said|of|mention|mentioning|involving|language',
    instead: 'news-of-topic',
    slots: { symbol: { required: true, implied: true, many: true, weight: 1.5 }, period: {}, language: {} },
    plan: ({ slots }) => [
      {
        tool: 'list_articles',
        arguments: given({
          symbol: slots.all('symbol'),
          language: slots.all('language'),
          ...fromTo(slots.get('period')),
        }),
      },
    ],
  },
  {
    id: 'news-of-topic',
    future: 'spoken',
    can: 'list news about a topic or a country',
    examples: [
      'News about attacks in the Red Sea',
      'Headlines from Germany today',
      'articles on rare earths last month',
    ],
    cues: news,
    also:
      'latest|on|about|from|in|what|new|any|recent|regarding|concerning|for|newest|there|language|written|of|re|anywhere|lately|related ' +
      'to|related|covering|dealing|top|people|everyone|everybody',
    text: 'optional',
    bias: -0.2,
    slots: { country: { weight: 1, many: true }, language: { weight: 1 }, period: {}, quoted: {} },
    holds: ({ slots, text, words }) =>
      text !== '' ||
      slots.has('country') ||
      slots.has('quoted') ||
      slots.has('language') ||
      /\b(?:latest|newest|recent|todays?|this)\b/.test(words),
    accepts: ({ words }) => !/\b(?:find|search|look)\b/.test(words),
    plan: ({ slots, text }) => {
      const q = slots.get('quoted') ?? (text === '' ? undefined : text);
      return [
        {
          tool: 'list_articles',
          arguments: given({
            q,
            country: slots.all('country'),
            language: slots.all('language'),
            ...fromTo(slots.get('period')),
          }),
        },
      ];
    },
  },
  {
    id: 'news-trending',
    can: 'list what is trending in the news',
    examples: [
      'What is trending in the news?',
      'hot topics last hour',
      'Which stories grew most over the past 24 hours?',
    ],
    cues:
      'people writing about*2.5|everyone writing about*2.5|everybody writing about*2.5|people talking about*2.5|everyone talking about*2.5|' +
      'trending*2.5|trend*1|trends*2|hot topics*2.5|hot*1|topics*1.5|grew most*2|everyone ' +
      'reporting*2.5|reporting*1.5|stories*1|most reported*2|buzz*2|viral*2|popular*1.5|news*0.8|biggest ' +
      'stories*2|headlines*0.5|top stories*2.5|most talked about*2.5|growing ' +
      'fastest*2|dominating*1.5|grown*1.2|media*0.5|most ' +
      'covered*2|rising*1|topic*1|themes*1.5|everyone*1|talking about*1.5|main ' +
      'topics*1|papers*1.5|newspapers*1.5|full of*1|full*0.6|front pages*2' +
      '|traction*2|making waves*2|dominate*1.5|dominates*1.5|most read*2|big stories*2|talk of*1.5|top headlines*2|most discussed*2|hottest*1.5|on everyones lips*2|breaking*0.8',
    also:
      'on|over|most|in|the|which|what|is|grew|growing|grow|everybody|press|right ' +
      'now|now|talking|about|fastest|being|subjects|story|currently|has|have|are' +
      '|getting|dominate|days|at|from|this|moment|of|what|attention|biggest|largest|main|most|discussed|broke',
    min: 2,
    slots: { period: {} },
    plan: ({ slots, calendar }) => {
      const period = slots.get('period');
      const since =
        period?.from === undefined ? undefined : Math.round((calendar.now.getTime() - period.from.getTime()) / 1000);
      return [
        {
          tool: 'list_news_trends',
          arguments: given({
            windowSeconds: period?.windowSeconds ?? (since === undefined ? undefined : Math.max(3_600, since)),
          }),
        },
      ];
    },
  },
  {
    id: 'news-sentiment',
    can: 'show the tone of news about an instrument',
    examples: ['What is the news sentiment on Tesla?', 'is the press negative about shell', 'mood on btc'],
    cues:
      'sentiment*2.5|negative*2|positive*2|mood*2|tone*2|bullish*1.5|bearish*1.5|press*1|coverage*1|trend*0.5|news*0.8|feeling*1.5|optimistic*1.5|pessimistic*1.5|favourable*1.5|favorable*1.5|opinion*1.5|articles*0.5|media*0.8|headlines*0.6|kind*0.3|friendly*1|journalists*1|like*0.9|dislike*1.5|critical*1.5' +
      '|sentiments*2.5|upbeat*1.5|downbeat*1.5|vibe*1.5|attitude*1.5|perception*1.5|perceived*1.5|favourably*1.5|favorably*1.5|negatively*2|positively*2|reception*1|gloomy*1.5',
    also:
      'on|about|of|over|for|how|is|around|what|turning|getting|towards|toward|score|more|becoming|been|in|reports|reporting|good|bad|to' +
      '|turned|turn|has|have|become|currently|coverage|media|newspapers|papers|stock|company|articles|press|write|writing|written|being|or|the',
    min: 1.8,
    slots: { symbol: { required: true, implied: true, weight: 1.5 }, period: { weight: 0.5 } },
    plan: ({ slots }) => [
      { tool: 'get_news_sentiment', arguments: given({ symbol: slots.get('symbol'), ...fromTo(slots.get('period')) }) },
    ],
  },
  {
    id: 'sanctions',
    future: 'spoken',
    can: 'check a name against the sanctions lists',
    examples: [
      'Is the Gulf Trader sanctioned?',
      'sanctions check: Viktor Petrov',
      'ofac hit for "Blue Horizon Shipping"?',
    ],
    cues:
      'sanctioned*2.5|sanctions*2.5|sanction*2.5|ofac*2.5|sanctions list*3|sanctions ' +
      'check*3|blacklisted*2.5|sdn*2.5|blacklist*2.5|embargoed*2|listed by*1.5|sanctions ' +
      'lists*3|designated*2|restricted*1.2|screen*1.5|screening*1.5' +
      '|embargo*1.5|embargoes*1.5|proscribed*2|asset freeze*2|frozen assets*2|ban list*2|black list*2|black lists*2|denied party*2|restricted party*2|penalised*1.5|penalized*1.5|delisted*2',
    also:
      'check|hit|hits|for|on|list|lists|any|is|against|under|run|person|company|name|by|eu|un|uk|us|matches|match|appear|appears|vessel|ship|tanker|does|the|of|look|been|has|owner|entity|search|find|treasury|boat|person|allowed|deal|business|do|trade|with' +
      '|name|verify|whether|confirm|feature|features|not|require|confirmation|we|current|please|currently|run|through|figure|figures|included|subject|being|international|western|american|european',
    text: 'optional',
    isName: true,
    byName: true,
    min: 1.5,
    // The search covers all lists, and only the name itself.
    unapplied:
      'eu|un|uk|us|british|european|american|swiss|owner|owners|subsidiary|subsidiaries|crew|cargo|before|since|until|only',
    slots: { quoted: { weight: 1 }, imo: { weight: 1.5 }, vessel: { weight: 1.2, implied: true } },
    needs: ({ slots, words }) =>
      /\b(?:this|that|my|the) (?:ship|vessel|tanker|boat)\b/.test(words) && !slots.has('vessel') && !slots.has('imo')
        ? 'vessel'
        : undefined,
    holds: ({ slots, text }) => text !== '' || slots.has('quoted') || slots.has('vessel') || slots.has('imo'),
    plan: ({ slots, text }) => [
      {
        tool: 'search_sanctions',
        arguments: { q: slots.get('quoted') ?? slots.get('imo') ?? slots.get('vessel')?.name ?? text },
      },
    ],
  },
  {
    id: 'country-dossier',
    can: 'summarize what is known about a country',
    examples: ['What is the situation in Yemen?', 'country brief egypt', 'How risky is Venezuela at the moment?'],
    cues:
      'situation*1.5|country*1.5|brief*1|risky*1.5|risk*1.5|dossier*2.5|looking*1|doing*1|profile*1.5|overview*1.2|safe*1.5|dangerous*1.5|stable*1.5|stability*1.5|country ' +
      'report*2|state of*1|things*1|going on*1.2|unstable*1.5|how ' +
      'is*0.5|happening*1|briefing*0.5|report*0.8|summary*0.8|unrest*1|security*1' +
      '|security situation*2|politically*1|calm*1|tense*1|peaceful*1|country profile*2.5|background on*1.5|background*1|travel*0.8|trouble*1|facts*1|tell me about*0.8|political*1|conditions*1|critical*0.8|risks*1.5|safety*1.5|circumstances*1',
    also:
      'in|on|at|moment|now|currently|for|of|how|what|the|is|are|right now|about|right|today|these ' +
      'days|look|rating|level|score|with|current' +
      '|report|general|present|security|political|there|it|you|tell|can|me|give|be|about|how|looks|look|travel|to|currently|like|actual|concerning',
    slots: { country: { required: true, weight: 2 } },
    plan: ({ slots }) => [{ tool: 'get_country', arguments: { code: slots.get('country') } }],
  },
  {
    id: 'briefing',
    can: 'write a briefing of a period, place, watchlist or portfolio',
    examples: [
      'Summarise the last 6 hours for this portfolio.',
      'Brief me on the Red Sea since Monday.',
      'morning briefing for my energy watchlist',
    ],
    cues:
      'summarise*2.5|summarize*2.5|briefing*2.5|brief*2|summary*2.5|resume*2|tldr*2.5|recap*2.5|digest*2.5|sum ' +
      'up*2.5|catch me up*2.5|wrap up*2|morning*0.5|report*1.5|put together*1.5|write ' +
      'up*2|rundown*2.5|debrief*2|roundup*2.5|catch up*2|overview*0.8' +
      '|sitrep*2.5|situation report*2.5|synopsis*2.5|condense*1.5|outline*1.5|draw up*1.5|compile*1.5|bring me up to speed*2.5|up to speed*2|get me up to date*2|key points*2|executive summary*3|highlights*1.5|summing up*2',
    also:
      'of|for|on|write|morning|evening|me|about|the|news|daily|give|what|happened|around|events|in|near|quick|short|full|a|prepare|make|portfolio|watchlist|list|everything|and' +
      '|draw|up|concerning|covering|over|create|provide|brief|report|happenings',
    min: 1.5,
    slots: {
      period: { weight: 1 },
      place: { weight: 1.2 },
      country: { weight: 0.5 },
      watchlist: { weight: 1.5, implied: true },
      portfolio: { weight: 1.5, implied: true },
    },
    needs: ({ slots, words }) => {
      if (/\b(?:this|my|the|that) portfolio\b/.test(words) && !slots.has('portfolio')) return 'portfolio';
      return /\b(?:this|my|the|that) (?:\w+ )?watchlist\b/.test(words) && !slots.has('watchlist')
        ? 'watchlist'
        : undefined;
    },
    holds: ({ slots }) =>
      slots.has('period') ||
      slots.has('place') ||
      slots.has('watchlist') ||
      slots.has('portfolio') ||
      slots.has('country'),
    plan: ({ slots, calendar, words }) => {
      const place = slots.get('place');
      const today =
        /morning/.test(words) && !slots.has('period')
          ? { from: new Date(calendar.startOf(calendar.today)).toISOString() }
          : {};
      const scope = {
        portfolioId: slots.get('portfolio')?.id,
        watchlistId: slots.get('watchlist')?.id,
        bbox: place && boxAround(place),
      };
      return [{ tool: 'create_briefing', arguments: given({ ...scope, ...today, ...fromTo(slots.get('period')) }) }];
    },
  },
];

/** Returns the tool calls of a briefing: first the portfolio or watchlist, then events, then news. */
export function briefingCalls(reading: Reading): Array<{ call: PlannedCall; reading: Reading }> {
  const { slots, calendar } = reading.input;
  const [portfolio, watchlist, place, country] = [
    slots.get('portfolio'),
    slots.get('watchlist'),
    slots.get('place'),
    slots.get('country'),
  ];
  const period = slots.get('period');
  const range =
    period === undefined ? { from: new Date(calendar.startOf(calendar.today)).toISOString() } : fromTo(period);
  const bbox = place && boxAround(place);
  const calls: PlannedCall[] = [];
  if (portfolio !== undefined)
    calls.push({ tool: 'get_valuation', template: 'portfolio-value', arguments: { id: portfolio.id } });
  if (watchlist !== undefined)
    calls.push({ tool: 'list_watchlist_quotes', template: 'watchlist-moves', arguments: { id: watchlist.id } });
  calls.push({ tool: 'list_timeline', template: 'timeline', arguments: given({ ...range, bbox }) });
  calls.push({
    tool: 'list_articles',
    template: 'news-of-topic',
    arguments: given({ ...range, bbox, country: country === undefined ? undefined : [country], limit: 5 }),
  });
  return calls.map((call) => ({ call, reading }));
}
