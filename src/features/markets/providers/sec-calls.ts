import type { UpstreamAnswer } from '../../../upstream/upstreams.js';
import type { VendorSettings } from '../../../upstream/vendor.js';
import type { companyVendors } from '../markets.vendors.js';

/** The settings for calls to EDGAR. */
export interface SecSettings {
  /** The name and e-mail address of the operator. */
  userAgent: string;
  vendors: Readonly<Record<keyof typeof companyVendors, VendorSettings>>;
}

/** EDGAR answers 403 to callers that exceed its limit, or that it does not recognize. */
export const refusal = ({ status }: UpstreamAnswer) => (status === 403 ? 'rate_limited' : undefined);
