import { DAY_MS } from '../../../../time/durations.js';
import { instrumentOf } from '../spans/markets-in.js';
import { fromTo, given, type QuestionType } from './question-type.js';

/** Number of days before the period whose moves count as usual. */
const USUAL_DAYS = 60;
/**
 * Number of days before the period from which candles of the index and the fund are read, so that every market has a
 * close in them.
 */
const BESIDE_DAYS = 10;
const daysBefore = (instant: string, days: number): string =>
  new Date(Date.parse(instant) - days * DAY_MS).toISOString();

/** Index of the market of an exchange, by the suffix of symbols. */
const INDICES: Readonly<Record<string, string>> = {
  US: 'GSPC.INDX',
  LSE: 'FTSE.INDX',
  XETRA: 'GDAXI.INDX',
  PA: 'FCHI.INDX',
  AS: 'AEX.INDX',
  BR: 'BFX.INDX',
  SW: 'SSMI.INDX',
  TSE: 'N225.INDX',
  HK: 'HSI.INDX',
  TO: 'GSPTSE.INDX',
  AU: 'AXJO.INDX',
  CC: 'BTC-USD.CC',
};
/** Funds of the sectors of the S&P 500. */
const SECTOR_FUNDS: Readonly<Record<string, string>> = {
  Financials: 'XLF.US',
  'Information Technology': 'XLK.US',
  Energy: 'XLE.US',
  'Health Care': 'XLV.US',
};

/**
 * Returns the symbols with which the move of an instrument is compared: the index of its market and the fund of its
 * sector.
 */
export function marketsBeside(symbol: string): string[] {
  const market = INDICES[symbol.slice(symbol.lastIndexOf('.') + 1)];
  const fund = SECTOR_FUNDS[instrumentOf(symbol)?.sector ?? ''];
  return [market, fund].filter((beside) => beside !== undefined && beside !== symbol) as string[];
}

/**
 * A question why an instrument moved. The answer compares the move with usual ones and lists the events of the period,
 * without claiming a cause.
 */
export const whyQuestion: QuestionType = {
  id: 'why-move',
  can: 'show what happened around a move of a price',
  examples: ['Why did Apple move today?', 'Why is bitcoin down?', 'What is behind the rise of oil this week?'],
  cues:
    'why*2.5|what moved*2.5|behind the*2|is behind*2|what drove*2.5|driving*2|drivers*2|driver*2|caused*1.5|cause ' +
    'of*1.5|reason for*2|reasons for*2|how come*2|explains*1.5|explain*1|move*0.5|moved*0.5|fall*0.5|rise*0.5|drop*0.5|jump*0.5',
  also:
    'up|down|falling|fallen|fell|rising|risen|rose|dropping|dropped|jumping|jumped|moving|moves|gaining|gained|gains|' +
    'lost|losing|loses|decline|declined|declining|rally|rallied|rallying|crash|crashed|crashing|slump|slumped|surge|' +
    'surged|falls|rises|drops|jumps|climbing|climbed|plunge|plunged|higher|lower|stock|stocks|share|shares|price|' +
    'prices|behind|movement|change|changed|strong|weak|weaker|stronger|reason|cause|sharply|hard|big|sudden|suddenly',
  min: 2,
  slots: { symbol: { required: true, implied: true, weight: 1.2 }, period: { weight: 0.5 } },
  accepts: ({ words }) => !/\b(?:alerts?|alarms?|rules?|notifications?|news|sentiment|writing|feeds?)\b/.test(words),
  plan: ({ slots, calendar }) => {
    const symbol = slots.get('symbol');
    const asked = fromTo(slots.get('period'));
    const from = asked.from ?? new Date(calendar.startOf(calendar.today)).toISOString();
    const usual = daysBefore(from, USUAL_DAYS);
    const window = given({ symbol: [symbol], from, to: asked.to });
    return [
      {
        tool: 'get_candles',
        arguments: given({ symbol, interval: '1d', from: usual, to: asked.to }),
        about: { from },
      },
      ...(symbol === undefined ? [] : marketsBeside(symbol)).map((beside) => ({
        tool: 'get_candles',
        arguments: given({ symbol: beside, interval: '1d', from: daysBefore(from, BESIDE_DAYS), to: asked.to }),
        about: { from },
        template: 'why-move-beside',
      })),
      { tool: 'list_timeline', arguments: window, template: 'why-move-events' },
      { tool: 'list_articles', arguments: window, template: 'why-move-news' },
    ];
  },
};
