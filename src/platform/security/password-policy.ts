/** The longest password, in Unicode code points. */
export const PASSWORD_MAX = 128;

/** Shorter passwords fail by length. */
const LENGTH_MIN = 8;

let list: Promise<ReadonlySet<string>> | undefined;

/** Case-insensitive. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}

/** Imported on first use: it takes three megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter(({ length }) => length >= LENGTH_MIN);
  return new Set(long.map((password) => password.toLowerCase()));
}
