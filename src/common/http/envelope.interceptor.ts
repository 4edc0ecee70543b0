import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';

const MESSAGE = 'envelope:message';
const BARE = 'envelope:bare';

/** The `message` of a handler's success envelope. */
export const AnswerMessage = (message: string) => SetMetadata(MESSAGE, message);

/** For the few answers whose form others prescribe (Prometheus text, an empty answer). */
export const BareAnswer = () => SetMetadata(BARE, true);

/** What a handler returned, in its success envelope: `{success: true, message?, data?}`. */
export function envelopeOf(reflector: Reflector, context: ExecutionContext, data: unknown): object {
  const message = reflector.get<string | undefined>(MESSAGE, context.getHandler());
  return {
    success: true,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
}

@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean>(BARE, context.getHandler())) return next.handle();
    return next.handle().pipe(map((data: unknown) => envelopeOf(this.reflector, context, data)));
  }
}
