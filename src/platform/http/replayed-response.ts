/** Thrown to send a stored response again, byte for byte. */
export class ReplayedResponse extends Error {
  constructor(
    readonly status: number,
    readonly json: string,
  ) {
    super('replayed');
    this.name = 'ReplayedAnswer';
  }
}
