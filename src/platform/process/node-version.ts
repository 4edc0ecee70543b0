import { ENGINES } from './project.js';

export function nodeProblems(version = process.versions.node): string[] {
  if (isSupported(version, ENGINES)) return [];
  return [
    `Node.js ${version} is not supported. Install a version that matches "${ENGINES}", for example the newest 24, ` +
      'and run `npm ci` again with it.',
  ];
}

/** Supports the two forms in `engines`: `^20.19.0` (that major version) and `>=24.11.0`. */
export function isSupported(version: string, range: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  return range.split('||').some((part) => {
    const [least = 0, leastMinor = 0] = numbersOf(part);
    if (major === least) return minor >= leastMinor;
    return part.includes('>=') && major > least;
  });
}

function numbersOf(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
