export { TimeCounters } from './time-counters.js';
