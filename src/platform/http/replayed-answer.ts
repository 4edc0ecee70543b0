/** An answer that was given before, thrown to be given again byte for byte. */
export class ReplayedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly json: string,
  ) {
    super('replayed');
    this.name = 'ReplayedAnswer';
  }
}
