const SIDE_MAX = 4096;
/** Browsers use four bytes per pixel. */
const PIXELS_MAX = 4_194_304;

export const isSane = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX;
