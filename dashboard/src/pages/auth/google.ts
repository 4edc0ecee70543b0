import { randomHex } from '../../api/random';

const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth';
const STORED = 'sandi.google';
const RANDOM_BYTES = 16;

interface Attempt {
  state: string;
  nonce: string;
  next: string;
  invitation?: string | undefined;
}

/** URL of Google's login page. A plain link, so no foreign script runs here. */
export function googleAddress(clientId: string, next: string, invitation?: string): string {
  const [state, nonce] = [randomHex(RANDOM_BYTES), randomHex(RANDOM_BYTES)];
  const attempt: Attempt = { state, nonce, next, invitation };
  sessionStorage.setItem(STORED, JSON.stringify(attempt));
  return `${AUTHORIZE}?${new URLSearchParams({
    response_type: 'id_token',
    scope: 'openid email profile',
    client_id: clientId,
    redirect_uri: `${window.location.origin}/login/google`,
    state: attempt.state,
    nonce: attempt.nonce,
  })}`;
}

interface GoogleAnswer {
  body: { id_token: string; google_id: string; email: string; name: string; invitation?: string };
  next: string;
}

/**
 * Parses Google's response into an API request; null if it does not match the attempt of this browser. The
 * service verifies the token; this checks only state and nonce. An attempt can be used once.
 */
export function readGoogleAnswer(fragment: string): GoogleAnswer | null {
  const attempt = takeAttempt();
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  const idToken = answer.get('id_token');
  if (attempt === null || idToken === null || answer.get('state') !== attempt.state) return null;
  const claims = claimsOf(idToken);
  if (claims?.nonce !== attempt.nonce) return null;
  const { sub = '', email = '', name = email } = claims;
  const { next, invitation } = attempt;
  const body = { id_token: idToken, google_id: sub, email, name };
  return { body: invitation === undefined ? body : { ...body, invitation }, next };
}

function takeAttempt(): Attempt | null {
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return stored === null ? null : (JSON.parse(stored) as Attempt);
}

interface Claims {
  nonce?: string;
  sub?: string;
  email?: string;
  name?: string;
}

function claimsOf(idToken: string): Claims | null {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}
