export { Answers, AnswersText, Fails, FailsAs, type FailureForm } from './answer.js';
export { serveDocs } from './docs.js';
