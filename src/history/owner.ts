import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import type { Owner } from './message-reader.js';

/** An API key reads the messages of its own mode. */
export const ownerOf = ({ userId, mode }: ApiKeyPrincipal): Owner => ({ userId, livemode: mode === 'live' });
