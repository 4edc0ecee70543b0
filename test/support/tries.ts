/** How often a test throws its dice: a quarter of `whole`, which comes again with every run, and all of it with `TEST_DICE=all`. */
export const tries = (whole: number): number =>
  process.env['TEST_DICE'] === 'all' ? whole : Math.ceil(whole / 4);
