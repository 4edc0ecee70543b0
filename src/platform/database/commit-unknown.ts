/** The connection broke during COMMIT: the work may or may not be in the database. Never run it again blindly. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('the outcome of a COMMIT is unknown', { cause });
    this.name = 'CommitUnknownError';
  }
}
