/** Foreign phrases of several words with their English words; spaces within both are written as `_`. */
const PHRASES =
  // German phrases.
  'heute_morgen=this_morning heute_fruh=this_morning gestern_abend=last_night gestern_nacht=last_night ' +
  'letzte_nacht=last_night seit_jahresbeginn=ytd seit_anfang_des_jahres=ytd was_ware_wenn=what_if ' +
  'was_passiert_mit=what_happens_to in_der_nahe_von=near um_wie_viel=how_much wie_viel=how_much wie_viele=how_many ' +
  'im_moment=now sag_bescheid=notify_me sag_mir=tell_me schweizer_franken=francs ' +
  'jeden_morgen=every_morning jeden_abend=every_evening schwarzes_meer=black_sea rotes_meer=red_sea ' +
  // French phrases.
  'il_y_a=ago week_end=weekend avant_hier=the_day_before_yesterday tous_les_matins=every_morning tous_les_soirs=every_evening tous_les_jours=every_day ' +
  'tous_les_lundis=every_monday tous_les_mardis=every_tuesday tous_les_mercredis=every_wednesday ' +
  'tous_les_jeudis=every_thursday tous_les_vendredis=every_friday au_sol=on_the_ground en_panne=down ' +
  'mer_rouge=red_sea mer_noire=black_sea mer_baltique=baltic_sea mer_du_nord=north_sea ' +
  'mer_mediterranee=mediterranean_sea mer_de_chine=south_china_sea golfe_persique=persian_gulf ' +
  'liste_de_surveillance=watchlist liste_de_suivi=watchlist ' +
  'ou_est=where_is ou_sont=where_are ou_se_trouve=where_is ou_etait=where_was ou_etaient=where_were ' +
  'au_dessus_de=above au_dessus_du=above en_dessous_de=below en_dessous_du=below au_dessous_de=below sous_les=below ' +
  'depuis_le_debut_de_lannee=ytd depuis_le_debut_du_mois=mtd depuis_debut_janvier=since_january ce_matin=this_morning ' +
  'hier_soir=last_night cette_nuit=last_night cet_apres_midi=this_afternoon en_ce_moment=now pres_de=near ' +
  'pres_du=near pres_des=near autour_de=around autour_du=around a_partir_de=since a_partir_du=since ' +
  'taux_de_change=exchange_rate matieres_premieres=commodities francs_suisses=francs franc_suisse=franc ' +
  'qui_est=who_is qui_sont=who_are quest_ce_qui=what quest_ce_que=what quen_est_il=what_is ' +
  'se_passe_t_il=happens sest_il_passe=happened sest_passe=happened si_le=if_the si_les=if_the fin_de=end_of ' +
  'previens_moi=notify_me alerte_moi=alert_me avertis_moi=warn_me dis_moi=tell_me montre_moi=show donne_moi=show ' +
  'y_a_t_il=are_there jour_par_jour=daily mois_dernier=last_month an_dernier=last_year ' +
  // Spanish phrases.
  'cuarto_trimestre=fourth_quarter cada_manana=every_morning todas_las_mananas=every_morning todas_las_tardes=every_evening ' +
  'todos_los_dias=every_day todos_los_lunes=every_monday todos_los_martes=every_tuesday ' +
  'todos_los_miercoles=every_wednesday todos_los_jueves=every_thursday todos_los_viernes=every_friday ' +
  'los_lunes=every_monday los_martes=every_tuesday los_miercoles=every_wednesday los_jueves=every_thursday ' +
  'los_viernes=every_friday en_tierra=on_the_ground mar_rojo=red_sea mar_negro=black_sea mar_baltico=baltic_sea ' +
  'mar_del_norte=north_sea mar_mediterraneo=mediterranean_sea mar_de_china=south_china_sea ' +
  'golfo_persico=persian_gulf lista_de_seguimiento=watchlist sin_senal=no_signal si_no=if_not ' +
  'por_que=why donde_esta=where_is donde_estan=where_are donde_estaba=where_was quien_esta=who_is ' +
  'como_esta=how_is esta_en=is_in a_cuanto=how_much a_las=at a_la=at esta_manana=this_morning esta_tarde=this_afternoon ' +
  'ayer_por_la_noche=last_night por_la_manana=morning por_la_tarde=afternoon por_encima_de=above por_debajo_de=below ' +
  'lo_que_va_de_ano=ytd lo_que_va_del_ano=ytd lo_que_va_de_mes=mtd en_este_momento=now ahora_mismo=now ' +
  'materias_primas=commodities francos_suizos=francs franco_suizo=franc cerca_de=near cerca_del=near ' +
  'alrededor_de=around alrededor_del=around a_partir_de=since tipo_de_cambio=exchange_rate fin_de_semana=weekend ' +
  'que_paso=what_happened que_pasa_si=what_if y_si=what_if que_pasa_con=what_happens_to que_ha_pasado=what_happened ' +
  'que_hay_de=what_about hay_algun=is_there_any hay_alguna=is_there_any estados_unidos=us nueva_york=new_york ' +
  'media_movil=moving_average caida_maxima=max_drawdown de_que_depende=what_depends_on ' +
  // Further phrases of all three languages.
  'quatre_vingt_dix=ninety quatre_vingts=eighty quatre_vingt=eighty soixante_dix=seventy vue_ensemble=overview ' +
  'dans_lensemble=overall de_quoi_parle=what_is_trending_in de_que_habla=what_is_trending_in ' +
  'wovon_spricht=what_is_trending_in am_meisten=most am_starksten=most am_besten=best en_ce_moment=now ' +
  'a_lheure_actuelle=now dans_le_monde=world en_el_mundo=world auf_der_welt=world aux_alentours=around ' +
  'a_proximite=near au_large=off frente_a=off a_bord=on en_mer=sea qui_est_entre=who_entered est_entre=entered ' +
  'sont_entres=entered est_sorti=left sont_sortis=left ha_entrado=entered han_entrado=entered ha_salido=left ' +
  'han_salido=left ha_subido=risen ha_bajado=fallen ha_caido=fallen a_baisse=fallen a_monte=risen a_chute=fallen ' +
  'a_grimpe=risen passe_au_dessus=rises_above passe_sous=falls_below passe_en_dessous=falls_below ' +
  'descend_sous=falls_below tombe_sous=falls_below baja_de=falls_below baje_de=falls_below cae_de=falls_below ' +
  'caiga_de=falls_below sube_de=rises_above suba_de=rises_above pasa_de=rises_above pase_de=rises_above ' +
  'fallt_unter=falls_below steigt_uber=rises_above hangt_von=depends_on abhangig_von=dependent_on ' +
  'wie_weit=how_far wie_hoch=how_high wie_gross=how_big wie_nah=how_close wie_alt=how_old wie_geht=how_is ' +
  'wie_lauft=how_is was_ist_los=what_happened was_war=what_happened was_gibt_es=what_is_there ' +
  'que_se_passe=what_happens quoi_de_neuf=whats_new que_hay=what_is_there a_que_hora=when a_quelle_heure=when ' +
  'um_wie_viel_uhr=when a_que_precio=what_price a_quel_prix=what_price zu_welchem_preis=what_price ' +
  'en_tout=total en_total=total im_ganzen=total plus_ou_moins=about mas_o_menos=about ' +
  'rund_um=around nahe_bei=near in_der_nahe=near im_umkreis=within liste_noire=blacklist lista_negra=blacklist ' +
  'schwarze_liste=blacklist schwarzen_liste=blacklist terres_rares=rare_earths tierras_raras=rare_earths ' +
  'seltene_erden=rare_earths seltenen_erden=rare_earths le_havre=le_havre du_havre=le_havre au_havre=le_havre ' +
  'ad_hoc=now ab_sofort=now bis_heute=until_today noch_nicht=not_yet pas_encore=not_yet todavia_no=not_yet ' +
  'ha_hecho=done a_fait=done hat_gemacht=made ai_gagne=made ai_perdu=lost he_ganado=made he_perdido=lost ' +
  'ai_je=have_i ruckgang_um=falls_by anstieg_um=rises_by vor_der=before vor_dem=before am_boden=on_the_ground ' +
  'a_combien=how_much por_ciento=% nivel_de=level niveau_de=level ' +
  'sag_mir_bescheid=notify_me gib_mir_bescheid=notify_me gib_bescheid=notify_me sagen_sie_bescheid=notify_me lass_mich_wissen=let_me_know faites_moi_savoir=let_me_know fais_moi_savoir=let_me_know hazme_saber=let_me_know dejame_saber=let_me_know previenez_moi=notify_me prevenez_moi=notify_me alertez_moi=alert_me ' +
  'de_la_semaine=this_week de_cette_semaine=this_week de_la_semaine_derniere=last_week de_la_semaine_passee=last_week de_la_journee=today du_jour=today du_mois=this_month de_ce_mois=this_month du_mois_dernier=last_month du_mois_de=in du_mois_passe=last_month ' +
  'de_la_semana=this_week de_esta_semana=this_week de_la_semana_pasada=last_week del_dia=today del_mes=this_month de_este_mes=this_month del_mes_pasado=last_month del_mes_de=in de_la_semana_anterior=last_week der_woche=this_week der_letzten_woche=last_week des_tages=today des_monats=this_month des_letzten_monats=last_month ' +
  'mayor_de=above mayores_de=above mayor_que=above mayores_que=above superior_a=above superiores_a=above superieur_a=above superieurs_a=above superieure_a=above superieures_a=above inferior_a=below inferiores_a=below inferieur_a=below inferieurs_a=below menor_de=below menores_de=below menor_que=below menores_que=below menos_de=less_than moins_de=less_than plus_de=more_than mas_de=more_than au_moins=at_least al_menos=at_least por_lo_menos=at_least como_minimo=at_least au_plus=at_most au_maximum=at_most como_maximo=at_most ' +
  'weniger_als=less_than mehr_als=more_than starker_als=stronger_than schwacher_als=weaker_than schneller_als=faster_than langsamer_als=slower_than hoher_als=higher_than niedriger_als=lower_than tiefer_als=deeper_than grosser_als=greater_than kleiner_als=less_than besser_als=better_than lauft_ein=enters lauft_aus=leaves fahrt_ein=enters fahrt_aus=leaves ausser_tankern=except_tankers ' +
  'a_part=except a_exception_des=except a_exception_de=except menos_los=except excepto_los=except';

/** Phrases by their first word, longest first. */
export const foreignPhrases: ReadonlyMap<
  string,
  ReadonlyArray<{ words: readonly string[]; english: readonly string[] }>
> = byFirstWord();

function byFirstWord(): Map<string, Array<{ words: readonly string[]; english: readonly string[] }>> {
  const found = new Map<string, Array<{ words: readonly string[]; english: readonly string[] }>>();
  for (const pair of PHRASES.split(' ')) {
    const [foreign = '', english = ''] = pair.split('=');
    const words = foreign.split('_');
    const first = words[0] as string;
    found.set(first, [...(found.get(first) ?? []), { words, english: english.split('_') }]);
  }
  for (const list of found.values()) list.sort((one, other) => other.words.length - one.words.length);
  return found;
}
