/**
 * Steps of migrations that take away what an earlier release used, each with the last release that did: the release before
 * this tree must be a later one, so that both can run at the same time (docs/production.md#rolling-upgrades). The words are
 * those of `lostBetween`. Steps of earlier releases may go from this list.
 */
export const CONTRACTS: Readonly<Record<string, string>> = {};
