export { Answers, AnswersText, Fails, FailsAs, type FailureForm } from './answer.js';
export { buildDocument } from './document.js';
