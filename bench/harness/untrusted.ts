/** A server does not work, or its responses do not match its stored rows: its figures would mean nothing. */
export class UntrustedError extends Error {
  override readonly name = 'UntrustedError';
}
