import { Global, Module } from '@nestjs/common';
import { SentMessages } from '../gateway/index.js';
import { SentMessageReader } from './sent-message-reader.js';

/** Global, since the room of devices asks, and may not know this one. */
@Global()
@Module({ providers: [{ provide: SentMessages, useClass: SentMessageReader }], exports: [SentMessages] })
export class SentMessagesModule {}
