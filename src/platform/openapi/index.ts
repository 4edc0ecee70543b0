export {
  Answers,
  AnswersBare,
  AnswersFile,
  AnswersText,
  Describes,
  Fails,
  FailsAs,
  type FailureForm,
} from './decorators.js';
export { serveDocs } from './docs.js';
export type { Audience, DocumentOptions } from './document.js';
export type { FailureDetails } from './failures.js';
export type { WebhookTexts } from './webhooks.js';
