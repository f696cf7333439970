import type { Tag } from '../../api/tags.js';

export const authTag: Tag = {
  name: 'Auth',
  description:
    'Registration and sign-in by password, OpenID Connect providers or passkeys; second factor, sessions, personal ' +
    'keys and tickets.',
};
