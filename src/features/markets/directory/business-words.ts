// Folded words (without case and accents). In a headline they show that a name, which is also an ordinary word, means a
// company or a commodity.

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Verbs that follow the name of a company, in English, German, French and Spanish. */
export const companyVerbs = set(
  'sues sued signs signed sells sold buys bought acquires acquired names named appoints appointed hires hired fires ' +
    'fired ousts ousted opens opened closes closed shuts shut launches launched unveils unveiled reveals revealed ' +
    'announces announced introduces introduced releases released recalls recalled delays delayed cancels cancelled ' +
    'canceled scraps scrapped halts halted suspends suspended resumes resumed restarts expands expanded invests ' +
    'invested plans planned raises raised lifts lifted hikes hiked cuts slashes slashed trims trimmed lowers lowered ' +
    'doubles doubled beats tops topped misses missed posts posted reports reported sees saw expects expected warns ' +
    'warned forecasts reaffirms withdraws adds added drops dropped pulls pulled lays laid sheds axes axed settles ' +
    'settled agrees agreed partners teams joins joined quits exits exited leaves wins won loses lost faces faced ' +
    'weighs mulls considers explores seeks eyes bids offers offered rejects rejected rebuffs spurns defends appeals ' +
    'discloses disclosed discovers admits admitted denies apologizes apologises pays paid fined ordered orders ' +
    'delivers delivered ships shipped builds built tests tested moves moved relocates spins splits merges merged ' +
    'overtakes overhauls outlines promises pledges vows wants says said will tells told asks urges charges begins ' +
    'starts started stops stopped ends ended extends extended rewrites reshuffles promotes replaces poaches backs ' +
    'bets borrows issues returns swings takes took makes finds found gives gets pushes tightens bans blocks lets ' +
    'dumps steps serves powers blocked banned hacked probed raided investigated sanctioned ' +
    'tumbles jumps soars climbs rises falls slides slips gains plunges surges rallies sinks ' +
    'streicht senkt hebt verkauft kauft ubernimmt plant meldet erwartet verdient wehrt unterliegt baut ruft schliesst ' +
    'hunts hunted readies pauses paused inks touts revives triples halves reopens discontinues patches fixes upgrades ' +
    'steigt fallt gewinnt verliert klagt zahlt stoppt startet stellt trennt entlasst wirbt will ' +
    'lance rachete vend supprime annonce livre retire suspend vise releve abaisse grimpe recule chute ' +
    'vende compra lanza anuncia sube cae despide retira cierra invierte',
);

/** Infinitives that follow the name of a company and `to`: `Target to cut jobs`. */
export const companyInfinitives = set(
  'sue sign sell buy acquire name appoint hire fire open close shut launch unveil release recall delay cancel scrap ' +
    'halt suspend resume restart expand invest raise lift hike cut slash trim lower double report warn add drop pull ' +
    'lay shed axe settle partner join quit exit leave weigh seek bid offer pay order deliver ship build test move spin ' +
    'split merge overhaul extend replace return make take give stop end start begin supply stockpile ban phase list ' +
    'issue borrow repay refund charge train retrain license sponsor host price limit ' +
    'let use develop produce keep spend save eliminate restructure drop appeal',
);

/** Nouns that follow the name of a company: `Delta pilots`, `Oracle chairman`. */
export const companyNouns = set(
  'ceo cfo chief boss chairman chairwoman executive executives director directors founder shareholders investors ' +
    'board workers staff employees pilots drivers baristas engineers crew cabin customers users subscribers suppliers ' +
    'dealers stores store outlets factory factories plant plants warehouse warehouses refinery unit subsidiary ' +
    'division shares stock bonds profit profits earnings revenue sales results dividend buyback outlook forecast ' +
    'guidance deal bid offer takeover merger acquisition stake lawsuit recall layoffs flights flight jets shuttle cars ' +
    'trucks pill drug vaccine app apps phones chips glasses headset headsets console consoles shoe shoes sneakers ' +
    'headquarters spokesman spokeswoman spokesperson aktie aktien',
);

/** Words that precede the name of a company: `fines Meta`, `rival Target`, `maker Apple`. */
export const companyLeads = set(
  'fines fined sues sued buys acquires probes investigates accuses orders asks tells urges joins quits leaves backs ' +
    'hires rival giant maker owner parent retailer carmaker automaker chipmaker planemaker drugmaker airline carrier ' +
    'lender bank insurer brewer miner conglomerate startup platform operator supplier against versus over at from with ' +
    'into for by targets slams sanctions clears bans blocks boycotts charges ex former at',
);

/** Words of headlines about business, in addition to words about markets. */
export const businessWords = set(
  'company companies firm firms jobs job workers layoffs stores store shops factory factories plant plants billion ' +
    'million bn customers users deal merger takeover stake contract orders sales price prices tariffs antitrust ' +
    'lawsuit probe fine regulator regulators ftc sec charter cloud chips chip ai data software app apps startup ' +
    'executive executives founder brand brands product products units unit market markets growth demand output ' +
    'production cost costs budget loan loans fund funds bank banks lender roles staff employees corporate partnership ' +
    'barrels drilling pipeline gas oil model models video patent supply engines electric',
);

/** Verbs that follow the name of a commodity or index when its price changes. */
export const priceVerbs = set(
  'rise rises rose climb climbs climbed jump jumps jumped surge surges surged soar soars soared gain gains gained ' +
    'rally rallies rallied advance advances edge edges edged inch inches steady steadies firm firms hold holds top ' +
    'tops topped pass passes cross crosses fall falls fell drop drops dropped slide slides slid slip slips slipped ' +
    'slump slumps slumped sink sinks sank plunge plunges plunged tumble tumbles tumbled dip dips dipped ease eases ' +
    'eased weaken weakens retreat retreats lose loses shed sheds close closes closed end ends ended open opens opened ' +
    'near nears settle settles settled rebound rebounds recover recovers trade trades extend extends hit hits touch ' +
    'touches reach reaches swing swings steigt fallt gewinnt verliert schliesst endet springt klettert sinkt grimpe ' +
    'recule chute bondit cloture sube cae cierra',
);

/** Words beside names of commodities: `gold futures`, `price of copper`. */
export const priceNouns = set(
  'price prices futures crude bullion rally selloff spot ounce barrel tonne ton preis kurs cours precio',
);
