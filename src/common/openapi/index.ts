export { Answers, Fails, type AnswerOptions } from './answer.js';
export { buildDocument } from './document.js';
