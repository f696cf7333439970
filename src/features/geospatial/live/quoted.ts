/** A text as JSON. */
export const quoted = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));
