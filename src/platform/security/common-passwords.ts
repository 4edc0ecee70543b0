/** The shortest that any setting allows: what is shorter is refused for its length. */
const LENGTH_MIN = 8;

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among those that everybody guesses first, in any case of its letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}

/** Loaded with the first password that somebody chooses: three megabytes, which many processes never need. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter(({ length }) => length >= LENGTH_MIN);
  return new Set(long.map((password) => password.toLowerCase()));
}
