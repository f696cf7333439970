import type { Topic } from './happening.js';
import type { Language } from './outlets.js';

/** Headlines of one topic in one language: each outlet writes its own. Below them the first sentence of the article. */
interface Wording {
  titles: readonly [string, ...string[]];
  summary: string;
}

export const wordings: Readonly<Record<Topic, Readonly<Record<Language, Wording>>>> = {
  rise: {
    en: {
      titles: [
        '{name} rises {percent}% in active trading',
        '{name} rises {percent}% as trading picks up',
        'Buyers return: {name} rises {percent}% in active trading',
      ],
      summary: '{name} gains {percent}% from its previous close. Analysts point to strong demand and welcome the recovery.',
    },
    de: { titles: ['{name} gewinnt {decimal} Prozent'], summary: '{name} legt gegenüber dem Schlusskurs des Vortags um {decimal} Prozent zu.' },
    fr: { titles: ['{name} gagne {decimal} % en séance'], summary: '{name} progresse de {decimal} % par rapport à la clôture précédente.' },
    es: { titles: ['{name} sube un {decimal} %'], summary: '{name} avanza un {decimal} % respecto al cierre anterior.' },
  },
  fall: {
    en: {
      titles: [
        '{name} falls {percent}% in active trading',
        '{name} falls {percent}% as sellers dominate',
        'Investors retreat: {name} falls {percent}% in active trading',
      ],
      summary: '{name} loses {percent}% from its previous close. Analysts warn of weak demand and further losses.',
    },
    de: { titles: ['{name} verliert {decimal} Prozent'], summary: '{name} gibt gegenüber dem Schlusskurs des Vortags um {decimal} Prozent nach.' },
    fr: { titles: ['{name} perd {decimal} % en séance'], summary: '{name} recule de {decimal} % par rapport à la clôture précédente.' },
    es: { titles: ['{name} cae un {decimal} %'], summary: '{name} retrocede un {decimal} % respecto al cierre anterior.' },
  },
  earthquake: {
    en: {
      titles: [
        'Magnitude {size} earthquake strikes: {place}',
        'Earthquake of magnitude {size} strikes: {place}',
        'Magnitude {size} earthquake recorded: {place}',
      ],
      summary: 'An earthquake of magnitude {size} is recorded, {place}. Authorities check for damage.',
    },
    de: { titles: ['Erdbeben der Stärke {decimal}: {place}'], summary: 'Ein Erdbeben der Stärke {decimal} wird gemeldet. Behörden prüfen Schäden.' },
    fr: { titles: ['Séisme de magnitude {decimal} : {place}'], summary: 'Un séisme de magnitude {decimal} a été enregistré.' },
    es: { titles: ['Terremoto de magnitud {decimal}: {place}'], summary: 'Se registra un terremoto de magnitud {decimal}.' },
  },
  storm: {
    en: {
      titles: ['Tropical storm forms, {place}', 'Tropical storm forms: ships warned, {place}', 'New tropical storm forms, {place}'],
      summary: 'A tropical storm has formed with winds of {size} knots, {place}. Ships are advised to keep clear.',
    },
    de: { titles: ['Tropensturm bildet sich: {place}'], summary: 'Ein Tropensturm mit Windgeschwindigkeiten von {size} Knoten hat sich gebildet.' },
    fr: { titles: ['Une tempête tropicale se forme : {place}'], summary: 'Une tempête tropicale avec des vents de {size} nœuds s’est formée.' },
    es: { titles: ['Se forma una tormenta tropical: {place}'], summary: 'Se ha formado una tormenta tropical con vientos de {size} nudos.' },
  },
  wildfire: {
    en: {
      titles: ['Wildfire spreads in {place}', 'Wildfire spreads quickly in {place}', 'Crews fight wildfire that spreads in {place}'],
      summary: 'A wildfire has burnt {size} acres in {place}. Residents are asked to prepare for evacuation.',
    },
    de: { titles: ['Waldbrand breitet sich aus: {place}'], summary: 'Ein Waldbrand breitet sich aus. Die Feuerwehr ist im Einsatz.' },
    fr: { titles: ['Un feu de forêt progresse : {place}'], summary: 'Un feu de forêt progresse. Les pompiers sont à l’œuvre.' },
    es: { titles: ['Un incendio forestal avanza: {place}'], summary: 'Un incendio forestal avanza. Los bomberos trabajan en la zona.' },
  },
  flood: {
    en: {
      titles: ['Floods hit {place} after heavy rain', 'Heavy rain: floods hit {place}', 'Floods hit {place}, roads closed after heavy rain'],
      summary: 'Floods after heavy rain hit {place}. Roads are closed and deliveries delayed.',
    },
    de: { titles: ['Überschwemmungen nach Starkregen: {place}'], summary: 'Nach Starkregen sind Straßen gesperrt.' },
    fr: { titles: ['Inondations après de fortes pluies : {place}'], summary: 'De fortes pluies provoquent des inondations.' },
    es: { titles: ['Inundaciones tras fuertes lluvias: {place}'], summary: 'Las fuertes lluvias causan inundaciones.' },
  },
  volcano: {
    en: {
      titles: ['Volcano erupts: {place}', 'Volcano erupts, flights diverted: {place}', 'Ash cloud as volcano erupts: {place}'],
      summary: 'The volcano {place} erupts. Aircraft avoid the ash cloud.',
    },
    de: { titles: ['Vulkan bricht aus: {place}'], summary: 'Der Vulkan ist ausgebrochen. Flüge werden umgeleitet.' },
    fr: { titles: ['Éruption volcanique : {place}'], summary: 'Le volcan est entré en éruption. Des vols sont déroutés.' },
    es: { titles: ['Erupción volcánica: {place}'], summary: 'El volcán ha entrado en erupción. Se desvían vuelos.' },
  },
  breakdown: {
    en: {
      titles: [
        '{ship} reports {cause} {distance} km from {port}',
        'Ship {ship} reports {cause} {distance} km from {port}',
        '{ship} reports {cause} {distance} km from {port}, crew safe',
      ],
      summary: 'The vessel {ship} (MMSI {mmsi}) reports {cause} {distance} km from {port}. The crew is safe and a tug is on its way.',
    },
    de: {
      titles: ['Schiff {ship} meldet Notlage vor {port}'],
      summary: 'Das Schiff {ship} (MMSI {mmsi}) liegt {distance} km vor {port}. Die Besatzung ist wohlauf.',
    },
    fr: {
      titles: ['Le navire {ship} en difficulté au large de {port}'],
      summary: 'Le navire {ship} (MMSI {mmsi}) est à {distance} km de {port}. L’équipage est sain et sauf.',
    },
    es: {
      titles: ['El buque {ship} en apuros cerca de {port}'],
      summary: 'El buque {ship} (MMSI {mmsi}) está a {distance} km de {port}. La tripulación está a salvo.',
    },
  },
  congestion: {
    en: {
      titles: [
        '{count} ships wait outside the port of {port}',
        '{count} ships wait outside congested port of {port}',
        'Congestion: {count} ships wait outside the port of {port}',
      ],
      summary: 'Congestion at the port of {port} keeps {count} ships waiting. Carriers expect delays of several days.',
    },
    de: { titles: ['{count} Schiffe warten vor dem Hafen {port}'], summary: 'Vor dem Hafen {port} stauen sich {count} Schiffe.' },
    fr: { titles: ['{count} navires attendent devant le port : {port}'], summary: 'La congestion du port fait attendre {count} navires.' },
    es: { titles: ['{count} buques esperan ante el puerto: {port}'], summary: 'La congestión del puerto mantiene a {count} buques en espera.' },
  },
  strike: {
    en: {
      titles: [
        'Dock workers strike at the port of {port}',
        'Port of {port}: dock workers strike over pay',
        'Dock workers strike at the port of {port} over pay',
      ],
      summary: 'Dock workers at the port of {port} have stopped work over pay; {count} ships are affected.',
    },
    de: { titles: ['Hafenarbeiter streiken: {port}'], summary: 'Die Hafenarbeiter haben die Arbeit niedergelegt; {count} Schiffe sind betroffen.' },
    fr: { titles: ['Grève des dockers : {port}'], summary: 'Les dockers ont cessé le travail ; {count} navires sont touchés.' },
    es: { titles: ['Huelga de estibadores: {port}'], summary: 'Los estibadores han parado; {count} buques se ven afectados.' },
  },
};

/** Puts the values into a text: `{place}`. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
