/** Maximum number of rules of a request, of days, and of feeds without which a rule is evaluated. */
export const MAX_RULES = 20;
export const MAX_DAYS = 7;
export const MAX_FEEDS = 20;
/** Maximum number of alerts, and of wrong alerts, of a rule that a response lists. */
export const MAX_LISTED = 200;
