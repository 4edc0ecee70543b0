interface LoginSearch {
  /** Where to go after the login, or the registration. */
  next?: string | undefined;
}

interface ResetSearch {
  token?: string | undefined;
}

/** Only an address of ours: `//host` and `/\host` would lead elsewhere. */
const OWN_ADDRESS = /^\/(?![/\\])/;

// The router lays what these return over the raw search: a key that is left out would come through unchecked.

export function readLoginSearch({ next }: Record<string, unknown>): LoginSearch {
  return { next: typeof next === 'string' && OWN_ADDRESS.test(next) ? next : undefined };
}

export function readResetSearch({ token }: Record<string, unknown>): ResetSearch {
  // The router reads a token of digits alone as a number.
  return { token: typeof token === 'string' || typeof token === 'number' ? String(token) : undefined };
}
