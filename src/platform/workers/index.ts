export { joinWorkers, workerSeat } from './joining.js';
export { Workers } from './workers.js';
