export { Answers, Fails } from './answer.js';
export { buildDocument } from './document.js';
