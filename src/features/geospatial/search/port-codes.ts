import { foldedWords, wordsOf } from '../../../text/words.js';

/** Names of the busiest ports by their UN/LOCODE, which crews enter as destination. */
const ports: Readonly<Record<string, string>> = {
  ...{ NLRTM: 'Rotterdam', NLAMS: 'Amsterdam', BEANR: 'Antwerp', BEZEE: 'Zeebrugge', DEHAM: 'Hamburg' },
  ...{ DEBRV: 'Bremerhaven', DEWVN: 'Wilhelmshaven', GBFXT: 'Felixstowe', GBSOU: 'Southampton', GBLGP: 'London' },
  ...{ FRLEH: 'Le Havre', FRMRS: 'Marseille', FRFOS: 'Fos', ESALG: 'Algeciras', ESVLC: 'Valencia', ESBCN: 'Barcelona' },
  ...{ PTSIE: 'Sines', PTLIS: 'Lisbon', ITGOA: 'Genoa', ITGIT: 'Gioia Tauro', ITTRS: 'Trieste', GRPIR: 'Piraeus' },
  ...{ MTMAR: 'Marsaxlokk', TRIST: 'Istanbul', TRMER: 'Mersin', ROCND: 'Constanta', UAODS: 'Odesa' },
  ...{ RUNVS: 'Novorossiysk', RULED: 'Saint Petersburg', PLGDN: 'Gdansk', SEGOT: 'Gothenburg', DKAAR: 'Aarhus' },
  ...{ FIHEL: 'Helsinki', NOBGO: 'Bergen', NOOSL: 'Oslo', EGPSD: 'Port Said', EGSUZ: 'Suez', SAJED: 'Jeddah' },
  ...{ AEJEA: 'Jebel Ali', AEFJR: 'Fujairah', AEKLF: 'Khor Fakkan', AEDXB: 'Dubai', QARLF: 'Ras Laffan' },
  ...{ IRBND: 'Bandar Abbas', INNSA: 'Nhava Sheva', INMUN: 'Mundra', LKCMB: 'Colombo', PKKHI: 'Karachi' },
  ...{ MYPKG: 'Port Klang', MYTPP: 'Tanjung Pelepas', SGSIN: 'Singapore', THLCH: 'Laem Chabang', IDJKT: 'Jakarta' },
  ...{ VNSGN: 'Ho Chi Minh City', PHMNL: 'Manila', HKHKG: 'Hong Kong', CNSHA: 'Shanghai', CNNGB: 'Ningbo' },
  ...{ CNSZX: 'Shenzhen', CNTAO: 'Qingdao', CNXMN: 'Xiamen', CNTXG: 'Tianjin', CNDLC: 'Dalian', TWKHH: 'Kaohsiung' },
  ...{ KRPUS: 'Busan', JPTYO: 'Tokyo', JPYOK: 'Yokohama', JPUKB: 'Kobe', AUSYD: 'Sydney', AUMEL: 'Melbourne' },
  ...{ NZAKL: 'Auckland', USLAX: 'Los Angeles', USLGB: 'Long Beach', USOAK: 'Oakland', USSEA: 'Seattle' },
  ...{ USHOU: 'Houston', USNYC: 'New York', USSAV: 'Savannah', USMIA: 'Miami', USMSY: 'New Orleans' },
  ...{ CAVAN: 'Vancouver', CAMTR: 'Montreal', MXVER: 'Veracruz', PABLB: 'Balboa', PAONX: 'Colon', BRSSZ: 'Santos' },
  ...{ ARBUE: 'Buenos Aires', ZADUR: 'Durban', ZACPT: 'Cape Town', NGLOS: 'Lagos', MAPTM: 'Tanger Med' },
};

/** Returns the folded words of a destination, followed by the names of the ports whose codes it contains. */
export function withPortNames(destination: string): string {
  const words = wordsOf(destination).map(({ text }) => text.toUpperCase());
  const names = words.flatMap((word, at) => ports[word] ?? ports[`${word}${words[at + 1] ?? ''}`] ?? []);
  return foldedWords([destination, ...names].join(' '));
}
