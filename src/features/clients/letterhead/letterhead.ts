export const logoTypes = ['image/svg+xml', 'image/png'] as const;
export type LogoType = (typeof logoTypes)[number];

export interface Logo {
  mediaType: LogoType;
  /** The cleaned image. */
  bytes: Uint8Array;
}

/** The name, address and logo of the adviser, at the head of reports on clients. */
export interface Letterhead {
  /** Id of the account. */
  id: string;
  name: string | null;
  /** Lines of the address. */
  address: string[];
  logo: Logo | null;
  /** Increases by one with every change; 1 before the first one. */
  version: number;
}
