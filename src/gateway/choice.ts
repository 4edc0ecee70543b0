/** How a device stands with the pool; only the first two are picked. */
export type Standing = 'available' | 'demoted' | 'cooling' | 'disconnected';

export interface Candidate {
  standing: Standing;
  /** A count that grows with every pick; 0: never. */
  lastUsed: number;
}

/** The device of the next send: the least recently used one of those available, else of those demoted. */
export function choose<T extends Candidate>(candidates: readonly T[]): T | undefined {
  return leastRecentlyUsed(candidates, 'available') ?? leastRecentlyUsed(candidates, 'demoted');
}

function leastRecentlyUsed<T extends Candidate>(candidates: readonly T[], standing: Standing): T | undefined {
  return candidates
    .filter((candidate) => candidate.standing === standing)
    .reduce<T | undefined>(
      (best, candidate) => (best && best.lastUsed <= candidate.lastUsed ? best : candidate),
      undefined,
    );
}
