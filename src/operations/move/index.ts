export { moveBack, moveDatabase } from './move-database.js';
