/** Words and phrases for types of ships, separated by `|`. */
export const shipTypeWords: Readonly<Record<string, string>> = {
  tanker:
    'tanker|tankers|oil tanker|oil tankers|crude carrier|crude carriers|gas carriers|lng carriers|vlcc|vlccs|ulcc|ulccs|supertanker|supertankers|suezmax|suezmaxes|aframax|aframaxes|crude tankers|product tankers|chemical tankers|gas carrier|lng carrier|gas tankers|lng tankers|lpg carriers|lpg tankers|petroleum tankers|petrol tankers',
  cargo:
    'cargo|cargo ship|cargo ships|cargo vessel|cargo vessels|freighter|freighters|container ship|container ' +
    'ships|container vessels|bulk carrier|bulk carriers|bulkers|boxships|bulker|boxship|containership|containerships|container carriers|bulk ships|freight ships|merchant ships|merchant vessels|container boats|cargo boats|capesize|capesizes|handysize|handysizes|supramax|kamsarmax|boxboats|car carrier|car carriers|vehicle carriers|ro-ro|roro ships|reefer|reefers|livestock carriers|bulkcarriers|general cargo ships',
  passenger:
    'passenger|pax|pax ship|pax ships|pax vessels|pax vessel|cruise|passenger ship|passenger ships|cruise ship|cruise ships|ferry|ferries|cruise liners|cruise liner|passenger vessels|passenger boats|cruisers|ferryboats',
  fishing:
    'fishing|fishing boat|fishing boats|fishing vessel|fishing vessels|trawler|trawlers|fishing ships|fishing fleet',
  tug: 'tug|tugs|tugboat|tugboats|towboat|towboats',
  military:
    'military|warship|warships|navy ships|naval vessels|military ships|military vessels|naval ships|frigates|destroyers|navy vessels|war ships',
  sailing:
    'sailing boat|sailing boats|sailboat|sailboats|sailing vessel|sailing vessels|sailing ship|sailing ships|sailing yachts',
  pleasure_craft: 'yacht|yachts|superyacht|superyachts|motor yachts|pleasure craft|pleasure boats',
  pilot: 'pilot boat|pilot boats|pilot vessels',
  high_speed_craft: 'high speed craft|hydrofoils|catamarans',
  search_and_rescue: 'search and rescue vessels|rescue boats|lifeboats',
  law_enforcement: 'police boats|patrol boats|coast guard ships|coastguard vessels',
};

/** Words and phrases for types of natural events, separated by `|`. */
export const eventTypeWords: Readonly<Record<string, string>> = {
  earthquake:
    'earthquake|earthquakes|quake|quakes|tremor|tremors|ground shake|ground shook|ground ' +
    'shaking|shaking|seismic|seismic activity|seismic events|tremors|seism|earth shook|earth shake|earth shaking|aftershock|aftershocks',
  wildfire:
    'wildfire|wildfires|fire|fires|bushfire|bushfires|forest fire|forest fires|bush fires|wild fire|wild fires|blaze|blazes|burning|burns|ablaze',
  storm:
    'storm|storms|hurricane|hurricanes|typhoon|typhoons|cyclone|cyclones|tropical storms|tropical storm|tropical cyclone|tropical cyclones|tornado|tornadoes|tempest',
  flood: 'flood|floods|flooding|floodings|inundation|inundations|flooded',
  volcano:
    'volcano|volcanoes|volcanos|volcanic|eruption|eruptions|volcanic activity|volcano activity|erupting|erupts|erupt|erupted',
  drought: 'drought|droughts',
  landslide: 'landslide|landslides|mudslides',
};
