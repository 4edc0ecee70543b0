// A worker of an edge runtime, which has no stdin: a request is a POST.
import { answerTo } from './operations.mjs';

export default { fetch: async (request) => new Response(await answerTo(await request.text())) };
