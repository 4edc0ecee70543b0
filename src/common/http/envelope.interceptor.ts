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

/** For the few answers whose form others prescribe (Prometheus text). */
export const BareAnswer = () => SetMetadata(BARE, true);

/** Wraps what a handler returns: `{success: true, message?, data}`; without a value, no `data`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean>(BARE, context.getHandler())) return next.handle();
    const message = this.reflector.get<string | undefined>(MESSAGE, context.getHandler());
    return next.handle().pipe(
      map((data: unknown) => ({
        success: true,
        ...(message === undefined ? {} : { message }),
        ...(data === undefined ? {} : { data }),
      })),
    );
  }
}
