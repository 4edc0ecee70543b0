import { fileVariable } from './secret-files.js';
import { variables } from './variable.js';

/**
 * First words that other programs use too. A name with one is a mistake only if one slip separates it from one of our
 * names, or if it begins one.
 */
const SHARED_WORDS = new Set(
  [
    ['NODE', 'PUBLIC', 'LOG', 'DATA', 'WEB', 'DATABASE', 'REDIS', 'GOOGLE', 'SMTP', 'MAIL', 'TEST'],
    ['AUTH', 'TOKEN', 'PASSWORD', 'REQUEST', 'LOGIN', 'SECURITY'],
  ].flat(),
);
const NAME = /^[A-Z][A-Z0-9_]*$/;
/** Variables that Kubernetes and Docker set for other services: GATEWAY_PORT=tcp://10.0.0.7:80. */
const LINK = /^(tcp|udp|sctp):\/\//;
const LINK_PARTS = /^(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\w+)?|NAME|ENV_\w+)$/;

/** Problems for unknown variables that look like ours, each with the name that was probably meant. */
export function misspelledVariables(env: NodeJS.ProcessEnv): string[] {
  const names = variables().map(({ name }) => name);
  const secrets = variables().filter(({ secret }) => secret);
  const known = new Set([...names, ...secrets.map(({ name }) => fileVariable(name))]);
  const others = new Set((env['IGNORE_VARIABLES'] ?? '').split(',').map((name) => name.trim()));
  const links = Object.keys(env).filter((name) => name.endsWith('_PORT') && LINK.test(env[name] ?? ''));
  const services = links.map((name) => name.slice(0, -'PORT'.length));
  const isLink = (name: string) =>
    services.some((service) => name.startsWith(service) && LINK_PARTS.test(name.slice(service.length)));
  return Object.keys(env)
    .filter((name) => env[name] && NAME.test(name) && !known.has(name) && !others.has(name) && !isLink(name))
    .flatMap((name) => mistakeIn(name, [...known]));
}

function mistakeIn(name: string, known: string[]): string[] {
  const meant = known.filter((other) => isOneSlip(name, other));
  if (meant.length === 0) meant.push(...meantByPart(name, known));
  if (meant.length > 0)
    return [
      `${name} is not a variable of Sandi: did you mean ${meant.join(' or ')}? (If another program reads it, add it to IGNORE_VARIABLES.)`,
    ];
  const stem = known.find((other) => fileVariable(other) === name);
  return stem ? [`${name} is not a variable of Sandi, which reads only secrets from files: set ${stem}`] : [];
}

/**
 * The names that begin with `name`, such as SEND_RATE_PER_MINUTE for `SEND_RATE`. Without one, if only we use its first
 * word: the names with the longest common beginning.
 */
function meantByPart(name: string, known: string[]): string[] {
  const words = name.split('_');
  if (words.length < 2 || known.some((other) => fileVariable(other) === name)) return [];
  const completed = known.filter((other) => other.startsWith(`${name}_`));
  const [first = ''] = words;
  if (completed.length > 0 || SHARED_WORDS.has(first)) return completed;
  const related = known.filter((other) => other.startsWith(`${first}_`));
  const sharedWith = (other: string) => commonStart(name, other);
  const most = Math.max(0, ...related.map(sharedWith));
  return related.filter((other) => sharedWith(other) === most).slice(0, 3);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Whether the names differ by one letter added, missing or replaced, or by two neighbouring letters swapped. */
function isOneSlip(one: string, other: string): boolean {
  const start = commonStart(one, other);
  const [left, right] = [one.slice(start), other.slice(start)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  );
}
