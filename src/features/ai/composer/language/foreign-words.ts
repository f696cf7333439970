import { foreignPhrases } from './foreign-phrases.js';
import type { Token } from './token.js';

/**
 * German, French and Spanish words of questions with their English words: numbers, dates, places, and terms of markets
 * and shipping. `_` separates several words.
 */
const GERMAN =
  'heute=today gestern=yesterday vorgestern=the_day_before_yesterday morgen=tomorrow jetzt=now aktuell=current ' +
  'montag=monday dienstag=tuesday mittwoch=wednesday donnerstag=thursday freitag=friday samstag=saturday ' +
  'sonntag=sunday januar=january februar=february marz=march maerz=march mai=may juni=june juli=july ' +
  'oktober=october dezember=december woche=week wochen=weeks monat=month monate=months monaten=months ' +
  'jahr=year jahre=years jahren=years jahres=year tag=day tage=days tagen=days tages=day stunde=hour ' +
  'stunden=hours minuten=minutes quartal=quarter halbjahr=half wochenende=weekend mittag=noon mitternacht=midnight ' +
  'uhr=oclock seit=since bis=until zwischen=between letzte=last letzten=last letzter=last letztes=last ' +
  'vergangenen=past vorige=last diese=this diesen=this dieser=this dieses=this diesem=this nachste=next ' +
  'nachsten=next ende=end anfang=start jeden=every jede=every jeder=every taglich=daily wochentlich=weekly ' +
  'fruh=morning abend=evening eins=1 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 ' +
  'zwolf=12 zwanzig=20 dreissig=30 funfzig=50 hundert=100 tausend=1000 millionen=million ' +
  'milliarden=billion prozent=% drittel=third viertel=quarter halfte=half und=and oder=or mit=with fur=for ' +
  'von=of vom=of im=in ins=in der=the das=the den=the dem=the des=the die=the ein=a eine=a einen=a einem=a ' +
  'einer=a nach=to aus=from uber=over unter=under nahe=near bei=near vor=before gegen=against zu=to zum=to ' +
  'zur=to auf=on ist=is sind=are war=was waren=were hat=has haben=have hatte=had wird=will wie=how wo=where ' +
  'wer=who welche=which welcher=which welches=which warum=why wieso=why weshalb=why wann=when wieviel=how_much ' +
  'viel=much viele=many wert=worth kurs=price kurse=prices preis=price aktie=stock aktien=stocks borse=exchange ' +
  'borsen=exchanges gewinner=gainers verlierer=losers gewinn=profit verlust=loss rendite=return ertrag=income ' +
  'ertrage=income dividende=dividend dividenden=dividends zinsen=interest wahrung=currency wahrungen=currencies ' +
  'land=country lander=countries branche=sector branchen=sectors sektor=sector sektoren=sectors ' +
  'aufteilung=breakdown verteilung=breakdown zusammensetzung=composition risiko=risk volatilitat=volatility ' +
  'schwankung=volatility depot=portfolio kunden=clients kunde=client ubersicht=overview zusammenfassung=summary ' +
  'lagebericht=briefing bericht=report schiff=ship schiffe=ships schiffen=ships frachter=freighters ' +
  'frachtschiffe=cargo_ships frachtschiff=cargo_ship containerschiffe=container_ships tankern=tankers ' +
  'fischerboote=fishing_boats fahren=ferries fahre=ferry flugzeug=aircraft flugzeuge=aircraft flug=flight ' +
  'fluge=flights notfall=emergency notruf=emergency erdbeben=earthquake waldbrand=wildfire waldbrande=wildfires ' +
  'sturm=storm sturme=storms hochwasser=flood uberschwemmung=flood uberschwemmungen=floods vulkan=volcano ' +
  'vulkane=volcanoes alarm=alert alarme=alerts warnung=warning warnungen=warnings offene=open offenen=open ' +
  'nachrichten=news meldungen=news schlagzeilen=headlines artikel=articles themen=topics thema=topic ' +
  'stimmung=sentiment sanktionen=sanctions sanktioniert=sanctioned sanktionsliste=sanctions_list ' +
  'sanktionslisten=sanctions_lists lage=situation suche=search finde=find zeige=show zeig=show liste=list ' +
  'passiert=happened geschehen=happened ereignisse=events datenquellen=data_feeds quellen=sources ' +
  'gefallen=fallen gestiegen=risen fallt=falls steigt=rises fallen=fall steigen=rise sinkt=falls ' +
  'franken=francs pfund=pounds gleitender=moving gleitende=moving durchschnitt=average tage-linie=day_average ' +
  'stundenkerzen=hourly_candles tageskurse=daily_prices wochenkerzen=weekly_candles strasse=strait meerenge=strait ' +
  'hafen=port meer=sea rotes=red rote=red roten=red schwarzes=black schwarze=black schwarzen=black ostsee=baltic_sea ' +
  'nordsee=north_sea mittelmeer=mediterranean_sea suezkanal=suez_canal panamakanal=panama_canal hormus=hormuz ' +
  'bosporus=bosphorus turkei=turkey deutschland=germany frankreich=france italien=italy spanien=spain ' +
  'griechenland=greece libyen=libya agypten=egypt jemen=yemen syrien=syria russland=russia ' +
  'mexiko=mexico brasilien=brazil indien=india indonesien=indonesia philippinen=philippines norwegen=norway ' +
  'schweden=sweden danemark=denmark polen=poland osterreich=austria schweiz=switzerland niederlande=netherlands ' +
  'island=iceland neuseeland=new_zealand australien=australia sudafrika=south_africa kolumbien=colombia ' +
  'kalifornien=california mailand=milan munchen=munich wien=vienna koln=cologne rom=rome athen=athens ' +
  'lissabon=lisbon kopenhagen=copenhagen antwerpen=antwerp libanon=lebanon irak=iraq ' +
  'mein=my meine=my meinen=my meiner=my meinem=my gibt=are_there bitte=please sollte=should kaufen=buy ' +
  'verkaufen=sell wetter=weather abhangig=dependent nicht=not werden=will machen=do sich=itself denn=then' +
  ' ol=oil silber=silver geoffnet=open offnet=opens schliesst=closes geschlossen=closed kerzen=candles ' +
  'verlauf=history ziel=destination geschwindigkeit=speed positionen=positions bestande=holdings ' +
  'bestand=holdings regel=rule schwelle=threshold ausgelost=triggered benachrichtige=notify ' +
  'benachrichtigen=notify informiere=inform wenn=if sobald=when einfahrten=entries ausfahrten=exits ' +
  'ankunfte=arrivals abfahrten=departures eingelaufen=entered ausgelaufen=left vergleiche=compare ' +
  'vergleich=comparison besser=better schlechter=worse starker=stronger jahresbeginn=ytd umrechnen=convert ' +
  'wechselkurs=exchange_rate rohstoffe=commodities kryptowahrungen=cryptocurrencies indizes=indices ' +
  'fonds=funds anleihen=bonds handelszeiten=trading_hours feiertag=holiday hubschrauber=helicopters ' +
  'maschinen=planes feuer=fires brande=fires beben=earthquakes abhangigkeit=dependence abhangt=depends ' +
  'engpasse=chokepoints ausschuttungen=distributions einnahmen=income zahlungen=payments ' +
  'wertentwicklung=performance entwicklung=performance gemacht=made verdient=earned verloren=lost ' +
  'gewonnen=gained veranderung=change veranderungen=changes bewegung=move bewegungen=movements grund=reason ' +
  'ursache=cause jeweils=each morgens=morning abends=evening nachts=night woche=week wochen=weeks ' +
  'vormittag=morning nachmittag=afternoon nacht=night route=route fahrt=voyage weg=path zone=zone ' +
  'bereich=area drinnen=inside innerhalb=within gibts=are_there alle=all meisten=most grosste=biggest ' +
  'grossten=biggest wichtigsten=biggest neueste=latest neuesten=latest halten=hold besitze=own ' +
  'enthalt=contains funktionieren=working verzogert=delayed ausgefallen=down veraltet=stale' +
  ' kritische=critical kritischen=critical beobachtungsliste=watchlist merkliste=watchlist ' +
  'wichtigste=biggest bestand=holdings sanktionieren=sanction stehen=stand steht=stands liegt=lies ' +
  'liegen=lies befindet=is befinden=are flog=flew fliegen=fly fliegt=flies uberfliegen=flying ' +
  'gesunken=fallen angekommen=arrived verlassen=left eingefahren=entered ausgefahren=left quartals=quarter ' +
  'jahresende=year_end zuletzt=last derzeit=currently momentan=currently gerade=now' +
  ' erstes=first ersten=first zweites=second zweiten=second drittes=third dritten=third viertes=fourth geschah=happened';
const FRENCH =
  'aujourdhui=today hier=yesterday avant-hier=the_day_before_yesterday demain=tomorrow maintenant=now lundi=monday ' +
  'mardi=tuesday mercredi=wednesday jeudi=thursday vendredi=friday samedi=saturday dimanche=sunday janvier=january ' +
  'fevrier=february mars=march avril=april mai=may juin=june juillet=july aout=august septembre=september ' +
  'octobre=october novembre=november decembre=december semaine=week semaines=weeks mois=month an=year annee=year ' +
  'ans=years jour=day jours=days heure=hour heures=hours minuit=midnight midi=noon trimestre=quarter ' +
  'semestre=half depuis=since entre=between dernier=last derniere=last derniers=last dernieres=last cette=this ' +
  'prochain=next prochaine=next fin=end debut=start chaque=every matin=morning soir=evening deux=2 trois=3 ' +
  'quatre=4 cinq=5 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quinze=15 vingt=20 trente=30 cinquante=50 ' +
  'mille=1000 milliards=billion pourcent=% tiers=third quart=quarter moitie=half et=and ou=or avec=with pour=for ' +
  'du=of de=of des=of le=the la=the les=the un=a une=a dans=in en=in au=in aux=in sur=on par=by vers=towards ' +
  'chez=at contre=against sont=are est=is a=has ont=have quel=which quelle=which quels=which quelles=which ' +
  'combien=how_much pourquoi=why comment=how quand=when cours=price prix=price action=stock actions=stocks ' +
  'bourse=exchange hausses=gains hausse=rise baisse=fall baisses=falls fortes=biggest plus=most gagnants=gainers ' +
  'perdants=losers rendement=return revenus=income dividendes=dividends encaisses=received ' +
  'interets=interest devise=currency devises=currencies pays=country secteur=sector secteurs=sectors ' +
  'repartition=breakdown risque=risk volatilite=volatility portefeuille=portfolio valeur=value ' +
  'apercu=overview resume=summary navire=ship navires=ships petrolier=tanker petroliers=tankers ' +
  'cargos=cargo_ships porte-conteneurs=container_ships bateaux=boats avion=plane avions=planes vols=flights ' +
  'urgence=emergency seisme=earthquake seismes=earthquakes tremblement=earthquake tempete=storm tempetes=storms ' +
  'inondation=flood inondations=floods incendie=wildfire incendies=wildfires volcan=volcano volcans=volcanoes ' +
  'alerte=alert alertes=alerts actives=active ouvertes=open actualites=news actualite=news nouvelles=news ' +
  'titres=headlines sujets=topics sanctionne=sanctioned cherche=search trouve=find montre=show ' +
  'evenements=events passe=happened flux=feeds moyenne=average mobile=moving livres=pounds ' +
  'detroit=strait mer=sea rouge=red noire=black manche=english_channel ormuz=hormuz italie=italy ' +
  'soudan=sudan allemagne=germany espagne=spain grece=greece libye=libya egypte=egypt syrie=syria ' +
  'russie=russia japon=japan mexique=mexico bresil=brazil inde=india indonesie=indonesia turquie=turkey ' +
  'maroc=morocco algerie=algeria tunisie=tunisia liban=lebanon suisse=switzerland islande=iceland ' +
  'colombie=colombia chili=chile perou=peru londres=london pekin=beijing geneve=geneva anvers=antwerp ' +
  'lisbonne=lisbon athenes=athens mon=my ma=my mes=my quoi=what pres=near autour=around tombe=falls monte=rises' +
  ' petrole=oil brut=crude ouverte=open ouvert=open ouvre=opens ferme=closes fermee=closed fermeture=close ' +
  'ouverture=opening horaires=hours trajet=track route=route voyage=voyage donnees=data sources=sources ' +
  'fonctionnent=working fonctionne=working retard=delay bougies=candles chandeliers=candles quotidien=daily ' +
  'quotidienne=daily quotidiens=daily quotidiennes=daily hebdomadaire=weekly hebdomadaires=weekly ' +
  'mensuel=monthly horaire=hourly historique=history evolution=development gagne=gained perdu=lost ' +
  'tombent=fall tomber=fall tombait=fell chute=falls chutent=fall chutait=fell montent=rise monter=rise ' +
  'montait=rose augmente=rises augmentent=rise progresse=rises recule=falls reculent=fall dollar=dollar ' +
  'vaut=worth valent=worth valait=worth cote=quoted coute=costs coutent=cost sanctions=sanctions liste=list ' +
  'raison=reason regle=rule regles=rules declenche=triggered declenchee=triggered seuil=threshold zone=zone ' +
  'sorti=left sortis=left entrees=entries sorties=exits arrivees=arrivals departs=departures quitte=left ' +
  'carte=map nuit=night positions=positions obligations=bonds portefeuilles=portfolios compte=account ' +
  'depend=depends dependent=depend dependance=dependence exposition=exposure expose=exposed ton=tone ' +
  'presse=press medias=media avis=opinion tendances=trends tendance=trend bateau=ship peche=fishing ' +
  'vitesse=speed destination=destination aeroport=airport survolent=flying survole=flying ' +
  'helicopteres=helicopters vol=flight ouragan=hurricane ouragans=hurricanes feux=fires secheresse=drought ' +
  'secousses=tremors secousse=tremor eruption=eruption eruptions=eruptions recemment=recently ' +
  'actuellement=currently actuel=current actuelle=current meilleur=better meilleure=better mieux=better ' +
  'comparer=compare compare=compare comparaison=comparison convertir=convert convertis=convert ' +
  'resumer=summarise resumez=summarise bilan=summary chaque=every tous=every toutes=all mois=month ' +
  'rapport=report synthese=summary note=brief sanctionnee=sanctioned chercher=search recherche=search ' +
  'recherchez=search clients=clients gestion=management moitie=half tiers=third doublait=doubled ' +
  'double=doubles fin=end debut=start passee=past passes=past passees=past precedent=previous ' +
  'precedente=previous baissent=fall baissait=fell perte=loss pertes=losses gains=gains gain=gain ' +
  'benefice=profit detient=holds detiens=hold contient=contains grands=biggest grandes=biggest ' +
  'principales=biggest principaux=biggest crypto=crypto cryptomonnaies=cryptocurrencies ' +
  'pourcentage=percentage poids=weights composition=composition ligne=line lignes=positions se=itself ' +
  'que=what qui=who est-ce=is il=it elle=it nous=we je=i cet=this ces=these ce=this si=if dessus=above ' +
  'dessous=below sous=under avez=have avons=have avoir=have faire=do fait=done etait=was etaient=were ' +
  'sera=will ete=been pendant=during jusqua=until apres=after avant=before peux=can pouvez=can ' +
  'voudrais=would_like merci=thanks bonjour=hello svp=please' +
  ' detresse=distress critiques=critical critique=critical previens=notify avertis=warn grosses=biggest ' +
  'gros=biggest grosse=biggest dernieres=last bouge=moves bougent=moves chutes=falls ' +
  'recus=received recu=received petroles=oil petrolieres=oil valeurs=stocks titre=stock sommes=are ' +
  'sent=feels cargaison=cargo porteconteneurs=container_ships sanctionnes=sanctioned jours=days ' +
  'ferrys=ferries bourses=exchanges detiens=hold possede=own possedent=own cherchez=search semestriel=half ' +
  'mensuelle=monthly' +
  ' premier=first premiere=first deuxieme=second troisieme=third quatrieme=fourth milieu=middle';
const SPANISH =
  'hoy=today ayer=yesterday anteayer=the_day_before_yesterday manana=tomorrow ahora=now lunes=monday martes=tuesday ' +
  'miercoles=wednesday jueves=thursday viernes=friday sabado=saturday domingo=sunday enero=january febrero=february ' +
  'marzo=march abril=april mayo=may junio=june julio=july agosto=august septiembre=september octubre=october ' +
  'noviembre=november diciembre=december semana=week semanas=weeks mes=month meses=months ano=year anos=years ' +
  'dia=day dias=days hora=hour horas=hours minutos=minutes trimestre=quarter medianoche=midnight mediodia=noon ' +
  'desde=since hasta=until entre=between ultimo=last ultima=last ultimos=last ultimas=last pasado=last pasada=last ' +
  'este=this esta=this proximo=next proxima=next fin=end principios=start cada=every tarde=afternoon noche=night ' +
  'uno=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 veinte=20 treinta=30 cincuenta=50 ' +
  'cien=100 ciento=100 mil=1000 millones=million tercio=third cuarto=quarter mitad=half y=and o=or con=with ' +
  'para=for del=of de=of el=the la=the los=the las=the un=a una=a en=in al=in sobre=about por=by cerca=near ' +
  'contra=against son=are es=is ha=has han=have hay=are_there que=what cual=which cuales=which cuanto=how_much ' +
  'cuantos=how_many donde=where cuando=when precio=price precios=prices cotizacion=price acciones=stocks ' +
  'accion=stock bolsa=exchange ganadores=gainers perdedores=losers rendimiento=return rentabilidad=return ' +
  'ganancia=gain ingresos=income dividendos=dividends intereses=interest divisa=currency moneda=currency ' +
  'monedas=currencies pais=country paises=countries sectores=sectors riesgo=risk ' +
  'volatilidad=volatility cartera=portfolio valor=value clientes=clients resumen=summary informe=report ' +
  'barco=ship barcos=ships buque=ship buques=ships petrolero=tanker petroleros=tankers tanque=tanker ' +
  'cargueros=cargo_ships avion=plane aviones=planes vuelos=flights emergencia=emergency terremoto=earthquake ' +
  'terremotos=earthquakes sismo=earthquake sismos=earthquakes incendio=wildfire incendios=wildfires ' +
  'tormenta=storm tormentas=storms huracan=hurricane huracanes=hurricanes inundaciones=floods volcan=volcano ' +
  'volcanes=volcanoes alerta=alert alertas=alerts activas=active abiertas=open noticias=news titulares=headlines ' +
  'articulos=articles temas=topics sancionado=sanctioned sanciones=sanctions situacion=situation busca=search ' +
  'buscar=search encuentra=find muestra=show muestrame=show eventos=events paso=happened pasado=last ' +
  'media=average movil=moving dolar=dollar dolares=dollars libras=pounds estrecho=strait mar=sea ' +
  'rojo=red negro=black ormuz=hormuz turquia=turkey italia=italy espana=spain alemania=germany francia=france ' +
  'grecia=greece libia=libya egipto=egypt siria=syria rusia=russia japon=japan brasil=brazil ' +
  'marruecos=morocco argelia=algeria libano=lebanon suiza=switzerland islandia=iceland londres=london ' +
  'nueva=new zelanda=zealand filipinas=philippines mi=my mis=my sube=rises baja=falls cae=falls' +
  ' petroleo=oil crudo=crude oro=gold plata=silver abierta=open abierto=open abre=opens cierra=closes ' +
  'cerrada=closed cerrado=closed velas=candles diarias=daily diaria=daily diario=daily diarios=daily ' +
  'semanal=weekly semanales=weekly mensual=monthly cierre=close cierres=closes historico=history ' +
  'historial=history trayectoria=track ruta=route viaje=voyage recorrido=track velocidad=speed rumbo=course ' +
  'destino=destination puerto=port zona=zone entro=entered salio=left entraron=entered salieron=left ' +
  'entradas=entries salidas=exits llegadas=arrivals mapa=map anoche=last_night vale=worth valen=worth ' +
  'valia=worth cuesta=costs cuestan=cost cotiza=trading cuantas=how_many cuanta=how_much porque=why ' +
  'subio=rose bajo=fell cayo=fell caida=fall caidas=falls subida=rise subidas=rises subir=rise bajar=fall ' +
  'caen=fall suben=rise bajan=fall cayera=falls subiera=rises baje=falls suba=rises caiga=falls ' +
  'fondos=funds criptomonedas=cryptocurrencies criptos=cryptos divisas=currencies posiciones=positions ' +
  'posicion=position tenencias=holdings exposicion=exposure expuesta=exposed expuesto=exposed ' +
  'depende=depends dependen=depend dependencia=dependence beneficio=profit beneficios=profits perdida=loss ' +
  'perdidas=losses gane=gained ganado=gained gano=gained perdi=lost perdido=lost perdio=lost ' +
  'composicion=composition reparto=allocation distribucion=allocation fuentes=sources datos=data ' +
  'funcionan=working funciona=working retraso=delay avisame=notify_me avisa=notify aviso=alert ' +
  'alertame=alert_me avisarme=notify_me si=if supere=exceeds supera=exceeds pase=passes prensa=press ' +
  'tono=tone sentimiento=sentiment tendencias=trends tendencia=trend lista=list informe=report ' +
  'temblor=tremor temblores=tremors sequia=drought sequias=drought vuelo=flight helicopteros=helicopters ' +
  'pesqueros=fishing_boats cruceros=cruise_ships estan=are estaba=was estaban=were estuvo=was ' +
  'mejor=better peor=worse comparar=compare compara=compare comparacion=comparison convertir=convert ' +
  'convierte=convert cambio=exchange cartera=portfolio carteras=portfolios cuenta=account regla=rule ' +
  'reglas=rules umbral=threshold falta=missing disparo=fired salto=fired salta=fires motivo=reason ' +
  'razon=reason causa=cause ultimo=last pasados=past proximos=next mitad=half doble=double duplica=doubles ' +
  'mayores=biggest mayor=biggest principales=biggest grandes=biggest acciones=stocks bolsas=exchanges ' +
  'horario=hours horarios=hours festivo=holiday bono=bond bonos=bonds dentro=inside fuera=outside ' +
  'hacia=towards segun=according tengo=have tiene=has tienen=have actual=current actuales=current ' +
  'cobre=copper cobrado=received recibido=received pagado=paid sector=sector peso=weight pesos=pesos ' +
  'mostrar=show dime=tell dame=show quiero=want gracias=thanks hola=hello favor=please puedes=can ' +
  'despues=after antes=before durante=during hace=ago tarde=afternoon' +
  ' criticas=critical critica=critical avisar=notify senal=signal sin=without calientes=hot caidos=down ' +
  'caidas=falls valores=stocks mis=my mio=my aereas=aircraft aereos=aircraft abrir=open cerrar=close ' +
  'quien=who quienes=who como=how movido=moved mueve=moves mueven=moves seguimiento=watchlist saldo=balance ' +
  'rentab=return tocado=reached ganan=gain pierden=lose pierde=loses cobrados=received pagos=payments ' +
  'vigilancia=watchlist radar=radar tierra=ground' +
  ' primer=first primero=first primera=first segundo=second segunda=second tercer=third tercero=third';

/**
 * Foreign words that are also English words, names or abbreviations; they are translated only next to another word of
 * their language.
 */
const SHARED = new Set(
  (
    'die bei vor war hat island fallen alarm tag den dem mit land rom von bis elf in an a de en sur par on est pour ' +
    'action actions plus comment mars sept fin resume mobile cargos pays tiers flux pres monte mon ma chili passe ' +
    'titres media mi mar un la le les los las del el des al paso baja son es ha por mil este mes dix cent sudan ' +
    'actives fortes tombe manche livres marina uno dia lander das der entre una liste este y o et ou du ' +
    'ol route weg zone alle halten feuer sources voyage cote ton note double composition ligne que il je ce se si esta ' +
    'gains gain fait crypto sector pesos peso aviso salto bajo actual mayor plata oro cobre tarde causa brut ferme chute ' +
    'regle quitte carte nuit depend expose avis vol compare bilan rapport passes precedent perte clients poids qui elle nous ' +
    'cet ces sous avoir avant apres positions obligations sanctions destination eruption eruptions tendance dollar expose ' +
    'horaire compte grands principales principales cartera vale pase lista doble duplica bono fin falta regla ruta gano tono ' +
    'viaje favor hola drinnen grund nacht depends gagne double recherche sector mitad ' +
    'critique gros titre sent chute valeurs mis sin como radar saldo tierra mueve liegt stehen steht bestand verlassen gerade'
  ).split(' '),
);

/** English words by foreign word, one map per language. */
export const languages = [GERMAN, FRENCH, SPANISH].map(
  (list): ReadonlyMap<string, readonly string[]> =>
    new Map(
      list.split(' ').map((pair) => {
        const [foreign = '', english = ''] = pair.split('=');
        return [foreign, english.split('_')];
      }),
    ),
);

/** Two words that together mean `percent`. */
const PERCENT: ReadonlyMap<string, string> = new Map([
  ['pour', 'cent'],
  ['por', 'ciento'],
]);
const UNITS = new Set(['week', 'month', 'year', 'quarter', 'weekend', ...'monday tuesday wednesday'.split(' ')]);
for (const day of ['thursday', 'friday', 'saturday', 'sunday']) UNITS.add(day);

/**
 * Returns the tokens with foreign words replaced by English ones; their texts and positions stay. Translated units and
 * `last` are put into English order.
 */
export function inEnglish(read: readonly Token[]): readonly Token[] {
  const tokens = withTimes(read);
  const isSpoken = (words: ReadonlyMap<string, unknown>) =>
    tokens.some(({ word }) => words.has(word) && !SHARED.has(word));
  // The language with the most words determines the meaning of words of several languages, such as `an`.
  const strength = (words: ReadonlyMap<string, unknown>) => tokens.filter(({ word }) => words.has(word)).length;
  const byStrength = [...languages].sort((one, other) => strength(other) - strength(one));
  const certain = byStrength.filter(isSpoken);
  const hasPhrase = tokens.some((_, at) => phraseAt(tokens, at) !== undefined);
  if (certain.length === 0 && !hasPhrase) return read;
  const spoken = certain.length > 0 ? certain : byStrength.slice(0, 1);
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    const phrase = phraseAt(tokens, at);
    if (phrase !== undefined) {
      const { start } = token;
      const { end } = tokens[at + phrase.words.length - 1] as Token;
      const text = tokens.slice(at, at + phrase.words.length).map((each) => each.text);
      for (const word of phrase.english) result.push({ text: text.join(' '), word, start, end });
      at += phrase.words.length - 1;
      continue;
    }
    if (next !== undefined && PERCENT.get(token.word) === next.word) {
      result.push({ text: `${token.text} ${next.text}`, word: '%', start: token.start, end: next.end });
      at += 1;
      continue;
    }
    // A word in capitals is taken for a name and not translated: `MAI`, `LOS`.
    const isName = /^\p{Lu}{2,}$/u.test(token.text) && tokens.some(({ text }) => text !== text.toUpperCase());
    const english = isName ? undefined : spoken.map((words) => words.get(written(token))).find(Boolean);
    for (const word of english ?? [token.word]) result.push({ ...token, word });
  }
  return turned(result);
}

/** Returns the foreign phrase that begins at a token; undefined without one. */
const phraseAt = (tokens: readonly Token[], at: number) =>
  foreignPhrases
    .get(written(tokens[at] as Token))
    ?.find(({ words }) =>
      words.every((word, index) => at + index < tokens.length && written(tokens[at + index] as Token) === word),
    );

const FROM = new Set(['du', 'del', 'vom', 'de', 'desde']);
const TO = new Set(['au', 'al', 'a', 'bis', 'hasta']);
const HOUR = /^(?:[01]?\d|2[0-4])$/;
/** Words before `8 h` that make it a time of day and not a duration. */
const BEFORE_CLOCK = new Set(['depuis', 'a', 'entre', 'et', 'vers', 'avant', 'apres', 'jusqua', 'des', 'de']);

/**
 * Translates dates and times whose meaning depends on several words: `du 3 au 10 novembre` becomes `from 3 to 10
 * november`, `depuis 8h` becomes `since 8 oclock`, and `desde las 8` likewise.
 */
function withTimes(tokens: readonly Token[]): readonly Token[] {
  const result = [...tokens];
  const isDate = (at: number) => /^\d{1,2}$|^1er$/.test(tokens[at]?.word ?? '') || weekdays.has(tokens[at]?.word ?? '');
  tokens.forEach((token, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const end = [at + 2, at + 3].find((index) => TO.has(written(tokens[index] ?? token)) && isDate(index + 1));
    if (FROM.has(token.word) && isDate(at + 1) && end !== undefined) {
      result[at] = { ...token, word: 'from' };
      result[end] = { ...(tokens[end] as Token), word: 'to' };
    }
    if (token.word === 'h' && HOUR.test(word(at - 1)) && BEFORE_CLOCK.has(word(at - 2)))
      result[at] = { ...token, word: 'oclock' };
    if (token.word === 'las' && HOUR.test(word(at + 1)) && !/^(?:horas?|dias|semanas|ultimas)$/.test(word(at + 2))) {
      result[at] = { ...token, word: word(at + 1) };
      result[at + 1] = { ...(tokens[at + 1] as Token), word: 'oclock' };
    }
  });
  return result;
}

const weekdays = new Set(
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(
    ' ',
  ),
);

/** Returns the word as written, before abbreviations are expanded, because `y` can be Spanish. */
const written = ({ text, word }: Token): string => (text.length === 1 ? text.toLowerCase() : word);

/** Puts translated units into English order: `week last` becomes `last week`. */
function turned(tokens: Token[]): Token[] {
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const [unit, which] = [tokens[at] as Token, tokens[at + 1] as Token];
    if (!UNITS.has(unit.word) || !['last', 'next', 'past'].includes(which.word) || unit.text === unit.word) continue;
    tokens[at] = { ...unit, word: which.word };
    tokens[at + 1] = { ...which, word: unit.word };
  }
  return tokens;
}
