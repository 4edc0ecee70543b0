interface Counted {
  rows: number;
  endsAt: Date | undefined;
}

/** Counts of rows that only the old key finds. */
export interface Remaining {
  messages: number;
  /** When the newest of them is purged; `undefined`: never. */
  messagesUntil: Date | undefined;
  expiring: readonly (readonly [string, Counted])[];
  permanent: readonly (readonly [string, Counted])[];
  loginAddresses: number;
  /** Usernames of owners with recovery codes. */
  owners: readonly string[];
  /** Names of devices whose gateway still has a callback address that was made with the old key. */
  devices: readonly string[];
}

const lines = (all: readonly (string | undefined)[]) => all.filter((line) => line !== undefined).join('\n');
const when = (at: Date | undefined) => (at ? `until ${at.toISOString().slice(0, 16)}Z` : 'for ever');

export function sealedText(
  counts: ReadonlyMap<string, number>,
  unreadable: ReadonlyMap<string, number>,
): string {
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const each = [...counts].map(([name, rows]) => `${name} ${rows}`).join(', ');
  const lost = [...unreadable].map(([name, rows]) => `${name} ${rows}`).join(', ');
  return lines([
    total > 0 ? `Sealed with the new key: ${total} (${each}).` : 'All secrets are sealed with the new key.',
    lost ? `Neither key opens, and nothing ever will: ${lost}. Enter them again.` : undefined,
  ]);
}

export function remainingText(left: Remaining): string {
  const counted = ([name, { rows, endsAt }]: readonly [string, Counted]) =>
    `  ${name}: ${rows}${endsAt ? `, ${when(endsAt)}` : ''}`;
  return lines([
    left.messages > 0
      ? `Only the old key finds these by their phone, and no index can be made again, since phones are not stored:\n  messages: ${left.messages}, ${when(left.messagesUntil)}`
      : undefined,
    left.expiring.length > 0
      ? `These end by themselves:\n${left.expiring.map(counted).join('\n')}`
      : undefined,
    left.permanent.length > 0
      ? `These stand under the old key alone. Enter them again, or they end with it:\n${left.permanent.map(counted).join('\n')}`
      : undefined,
    left.loginAddresses > 0
      ? `Addresses of logins under the old key: ${left.loginAddresses}. The next login from each counts as a new one.`
      : undefined,
    left.owners.length > 0
      ? `Owners who need new recovery codes before the old key goes: ${left.owners.join(', ')}.`
      : undefined,
    left.devices.length > 0
      ? `Devices whose callback address must be set again at their gateway before the old key goes, without those that have called back there: ${left.devices.join(', ')}.`
      : undefined,
  ]);
}

/** The flags that the operator must pass to drop the old key; none if nothing is lost with it. */
export function requiredFlags({ messages, expiring, permanent }: Remaining): string[] {
  return [
    ...(messages > 0 || expiring.length > 0 ? ['--forget-indexes'] : []),
    ...(permanent.length > 0 ? ['--forget-lists'] : []),
  ];
}

export function nextStepText(left: Remaining): string {
  const needed = requiredFlags(left);
  if (needed.length === 0) {
    const when = left.owners.length + left.devices.length > 0 ? 'After that, the' : 'The';
    return `${when} old key can go: \`npm run rekey -- --drop-old-key\`.`;
  }
  return `The old key is still needed. Wait and run this again, or give up what is above: \`npm run rekey -- --drop-old-key ${needed.join(' ')}\`.`;
}
