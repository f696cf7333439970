import { priceUnit } from '../providers/minor-units.js';

/**
 * ISO 4217 codes by the decimals of their minor unit, from github.com/datasets/currency-codes (commit ab9b0ae,
 * ODC-PDDL-1.0).
 */
const codesByMinorUnits: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
    'CHW CNY COP COU CRC CUP CVE CZK DKK ' +
    'DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS ' +
    'KHR KPW KYD KZT LAK LBP LKR LRD LSL ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
    'PLN QAR RON RSD RUB SAR SBD SCR SDG ' +
    'SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES ' +
    'WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Metals, funds and test codes, which have no minor unit in ISO 4217. */
const withoutMinorUnit = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';

/** Withdrawn codes, whose minor unit the standard no longer lists; rates of earlier years have them. */
const withdrawn =
  'ADP AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR ' +
  'BUK BYB BYR CHC CSD CSJ CSK CUC ' +
  'CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GHP GNE GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ ITL ' +
  'LAJ LSM LTL LTT LUC LUF LUL LVL ' +
  'LVR MGF MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG ' +
  'STD SUR TJR TMM TPE TRL UAK UGS ' +
  'UGW USS UYN UYP VEB VEF VNC XEU XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR';

/** Decimals of amounts in codes without a minor unit, as the satoshi of a bitcoin. */
const DEFAULT_DECIMALS = 8;

const each = (list: string, decimals: number) => list.split(' ').map((code) => [code, decimals] as const);
const decimals: ReadonlyMap<string, number> = new Map([
  ...each(withdrawn, 2),
  ...each(withoutMinorUnit, DEFAULT_DECIMALS),
  ...Object.entries(codesByMinorUnits).flatMap(([digits, list]) => each(list, Number(digits))),
]);

/** Returns true for a code (in upper case) of ISO 4217; crypto-assets are not in it. */
export const isCurrency = (code: string): boolean => decimals.has(code);

/** Codes outside ISO 4217 for which providers have rates: the offshore yuan. */
const unofficial: ReadonlySet<string> = new Set(['CNH']);

/**
 * Returns true for a code in which amounts can be: a currency of ISO 4217 (also a withdrawn one), hundredths of one as
 * exchanges quote them (`GBX`), or an unofficial code for which providers have rates.
 */
export const isMoney = (code: string): boolean =>
  isCurrency(code) || unofficial.has(code) || priceUnit(code).divisor !== 1;

/**
 * Returns the decimals of an amount: the minor unit of ISO 4217 (2 for EUR, 0 for JPY, 3 for KWD), 2 for withdrawn
 * currencies, 8 otherwise.
 */
export const decimalsOf = (code: string): number => decimals.get(code) ?? DEFAULT_DECIMALS;
