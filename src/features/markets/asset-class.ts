export const assetClasses = ['equity', 'etf', 'index', 'fx', 'crypto', 'commodity'] as const;
export type AssetClass = (typeof assetClasses)[number];
