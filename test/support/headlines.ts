/**
 * Headlines written for the tests, in the style of news agencies, markets pages and magazines; each reports a different
 * story.
 */
export const headlines = `Oil tanker seized in Strait of Hormuz as talks stall
Central bank holds interest rates steady for third meeting
Ferry with 240 passengers runs aground off northern coast
Apple Unveils Cheaper Laptop in Push for Students
Storm knocks out power to half a million homes in Queensland
Tesla recalls 120,000 cars over faulty steering software
Negotiators agree on framework for lasting ceasefire
Wheat prices jump to nine-month high on drought fears
Volcano erupts in Iceland for fourth time this year
Boeing Wins $4.2 Billion Order From Gulf Carrier
Police arrest two suspects after museum robbery in Lyon
Court blocks merger of regional grocery chains
Gold slips as dollar firms ahead of inflation data
Scientists find water vapour on distant rocky planet
Panama Canal lifts draught limits after heavy rains
Nvidia Shares Climb as Cloud Demand Beats Forecasts
Wildfire forces evacuation of three villages near Athens
Parliament passes budget after all-night debate
Copper miner halts production in northern Chile
Ransomware attack disrupts hospitals across two provinces
Suez Canal traffic resumes after container ship refloated
Inflation in the euro zone eases to 2.1 percent
Strike by dock workers closes ports along east coast
Rescuers reach miners trapped for five days
Airline cancels hundreds of flights amid pilot shortage
Bitcoin Tops Previous Record as Funds Draw New Money
Earthquake of magnitude 6.1 shakes southern Peru
New vaccine cuts malaria cases by two thirds in trial
Rail operator fined over deadly 2024 derailment
Norway sovereign fund sells stakes in coal producers
Cyclone makes landfall near Beira with winds of 180 km/h
Intel Delays Opening of Ohio Chip Factory Again
Grain ship leaves Odesa under new corridor agreement
Sanctions widened against shadow fleet of crude carriers
Opposition leader returns from exile to cheering crowds
Retail sales fall unexpectedly in run-up to holidays
Telescope captures sharpest image yet of black hole jet
Factory output in Germany drops for second month
Avalanche kills four climbers on Mont Blanc
Microsoft to Invest $3 Billion in Spanish Data Centers
Farmers block motorways in protest over diesel tax
Coast guard rescues crew of sinking trawler in Bering Sea
Gas pipeline explosion injures a dozen in Texas
Luxury group LVMH misses sales estimates as China cools
Referendum on electoral reform set for early spring
Border crossing reopens after eleven years
Chip export rules tightened for advanced processors
Shell Sells Onshore Oil Business in Nigeria
Flooding in Bangkok shuts airport runway
Astronauts return after eight months on space station
Toyota cuts output target as supply problems persist
Fishermen sentenced for cutting subsea cable
Unemployment claims rise to highest since spring
Museum returns looted bronzes to Nigeria
Satellite images show build-up near disputed border
Startup Raises $90 Million for Small Nuclear Reactors
Heatwave breaks June temperature records in Spain
Cocoa rallies as West African harvest disappoints
Prime minister survives confidence vote by narrow margin
Drone strike hits fuel depot near Kharkiv
Houthi missile damages bulk carrier in Red Sea
Yen weakens past 160 per dollar, prompting warning
Deutsche Bank Settles Trading Case With Regulator
Lithium deposit discovered beneath Czech mountains
Thousands march for climate action in Copenhagen
Insurer raises premiums for voyages through Bab el-Mandeb
Bridge collapse cuts supply route to island community
Amazon Tests Delivery Drones in Northern Italy
Peace talks in Geneva end without agreement
Hurricane strengthens to category four in the Caribbean
Two freight trains collide near Johannesburg
Study links air pollution to early memory loss
Pirates release tanker crew after ransom payment
Renault and Stellantis Discuss Shared Battery Plant
Lebanon and Israel sign maritime boundary deal
Power cables between Finland and Estonia damaged
Stocks in Tokyo close at record for second day
Mediterranean rescue ship denied entry to port
Antitrust judge orders Google to share search data
Crude stockpiles shrink more than analysts expected`.split('\n');

/** Pairs of headlines that have the same words but report different stories. */
export const hardNegatives: ReadonlyArray<readonly [string, string]> = [
  ['Apple Stock at 52-Week High: Buy, Sell or Hold?', 'Alphabet Stock at 52-Week High: Buy, Sell or Hold?'],
  ['As Meta Misfires And Apple Shines, Wall Street Smiles', 'As Meta Misfires And Nvidia Shines, Wall Street Smiles'],
  ['Tesla Shares Fall 4% After Earnings', 'Boeing Shares Fall 4% After Earnings'],
  ['Earthquake of magnitude 6.1 shakes southern Peru', 'Earthquake of magnitude 4.8 shakes southern Peru'],
  ['Earthquake of magnitude 6.1 shakes southern Peru', 'Earthquake of magnitude 6.1 shakes southern Greece'],
  ['Two killed in shelling of Kharkiv, governor says', 'Two killed in shelling of Odesa, governor says'],
  ['Ferry sinks off Greek island, 12 missing', 'Ferry sinks off Turkish island, 12 missing'],
  ['Fed raises rates by 25 basis points', 'Fed raises rates by 50 basis points'],
  ['Announcing release 2.4 of the mapping toolkit', 'Announcing release 2.5 of the mapping toolkit'],
  ['Morning briefing for 14 March: what to know today', 'Morning briefing for 15 March: what to know today'],
  ['Storm warning issued for northern Spain coast', 'Storm warning issued for northern Portugal coast'],
  ['Shell to sell refinery stake to investors', 'BP to sell refinery stake to investors'],
  ['Oil tanker seized near Strait of Hormuz', 'Oil tanker seized near Bab el-Mandeb'],
  ['Iran says talks with inspectors were constructive', 'Iraq says talks with inspectors were constructive'],
  ['Toyota recalls 120,000 cars over airbags', 'Toyota recalls 45,000 cars over airbags'],
  ['Unemployment in Germany rises to 6.1 percent', 'Unemployment in France rises to 7.4 percent'],
];

type Random = () => number;
const pick = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)] as T;
const words = (text: string) => text.split(' ');
/** Returns the indexes of ordinary words of a headline; without them, its names and numbers remain. */
const ordinary = (list: readonly string[]) =>
  list.flatMap((word, index) => (index > 0 && /^[\p{Ll}-]+$/u.test(word) ? [index] : []));

function replaced(text: string, random: Random): string {
  const list = words(text);
  const index = pick([...ordinary(list), list.length - 1], random);
  return list.with(index, pick(['officials', 'report', 'latest', 'details'], random)).join(' ');
}

function swapped(text: string, random: Random): string {
  const list = words(text);
  const at = Math.floor(random() * (list.length - 1));
  return list
    .with(at, list[at + 1] as string)
    .with(at + 1, list[at] as string)
    .join(' ');
}

/** Changes that other publishers make to a headline, by name. */
export const perturbations: Readonly<Record<string, (text: string, random: Random) => string>> = {
  publisher: (text, random) => `${text}${pick([' - Example News', ' | EX24', ' – The Daily Example'], random)}`,
  'case and punctuation': (text, random) =>
    (random() < 0.5 ? text.toUpperCase() : text.toLowerCase()).replace(/[,:;'’?!]/g, ''),
  'word dropped': (text, random) =>
    words(text)
      .toSpliced(Math.floor(random() * words(text).length), 1)
      .join(' '),
  'word replaced': replaced,
  'cut at 70 %': (text) =>
    words(text)
      .slice(0, Math.ceil(words(text).length * 0.7))
      .join(' '),
  'words swapped and one replaced': (text, random) => replaced(swapped(text, random), random),
};
