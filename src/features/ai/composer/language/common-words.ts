/** Words of questions that carry no meaning by themselves. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an is are was were be been am do does did done doing has have had having of to in on at for from ' +
    'with by and or as it its this that these those there here ' +
    'my me i we us our you your he she they them their what which who whom whose where when how why if then so ' +
    'than just also very much many really quite exactly actually ' +
    'please thanks thank hi hello hey ok okay show give list display get see want need know like would could ' +
    'can may might will shall should let lets help tell say ' +
    'any some all every each both one ones thing things something anything everything kind sort type more less ' +
    'most now right currently presently moment ' +
    'today about into out up off over under again still yet already ever only even not no yes well good ' +
    'morning afternoon evening dear kindly quickly quick ' +
    'im id ill ive whats hows wheres whos lot bit total overall present latest current recent recently last ' +
    'next new first going go goes went come comes came made make take took been being while during since until ' +
    'per via far ' +
    'idea wonder wondering curious maybe perhaps possibly somehow however though although while because ' +
    'whether either neither rather pretty fairly too such same other others ' +
    'another else several least enough myself itself think believe someone somebody anyone anybody everyone ' +
    'everybody nowadays lately instead altogether roughly approximately ' +
    'de du des del la le les el los las en et un une una der das dem den von mit sur con para pour ' +
    'must check within inside besides according regarding basically simply actual particular especially'
  ).split(' '),
);

/** Common words of greeting and politeness; a text with no other words is not a question. */
export const POLITE_WORDS = new Set('please thanks thank hi hello hey ok okay'.split(' '));

/** Words that may precede the verb of a request. */
export const LEADING = new Set(
  'please can could would will you i id we like want need wish to lets let help me us now just go ahead and hey hi hello ok okay kindly dear try'.split(
    ' ',
  ),
);

/**
 * Requests that the composer cannot fulfill: words that recognize them, the response, and the kinds of questions that
 * are most similar.
 */
export const CANNOT: ReadonlyArray<readonly [words: string, sentence: string, near: readonly string[]]> = [
  [
    'buy|sell|sell all|sell half|sell my|sell everything|sell some|buy more|buy some|buy all|trade|trade it|purchase|short|place an order|order|invest|liquidate|rebalance',
    "I can't place orders.",
    ['quote', 'compare', 'draft-rule'],
  ],
  [
    'delete|remove|erase|drop all|clear|wipe|cancel|close all',
    "I can't delete or cancel anything.",
    ['open-alerts', 'watchlist-moves'],
  ],
  ['transfer|withdraw|deposit|pay|send money', "I can't move money.", ['portfolio-value', 'fx-convert']],
  [
    'predict|forecast|will rise|will fall|going to rise|future price|be in a year|be tomorrow|be next year|be ' +
      'next week|tomorrows price|prediction',
    'I report data and make no predictions.',
    ['price-history', 'portfolio-scenario', 'draft-rule'],
  ],
  [
    'recommend|should i|advice|advise me to|advise whether|advise buying|advise selling|recommendation|worth buying|good time to|time to buy|time to sell|good ' +
      'investment',
    'I report data and do not recommend investments.',
    ['compare', 'portfolio-risk', 'news-of-symbol'],
  ],
  [
    'book|reserve|call|email|mail|tweet|post|text|interview|sign',
    "I can't contact or book anything.",
    ['briefing', 'draft-rule'],
  ],
  [
    'rename|change|edit|update|modify|reset|acknowledge|snooze all|mute|disable|enable|turn off|turn on|password',
    "I can't change settings or records here.",
    ['open-alerts', 'rule-distance'],
  ],
  [
    'api key|api keys|access token|secret key|private key|my password|credentials|passwords',
    "I can't show keys or passwords.",
    ['feed-status'],
  ],
  [
    'what can you do|what can i ask|what do you know|who are you|what else can you do',
    'I answer questions about the data of this service.',
    ['quote', 'vessels-near', 'portfolio-value', 'timeline', 'draft-rule'],
  ],
  [
    'a headline|headline for|an article about|write an article|an essay|essay about|a speech|a letter|a press release|press release about|a blog|blog post|' +
      'write code|program|joke|poem|story about|sing|translate|recipe|weather',
    'I answer questions about the data of this service.',
    ['timeline', 'news-trending'],
  ],
];
