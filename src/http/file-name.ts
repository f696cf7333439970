const MAX_FILE_NAME_LENGTH = 100;

/**
 * Returns the header that makes a browser save the response under this name; characters that a file name cannot contain
 * become `-`.
 */
export function fileHeaders(name: string): { 'Content-Disposition': string } {
  return {
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-').slice(-MAX_FILE_NAME_LENGTH)}"`,
  };
}

/**
 * Returns the file name for a path: `geospatial-vessels-219024336-track` for
 * `/api/v1/geospatial/vessels/219024336/track`.
 */
export const fileNameOf = (path: string): string =>
  path.replace(/^\/api\/v\d+\//, '').replace(/%[0-9A-Fa-f]{2}|\//g, '-');
