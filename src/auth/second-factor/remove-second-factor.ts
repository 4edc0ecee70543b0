import { type EntityManager, IsNull, Not } from 'typeorm';
import { RecoveryCode, SecondFactor } from '../auth.entities.js';

export const CONFIRMED = { confirmedAt: Not(IsNull()) };

/** Removes the second factor and its recovery codes. Returns whether there was one. */
export async function removeSecondFactor(tx: EntityManager, userId: number): Promise<boolean> {
  const wasOn = await tx.existsBy(SecondFactor, { userId, ...CONFIRMED });
  await tx.delete(SecondFactor, { userId });
  await tx.delete(RecoveryCode, { userId });
  return wasOn;
}
