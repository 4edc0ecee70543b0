import type { FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.js';
import { AppError } from '../errors/index.js';
import { joinedTexts } from '../text/language.js';
import { unknownMembers } from './request-notes.js';

/** The routes for integrators. Bodies of hooks and callbacks are defined by other software. */
const PREFIX = '/api/otp/';
const NAMES_MAX = 10;
const NAME_MAX = 40;

type Request = FastifyRequest & { user?: Principal };

/** Finds undeclared fields, usually misspelt: rejected for a test key; for a live key, a header names them. */
export function checkUnknownMembers(
  request: Request,
  plain: Record<string, unknown>,
  declared: ReadonlySet<string>,
): void {
  const { user, routeOptions } = request;
  if (user?.kind !== 'api_key' || routeOptions.url?.startsWith(PREFIX) !== true) return;
  const unknown = Object.keys(plain)
    .filter((name) => !declared.has(name))
    .slice(0, NAMES_MAX);
  if (unknown.length === 0) return;
  if (user.mode === 'live') return void unknownMembers.set(request, unknown.map(safeName));
  const names = unknown.map(safeName);
  const known = [...declared].join(', ');
  const sentences = unknown.map((name, at) => {
    const nearest = nearestOf(name, declared);
    return {
      id: `${names[at]} tidak dikenal${nearest ? `: maksud Anda ${nearest}?` : `. Yang dikenal: ${known}.`}`,
      en: `${names[at]} is not known${nearest ? `: did you mean ${nearest}?` : `. The known fields are ${known}.`}`,
    };
  });
  throw new AppError('parameter_unknown', { body: { fields: names }, detail: joinedTexts(sentences) });
}

/** A name for headers and lists: at most 40 letters, digits, `_`, `.` and `-`. */
const safeName = (name: string): string => name.slice(0, NAME_MAX).replace(/[^\w.-]/g, '_');

/** The most similar name: one begins with the other, or few letters differ. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  const written = plainOf(name.slice(0, NAME_MAX));
  const near = [...known].map((other) => {
    const target = plainOf(other);
    const isPart = written.length >= 3 && (target.startsWith(written) || written.startsWith(target));
    return { other, distance: isPart ? 0.5 : editDistance(written, target), target };
  });
  const [best] = near.sort((one, two) => one.distance - two.distance);
  if (!best) return undefined;
  return best.distance <= Math.ceil(best.target.length / 3) ? best.other : undefined;
}

/** `externalId`, `External-Id` and `external_id` are equal. */
const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
