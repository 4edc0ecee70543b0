const SIDE_MAX = 4096;
/** A browser takes four bytes of memory for each. */
const PIXELS_MAX = 4_194_304;

/** Whether a picture can be shown without harm. */
export const isSane = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX;
