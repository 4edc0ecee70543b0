// Reads a request a line, answers with a line: what the SDK does with it.
import { createInterface } from 'node:readline';
import { answerTo } from './operations.mjs';

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${await answerTo(line)}\n`);
