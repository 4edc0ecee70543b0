/** The parts of a text between commas, without blanks and empty ones. */
export const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
