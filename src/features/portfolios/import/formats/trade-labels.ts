/**
 * The fields of tables of brokers and trackers by the words of their headers, in English, German and French. Of several columns for a field the first in
 * this order counts that is not empty.
 */
export const tradeLabels: Record<string, readonly string[]> = {
  date: [
    ...['tradedate', 'date', 'transactiondate', 'datum', 'handelsdatum', 'buchungsdatum', 'datedoperation', 'datetime', 'bookingdate', 'tradedat'],
    ...['activitydate', 'rundate', 'executiondate', 'dateoftrade', 'purchasedate', 'ausfuhrungsdatum', 'buchungstag', 'dateexecution'],
  ],
  time: ['time', 'uhrzeit', 'heure'],
  type: [
    ...['type', 'action', 'buysell', 'activitytype', 'transactiontype', 'typ', 'operation', 'vorgang', 'side', 'transaction', 'activity', 'tradetype'],
    ...['transcode', 'transaktion', 'transaktionstyp', 'art', 'sens'],
  ],
  symbol: ['symbol', 'code', 'ticker', 'tickersymbol', 'instrumentcode', 'stocksymbol', 'securitysymbol', 'assetsymbol'],
  isin: ['isin', 'isincode', 'codeisin'],
  name: ['name', 'securityname', 'libelle', 'wertpapiername', 'instrument', 'investmentname', 'instrumentname', 'wertpapier', 'bezeichnung', 'valeur'],
  quantity: [
    ...['quantity', 'qty', 'shares', 'units', 'quantite', 'stuck', 'anzahl', 'menge', 'noofshares', 'numberofshares', 'sharecount', 'sharequantity'],
    ...['noofunits', 'numberofunits', 'nominale', 'stuckzahl', 'nombredetitres'],
  ],
  ratio: ['ratio', 'splitratio', 'splitfactor', 'splitverhaltnis', 'verhaltnis', 'ratiodesplit'],
  price: [
    ...['price', 'unitprice', 'tradeprice', 'cours', 'kurs', 'preis', 'pershareprice', 'pricepershare', 'priceshare', 'shareprice', 'pershare', 'unitcost'],
    ...['persharecost', 'costpershare', 'costshare', 'purchaseprice', 'executionprice', 'priceperunit', 'fillprice', 'avgprice', 'averageprice'],
    ...['stuckpreis', 'ausfuhrungskurs', 'prixunitaire', 'coursdexecution'],
  ],
  amount: ['amount', 'montant', 'betrag', 'total', 'grossamount', 'principalamount', 'totalamount', 'grossvalue', 'kurswert', 'bruttobetrag', 'montantbrut'],
  currency: ['currency', 'ccy', 'currencyprimary', 'devise', 'wahrung', 'currencycode', 'tradecurrency', 'transactioncurrency', 'settlementcurrency'],
  fee: [
    ...['fee', 'fees', 'commission', 'ibcommission', 'feescomm', 'frais', 'gebuhren', 'gebuhr', 'commissionfees', 'commissionsandfees', 'commissionsfees'],
    ...['commissions', 'brokerage', 'brokeragefee', 'transactionfee', 'tradingfee', 'costs', 'kosten', 'provision', 'courtage'],
  ],
  /** A commission beside other fees; left out where it is the only column of fees. */
  commission: ['commission', 'commissions', 'ibcommission', 'brokerage', 'brokeragefee', 'provision', 'courtage'],
  tax: ['tax', 'taxes', 'steuern', 'steuer', 'impots', 'withholdingtax', 'taxwithheld', 'quellensteuer', 'impot'],
  note: ['note', 'comment', 'notiz', 'commentaire', 'description', 'notes', 'comments', 'memo'],
  externalId: ['transactionid', 'externalid'],
  account: ['account', 'accountid', 'compte', 'konto', 'accountnumber', 'kontonummer'],
  source: ['datasource'],
};
