import type { Topic } from './happening.js';
import type { Language } from './outlets.js';

/** A headline of one topic, and its summary. One outlet writes in each of these languages. */
export interface TranslatedWording {
  title: string;
  summary: string;
}

export const translatedWordings: Readonly<Record<Topic, Readonly<Record<Exclude<Language, 'en'>, TranslatedWording>>>> =
  {
    rise: {
      de: {
        title: '{name} gewinnt {decimal} Prozent',
        summary: '{name} legt gegenüber dem Schlusskurs des Vortags um {decimal} Prozent zu.',
      },
      fr: {
        title: '{name} gagne {decimal} % en séance',
        summary: '{name} progresse de {decimal} % par rapport à la clôture précédente.',
      },
      es: { title: '{name} sube un {decimal} %', summary: '{name} avanza un {decimal} % respecto al cierre anterior.' },
    },
    fall: {
      de: {
        title: '{name} verliert {decimal} Prozent',
        summary: '{name} gibt gegenüber dem Schlusskurs des Vortags um {decimal} Prozent nach.',
      },
      fr: {
        title: '{name} perd {decimal} % en séance',
        summary: '{name} recule de {decimal} % par rapport à la clôture précédente.',
      },
      es: {
        title: '{name} cae un {decimal} %',
        summary: '{name} retrocede un {decimal} % respecto al cierre anterior.',
      },
    },
    upgrade: {
      de: {
        title: 'Analysten erhöhen Kursziele für {name} nach Wochengewinn von {decimal} Prozent',
        summary: '{name} hat in einer Woche {decimal} Prozent gewonnen. Analysten erwarten mehr.',
      },
      fr: {
        title: 'Les analystes relèvent leurs objectifs pour {name} après un gain de {decimal} % en une semaine',
        summary: '{name} a gagné {decimal} % en une semaine, et les analystes attendent davantage.',
      },
      es: {
        title: 'Los analistas elevan sus objetivos para {name} tras subir un {decimal} % en una semana',
        summary: '{name} ha subido un {decimal} % en una semana, y los analistas esperan más.',
      },
    },
    downgrade: {
      de: {
        title: 'Analysten senken Kursziele für {name} nach Wochenverlust von {decimal} Prozent',
        summary: '{name} hat in einer Woche {decimal} Prozent verloren. Analysten erwarten weniger.',
      },
      fr: {
        title: 'Les analystes abaissent leurs objectifs pour {name} après une perte de {decimal} % en une semaine',
        summary: '{name} a perdu {decimal} % en une semaine, et les analystes attendent moins.',
      },
      es: {
        title: 'Los analistas rebajan sus objetivos para {name} tras caer un {decimal} % en una semana',
        summary: '{name} ha caído un {decimal} % en una semana, y los analistas esperan menos.',
      },
    },
    steady: {
      de: {
        title: 'Analysten lassen Kursziele für {name} stehen, {decimal} Prozent neben der Vorwoche',
        summary: '{name} liegt höchstens {decimal} Prozent neben dem Kurs der Vorwoche.',
      },
      fr: {
        title: 'Les analystes maintiennent leurs objectifs pour {name}, à {decimal} % de la semaine dernière',
        summary: '{name} reste à {decimal} % de son cours de la semaine dernière.',
      },
      es: {
        title: 'Los analistas mantienen sus objetivos para {name}, a un {decimal} % de la semana pasada',
        summary: '{name} cotiza a un {decimal} % de su precio de la semana pasada.',
      },
    },
    earthquake: {
      de: {
        title: 'Erdbeben der Stärke {decimal}: {place}',
        summary: 'Ein Erdbeben der Stärke {decimal} wird gemeldet. Behörden prüfen Schäden.',
      },
      fr: {
        title: 'Séisme de magnitude {decimal} : {place}',
        summary: 'Un séisme de magnitude {decimal} a été enregistré.',
      },
      es: {
        title: 'Terremoto de magnitud {decimal}: {place}',
        summary: 'Se registra un terremoto de magnitud {decimal}.',
      },
    },
    storm: {
      de: {
        title: 'Tropensturm bildet sich: {place}',
        summary: 'Ein Tropensturm mit Windgeschwindigkeiten von {size} Knoten hat sich gebildet.',
      },
      fr: {
        title: 'Une tempête tropicale se forme : {place}',
        summary: 'Une tempête tropicale avec des vents de {size} nœuds s’est formée.',
      },
      es: {
        title: 'Se forma una tormenta tropical: {place}',
        summary: 'Se ha formado una tormenta tropical con vientos de {size} nudos.',
      },
    },
    wildfire: {
      de: {
        title: 'Waldbrand breitet sich aus: {place}',
        summary: 'Ein Waldbrand breitet sich aus. Die Feuerwehr ist im Einsatz.',
      },
      fr: {
        title: 'Un feu de forêt progresse : {place}',
        summary: 'Un feu de forêt progresse. Les pompiers sont à l’œuvre.',
      },
      es: {
        title: 'Un incendio forestal avanza: {place}',
        summary: 'Un incendio forestal avanza. Los bomberos trabajan en la zona.',
      },
    },
    flood: {
      de: { title: 'Überschwemmungen nach Starkregen: {place}', summary: 'Nach Starkregen sind Straßen gesperrt.' },
      fr: {
        title: 'Inondations après de fortes pluies : {place}',
        summary: 'De fortes pluies provoquent des inondations.',
      },
      es: { title: 'Inundaciones tras fuertes lluvias: {place}', summary: 'Las fuertes lluvias causan inundaciones.' },
    },
    volcano: {
      de: { title: 'Vulkan bricht aus: {place}', summary: 'Der Vulkan ist ausgebrochen. Flüge werden umgeleitet.' },
      fr: {
        title: 'Éruption volcanique : {place}',
        summary: 'Le volcan est entré en éruption. Des vols sont déroutés.',
      },
      es: { title: 'Erupción volcánica: {place}', summary: 'El volcán ha entrado en erupción. Se desvían vuelos.' },
    },
    breakdown: {
      de: {
        title: 'Schiff {ship} meldet Notlage vor {port}',
        summary: 'Das Schiff {ship} (MMSI {mmsi}) liegt {distance} km vor {port}. Die Besatzung ist wohlauf.',
      },
      fr: {
        title: 'Le navire {ship} en difficulté au large de {port}',
        summary: 'Le navire {ship} (MMSI {mmsi}) est à {distance} km de {port}. L’équipage est sain et sauf.',
      },
      es: {
        title: 'El buque {ship} en apuros cerca de {port}',
        summary: 'El buque {ship} (MMSI {mmsi}) está a {distance} km de {port}. La tripulación está a salvo.',
      },
    },
    congestion: {
      de: {
        title: '{count} Schiffe warten vor dem Hafen {port}',
        summary: 'Vor dem Hafen {port} stauen sich {count} Schiffe.',
      },
      fr: {
        title: '{count} navires attendent devant le port : {port}',
        summary: 'La congestion du port fait attendre {count} navires.',
      },
      es: {
        title: '{count} buques esperan ante el puerto: {port}',
        summary: 'La congestión del puerto mantiene a {count} buques en espera.',
      },
    },
    strike: {
      de: {
        title: 'Hafenarbeiter streiken: {port}',
        summary: 'Die Hafenarbeiter haben die Arbeit niedergelegt; {count} Schiffe sind betroffen.',
      },
      fr: {
        title: 'Grève des dockers : {port}',
        summary: 'Les dockers ont cessé le travail ; {count} navires sont touchés.',
      },
      es: {
        title: 'Huelga de estibadores: {port}',
        summary: 'Los estibadores han parado; {count} buques se ven afectados.',
      },
    },
  };
