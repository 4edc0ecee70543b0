/** A server does not do its work, or what it answered and what is written down do not agree: its figures mean nothing. */
export class UntrustedError extends Error {
  override readonly name = 'UntrustedError';
}
