/** An answer that was given before, thrown to be given again byte for byte. */
export class ReplayedAnswer {
  constructor(
    readonly status: number,
    readonly json: string,
  ) {}
}
