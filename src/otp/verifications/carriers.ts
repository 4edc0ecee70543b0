import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Message } from '../message.entities.js';
import { type CarriedCode, codesOf } from './fallback.rules.js';
import { type Verification, VerificationFallback } from './verification.entities.js';

type Carried = CarriedCode & Pick<Verification, 'reference' | 'fallbackSeconds'>;

/** The codes that count, newest first. */
export async function readCodes(manager: EntityManager, verification: Carried): Promise<CarriedCode[]> {
  return codesOf(verification, await stepsOf(manager, [verification]));
}

/** The messages that carry the codes that count, oldest first, by `verification_id`. */
export async function readCarriers(
  manager: EntityManager,
  verifications: readonly Carried[],
): Promise<Map<string, Message[]>> {
  if (verifications.length === 0) return new Map();
  const steps = await stepsOf(manager, verifications);
  const ids = new Map(
    verifications.map((one) => [one.reference, codesOf(one, steps).map(({ messageId }) => messageId)]),
  );
  const messages = await manager.find(Message, {
    where: { id: In([...ids.values()].flat()) },
    order: { id: 'ASC' },
  });
  return new Map(
    [...ids].map(([reference, own]) => [reference, messages.filter(({ id }) => own.includes(id))]),
  );
}

/** Verifications that ask for no fallback cost no query. */
async function stepsOf(
  manager: EntityManager,
  verifications: readonly Carried[],
): Promise<VerificationFallback[]> {
  const references = verifications.flatMap(({ reference, fallbackSeconds }) =>
    fallbackSeconds === null ? [] : reference,
  );
  if (references.length === 0) return [];
  return manager.findBy(VerificationFallback, { verification: In(references), messageId: Not(IsNull()) });
}
