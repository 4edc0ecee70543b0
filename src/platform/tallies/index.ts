export { Tallies } from './tallies.js';
