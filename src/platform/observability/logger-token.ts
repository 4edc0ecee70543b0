/** The process's logger, for whoever has something to say outside a request. */
export const LOGGER = Symbol('logger');
