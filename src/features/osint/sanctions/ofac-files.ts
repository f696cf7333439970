/** Names of the files of a list of OFAC: the main file, then the files with additional rows for its records. */
export type OfacFileNames = readonly [main: string, aliases: string, addresses: string, comments: string];

/** The list of Specially Designated Nationals, whose property is blocked. */
export const SDN_FILES: OfacFileNames = ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'];
/**
 * The consolidated list of all other sanctions: sectoral sanctions, Chinese military companies, menu-based sanctions
 * and more.
 */
export const CONSOLIDATED_FILES: OfacFileNames = ['CONS_PRIM.CSV', 'CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV'];
