// Rules for the sentences of the OpenAPI description, of comments and of documents: sentences begin with their subject,
// operations are described by a verb, and one word stands for one thing. `npm run lint:description` and the tests use
// these rules. A sentence that is right although a rule rejects it is an exception with its reason.

/** Openings that hide the subject. A question may begin with them. */
const HIDDEN_SUBJECT = /^(?:What|Of|Who|Whose|That|How|Such|Which)\b(?!.*\?$)/;

/** Words and phrases for which a plainer or more exact one exists, each with the advice to use it. */
const BANNED: ReadonlyArray<readonly [form: RegExp, advice: string]> = [
  [/\b(?:nobody|whoever|no one)\b/i, 'name who is meant'],
  [/\b(?:he|she|his|hers?|him)\b/i, 'name who or what is meant'],
  [/\b(?:there (?:is|are|was|were|will be)|is|are|was|were|has|have|had) none\b(?! of\b)/i, 'say what is absent'],
  [/\b(?:gives?|needs?|sends?) none\b/i, 'say what is absent'],
  [/\bwhatever (?:is|it)\b/i, 'say what does not matter'],
  [/\banew\b/i, 'say "again"'],
  [/\bin either case\b/i, 'say "case-insensitive", or "in both situations"'],
  [
    /\bas a share\b|\bshares? of (?:the|all|its) (?:\w+ )?(?:value|cost|paths|attempts|simulation)\b/i,
    'say "fraction"',
  ],
  [/(?<=[a-z`] )less (?=`|net |cost\b|target\b|start\b|taken\b|value\b)/, 'say "minus"'],
  [/\bnow by default\b/, 'say "Default: now."'],
  [/^By default\b/, 'say "Default: …."'],
  [/\b(?:is|are|as) wished\b/i, 'say "optionally"'],
  [/\b(?:told|heard)\b/i, 'say "reported", "notified" or "received"'],
  [/\bthe same (?:after|again)\b/i, 'name what is meant'],
  [/\bgo(?:es)? on\b/i, 'say "continues"'],
  [/\bnot included\b/i, 'say "exclusive", or "left out"'],
  [/\b(?:some|every)body\b/i, 'say "everyone", or name who is meant'],
  [/\b(?:so many|so much|comes? by)\b/i, 'say the number, the limit, or how it is found'],
  // Questions are asked, users for a value and clients to do something; providers and databases are queried.
  [/(?<!\bquestions? )\b(?:is|are|was|were) asked\b(?! (?:back|for|to)\b)/i, 'say "queried"'],
];

/** Words of the code that the API says otherwise. */
const BANNED_IN_API: typeof BANNED = [
  [/(?<!e-|`)\bmail(?:s|ed)?\b/i, 'say "e-mail"'],
  // A provider refuses what a plan does not allow; the service rejects a request.
  [/\b(?:is|are|was|were) refused\b|\brequests? refused\b/i, 'say "rejected"'],
  [/\btells?\b/i, 'say "reports"'],
  [/\bno more(?=[.,;])/i, 'say "no longer"'],
  // Answers are those of the assistant.
  [/\bcurrency of the answer\b|\banswer of (?:the|a) (?:provider|authenticator|passkey)\b/i, 'say "response"'],
];

/** Terms to avoid in documents for operators and callers. A mail server and a host name are no messages. */
export const BANNED_IN_DOCUMENTS: typeof BANNED = [
  ...BANNED,
  [/(?<!e-|`)\bmail(?:s|ed)?\b(?!\.example| (?:server|program)s?\b)/i, 'say "e-mail"'],
];

/** Sentences of the description that the rules would reject but that are right, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Words that add nothing to the name of a field. */
const FILLERS = new Set('its it the a an your their this that of is are was'.split(' '));

/** Verbs with which summaries of operations begin. Descriptions begin with the same verbs, with an s. */
const VERBS = new Set(
  `accept acknowledge add answer append apply approve arm ask assign backtest cancel capture carry change check clear comment compare complete compute confirm
   convert correct count create decide delete detach disable draft draw enable end estimate evaluate exchange explain export extract fetch find follow
   generate get hold import inject issue join link list make mark mask merge move open plan preview purge queue read rearm recompute record recover
   redeliver refresh register release reject remove rename render repeat replace replay reply request reset resolve resume retry return revoke rotate
   run save schedule screen search send set share show sign silence simulate snooze start stop store stream submit subscribe suggest summarize try turn
   unlink unsubscribe update upload validate value verify write`.split(/\s+/),
);

/** Returns the sentences of a text; code in backticks, numbers and abbreviations do not end a sentence. */
export const sentencesOf = (text: string): string[] =>
  text.split(/\n+|(?<=[.!?])\s+(?=[A-Z`])/).filter((sentence) => sentence !== '');

/** Returns the faults of a sentence in any place. @param banned words to avoid, with advice */
export function faultsOf(sentence: string, banned = BANNED): string[] {
  return [...(HIDDEN_SUBJECT.test(sentence) ? ['begin with the subject'] : []), ...wordFaultsOf(sentence, banned)];
}

/** Returns the advice for each banned term of a text. @param banned words to avoid, with advice */
export const wordFaultsOf = (text: string, banned = BANNED): string[] =>
  banned.flatMap(([form, advice]) => (form.test(text) ? [advice] : []));

/** Returns the faults of a field's description, except faults of its sentences. @param name of the field */
export function fieldFaultsOf(text: string, name: string): string[] {
  const [sentence = ''] = sentencesOf(text);
  if (sentencesOf(text).length !== 1 || /^Id of /.test(text)) return [];
  const known = new Set(wordsOf(name));
  const words = wordsOf(sentence).filter((word) => !FILLERS.has(word));
  return words.every((word) => known.has(word)) ? ['say more than the name of the field'] : [];
}

const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));

interface Described {
  operationId?: string;
  name?: string;
  summary?: string;
  description?: string;
}

/** Returns the faults of the summary and the description of an operation, except faults of their sentences. */
export function operationFaultsOf({ summary = '', description = '' }: Described): string[] {
  const faults: string[] = [];
  if (!VERBS.has(firstWordOf(summary))) faults.push('begin the summary with a verb');
  if (!VERBS.has(infinitiveOf(firstWordOf(description))))
    faults.push('begin the description with a verb, such as "Returns"');
  return faults;
}

const firstWordOf = (text: string): string => (/^[A-Za-z]+/.exec(text)?.[0] ?? '').toLowerCase();

/** Returns the infinitive of a verb in the third person; '' for any other word. */
function infinitiveOf(word: string): string {
  if (!word.endsWith('s')) return '';
  const forms = [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')];
  return forms.find((form) => VERBS.has(form)) ?? '';
}

/**
 * Returns every finding in an OpenAPI description.
 * @param document OpenAPI document
 * @returns findings as `place: advice: sentence`; a sentence in several places is reported once
 */
export function descriptionFindings(document: object): string[] {
  const findings = new Map<string, string>();
  const bannedInApi = [...BANNED, ...BANNED_IN_API];
  const find = (place: string, text: string, faults: readonly string[]) => {
    for (const fault of faults) findings.set(`${fault}: ${text}`, `${place}: ${fault}: ${text}`);
  };
  const visit = (given: unknown, place: string, key: string, isNamed: boolean) => {
    if (given === null || typeof given !== 'object') return;
    const node = given as Described & Record<string, unknown>;
    // A webhook describes its event, so it does not begin with a verb as operations do.
    const isOperation = typeof node.operationId === 'string' && !place.startsWith('/webhooks/');
    if (isOperation && typeof node.summary === 'string')
      find(place, node.description ?? node.summary ?? '', operationFaultsOf(node));
    for (const part of ['summary', 'description'] as const) {
      const text = node[part];
      if (typeof text !== 'string') continue;
      for (const sentence of sentencesOf(text))
        if (!(sentence in EXCEPTIONS)) find(`${place}/${part}`, sentence, faultsOf(sentence, bannedInApi));
      if (part === 'description' && isNamed) find(place, text, fieldFaultsOf(text, node.name ?? key));
    }
    for (const [name, child] of Object.entries(node)) {
      if (name === 'example' || name === 'examples' || name === 'enum' || name === 'default' || name === 'const')
        continue;
      visit(
        child,
        `${place}/${name}`,
        name,
        key === 'properties' || node.properties === child ? key === 'properties' : key === 'parameters',
      );
    }
  };
  visit(document, '', '', false);
  return [...findings.values()];
}
