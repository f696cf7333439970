import { matchesSeries } from '../economy-terms.js';

/** Series by the code of a source that has no search of its own, with title and unit. */
type Catalog = ReadonlyArray<readonly [code: string, title: string, unit: string]>;

/** Much used indicators of the World Bank, for every country. */
export const worldBankIndicators: Catalog = [
  ['NY.GDP.MKTP.CD', 'Gross domestic product, current US dollars', 'USD'],
  ['NY.GDP.MKTP.KD.ZG', 'Gross domestic product, growth', 'percent'],
  ['NY.GDP.PCAP.CD', 'Gross domestic product per capita, current US dollars', 'USD'],
  ['FP.CPI.TOTL.ZG', 'Inflation, consumer prices', 'percent'],
  ['SL.UEM.TOTL.ZS', 'Unemployment, modeled estimate', 'percent of labor force'],
  ['SP.POP.TOTL', 'Population, total', 'persons'],
  ['NE.EXP.GNFS.ZS', 'Exports of goods and services', 'percent of GDP'],
  ['NE.IMP.GNFS.ZS', 'Imports of goods and services', 'percent of GDP'],
  ['BN.CAB.XOKA.GD.ZS', 'Current account balance', 'percent of GDP'],
  ['GC.DOD.TOTL.GD.ZS', 'Central government debt', 'percent of GDP'],
  ['FI.RES.TOTL.CD', 'Reserves including gold', 'USD'],
  ['FR.INR.RINR', 'Real interest rate', 'percent'],
  ['BX.KLT.DINV.WD.GD.ZS', 'Foreign direct investment, net inflows', 'percent of GDP'],
  ['MS.MIL.XPND.GD.ZS', 'Military expenditure', 'percent of GDP'],
];

/** Much used series of the European Central Bank, by flow and key. */
export const ecbSeries: Catalog = [
  ['ICP:M.U2.N.000000.4.ANR', 'Euro area consumer prices (HICP), year on year', 'percent'],
  ['ICP:M.U2.N.XEF000.4.ANR', 'Euro area core inflation (HICP), year on year', 'percent'],
  ['FM:B.U2.EUR.4F.KR.DFR.LEV', 'Euro area deposit facility rate', 'percent'],
  ['FM:B.U2.EUR.4F.KR.MRR_FR.LEV', 'Euro area main refinancing rate', 'percent'],
  ['EST:B.EU000A2X2A25.WT', 'Euro short-term rate (€STR)', 'percent'],
  ['FM:M.U2.EUR.RT.MM.EURIBOR3MD_.HSTA', 'Euribor, three months', 'percent'],
  ['EXR:D.USD.EUR.SP00.A', 'US dollars for one euro', 'USD'],
  ['EXR:D.GBP.EUR.SP00.A', 'Pounds sterling for one euro', 'GBP'],
  ['BSI:M.U2.Y.V.M30.X.1.U2.2300.Z01.E', 'Euro area money supply M3', 'million EUR'],
  ['LFSI:M.I9.S.UNEHRT.TOTAL0.15_74.T', 'Euro area unemployment rate', 'percent'],
  ['MNA:Q.Y.I9.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.GY', 'Euro area gross domestic product, year on year', 'percent'],
  ['YC:B.U2.EUR.4F.G_N_A.SV_C_YM.SR_10Y', 'Euro area yield of AAA government bonds, ten years', 'percent'],
];

/** Returns the rows whose title or code matches the words of a text. */
export const inCatalog = (catalog: Catalog, text: string): Catalog =>
  catalog.filter(([code, title]) => matchesSeries(text, { title, country: null, code }));
