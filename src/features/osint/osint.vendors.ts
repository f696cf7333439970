import type { Vendors } from '../../upstream/vendor.js';

/** The vendors of sanctions lists and of vulnerabilities. */
export const osintVendors = {
  ofac: {
    title: 'OFAC',
    feed: 'sanctions.ofac',
    delivers: ['sanctions'],
    baseUrl: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports',
    terms: 'Public data of the United States government; no key.',
  },
  opensanctions: {
    title: 'OpenSanctions',
    feed: 'sanctions.opensanctions',
    delivers: ['sanctions'],
    baseUrl: 'https://data.opensanctions.org/datasets/latest',
    terms: 'CC BY-NC 4.0: name OpenSanctions; commercial use needs a license.',
  },
  kev: {
    title: 'CISA KEV',
    feed: 'vulnerabilities.kev',
    delivers: ['vulnerabilities'],
    baseUrl: 'https://www.cisa.gov/sites/default/files/feeds',
    terms: 'Public data (CC0); no key.',
  },
  nvd: {
    title: 'NVD',
    feed: 'vulnerabilities.nvd',
    delivers: ['vulnerabilities'],
    baseUrl: 'https://services.nvd.nist.gov/rest/json',
    terms: 'Public data; 5 calls in 30 seconds without a key, 50 with one. Name the NVD as the source.',
  },
} as const satisfies Vendors;
