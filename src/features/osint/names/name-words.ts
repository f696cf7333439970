/** Kinds of names that have their own rules of comparison. */
export const nameKinds = ['person', 'organization', 'vessel'] as const;
export type NameKind = (typeof nameKinds)[number];

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Titles, which do not identify a person. */
export const titles: ReadonlySet<string> = new Set(
  words(`mr mrs ms miss dr prof professor sir lord lady haji hajji hajj al-haj sheikh shaykh shaikh cheikh mullah mulla maulvi maulawi mawlawi
    sayyid sayed syed said-dr ayatollah imam gen general col colonel lt lieutenant capt captain maj major sgt brigadier adm admiral
    eng engineer hon honorable president minister`),
);

/** Particles of names in many spellings, by their common spelling. Names are written with or without them. */
export const particles: ReadonlyMap<string, string> = new Map([
  ...words('bin ben ibn bint bent').map((word) => [word, 'bin'] as const),
  ...words('al el ul ad as ar az an').map((word) => [word, 'al'] as const),
  ...words('de da do del della di du von van der den la le e y').map((word) => [word, word] as const),
]);

/** Words of organizations that are often omitted. */
export const fillers: ReadonlySet<string> = new Set(
  words('the of for and und et y de des du la le co company corporation corp incorporated inc in'),
);

/** Other spellings of words, by the common spelling. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    intl: 'international',
    int: 'international',
    natl: 'national',
    govt: 'government',
    dept: 'department',
    dep: 'department',
    mfg: 'manufacturing',
    assn: 'association',
    univ: 'university',
    bros: 'brothers',
    svcs: 'services',
    mgmt: 'management',
    tech: 'technology',
    organisation: 'organization',
    centre: 'center',
    mohd: 'mohammed',
    muhammad: 'mohammed',
    mohammad: 'mohammed',
    mohamed: 'mohammed',
    muhammed: 'mohammed',
    mohamad: 'mohammed',
    mhmd: 'mohammed',
    abdal: 'abdul',
    abdel: 'abdul',
    yusef: 'yusuf',
    yousef: 'yusuf',
    youssef: 'yusuf',
    mv: '',
    mt: '',
    airlines: 'air',
    airways: 'air',
    bill: 'william',
    bob: 'robert',
    bobby: 'robert',
    dick: 'richard',
    jim: 'james',
    jimmy: 'james',
    joe: 'joseph',
    mike: 'michael',
    dave: 'david',
    tom: 'thomas',
    tony: 'anthony',
    ted: 'edward',
    greg: 'gregory',
    dan: 'daniel',
    sasha: 'alexander',
    misha: 'mikhail',
    aleksandr: 'alexander',
    alexandr: 'alexander',
    alexandre: 'alexander',
  }),
);

/** Values of numbers in words, as names of organizations and vessels contain them. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...words(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ).map((word, value) => [word, value] as const),
  ...words('twenty thirty forty fifty sixty seventy eighty ninety').map(
    (word, index) => [word, 20 + 10 * index] as const,
  ),
  ...words('first second third fourth fifth sixth seventh eighth ninth tenth').map(
    (word, index) => [word, index + 1] as const,
  ),
]);

/** Words that describe the activity of an organization; short forms of its name omit them. */
export const descriptions: ReadonlySet<string> = new Set(
  words(
    'technologies technology group holding holdings international global air oil gas energy petroleum telecom bank',
  ),
);

/** Words that many names contain, so that they do not identify. */
export const generic: ReadonlySet<string> = new Set(
  words(`bank national general international trading shipping commercial first central development foreign united state
    public industrial industries oil gas petroleum energy marine maritime star ocean sea group capital investment trade`),
);

/** Transliterated family names of Koreans. */
export const koreanFamilyNames: ReadonlySet<string> = new Set(
  words(`kim lee ri rhee yi park pak choe choi chong jong jung cho jo chang jang kang yun yoon rim lim im han o oh so seo sin shin
    kwon hwang an ahn song ryu yu yoo hong no roh ro pae bae paek baek ho heo nam sim shim chon jon jeon won hyon hyun`),
);

/** Phrases that are replaced by one word, longest first. */
export const phrases: ReadonlyArray<readonly [string, string]> = [
  ['united states of america', 'us'],
  ['united states', 'us'],
  ['united kingdom', 'uk'],
  ['north korea', 'dprk'],
  ['south korea', 'korea'],
  ['united arab emirates', 'uae'],
  ['abd al', 'abdul'],
  ['abd el', 'abdul'],
  ['abd ul', 'abdul'],
];

/**
 * Legal forms by symbol; the forms of one line are equivalent. They are compared after transliteration, so Russian ones
 * are written as any-ascii transliterates them.
 */
const forms: Readonly<Record<string, readonly string[]>> = {
  limited: [
    'limited liability company',
    'limited liability partnership',
    'private limited company',
    'limited company',
    'private limited',
    'obshchestvo s ogranichennoi otvetstvennostyu',
    'obshchestvo s ogranichennoy otvetstvennostyu',
    'tovarystvo z obmezhenoiu vidpovidalnistiu',
    'obschestvo s ogranichennoi otvetstvennostyu',
    'societatea cu raspundere limitata',
    'sociedad de responsabilidad limitada',
    'sociedad limitada',
    'gesellschaft mit beschrankter haftung',
    'societe a responsabilite limitee',
    'spolka z ograniczona odpowiedzialnoscia',
    'sp z o o',
    'co ltd',
    'co limited',
    'pvt ltd',
    'pte ltd',
    'pty ltd',
    'sdn bhd',
    'limited',
    'ltd',
    'llc',
    'llp',
    'ooo',
    'gmbh',
    'sarl',
    'srl',
    'bv',
    'bvba',
    'besloten vennootschap',
    'tov',
    'too',
    'doo',
    'spzoo',
    'fze',
    'fzco',
    'fzc',
    'pte',
    'pvt',
    'pty',
    'lda',
    'ltda',
    'kft',
    'oy',
    'aps',
  ],
  stock: [
    'public joint stock company',
    'open joint stock company',
    'closed joint stock company',
    'private joint stock company',
    'joint stock company',
    'publichnoe aktsionernoe obshchestvo',
    'otkrytoe aktsionernoe obshchestvo',
    'zakrytoe aktsionernoe obshchestvo',
    'aktsionernoe obshchestvo',
    'public limited company',
    'aktiengesellschaft',
    'societe anonyme',
    'sociedad anonima',
    'societa per azioni',
    'spolka akcyjna',
    'aktiebolag',
    'oao',
    'zao',
    'pao',
    'ao',
    'ojsc',
    'cjsc',
    'pjsc',
    'jsc',
    'ag',
    'akg',
    'sa',
    'spa',
    'plc',
    'nv',
    'ab',
    'asa',
    'as',
    'kk',
    'oyj',
    'se',
  ],
  incorporated: ['incorporated', 'corporation', 'company', 'corp', 'inc', 'co'],
  partnership: ['limited partnership', 'lp', 'kg', 'gmbh co kg', 'ohg'],
};

/** Maximum number of words of a legal form. */
export const MAX_FORM_WORDS = 5;

/** Symbols of legal forms, by their words. */
export const legalForms: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([symbol, names]) => names.map((name) => [name, symbol] as const)),
);
