import { Injectable } from '@nestjs/common';
import { droppedLogLines } from './log-output.js';
import { Metrics } from './metrics.js';

@Injectable()
export class ServiceMetrics {
  readonly clockSkew;
  readonly databaseUp;
  readonly redisUp;

  constructor(metrics: Metrics) {
    this.clockSkew = metrics.gauge(
      'sandi_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's; negative: behind",
    );
    metrics.counted(
      'sandi_log_lines_dropped_total',
      'Log lines dropped because the disk is full, the pipe is broken or its reader is too slow',
      droppedLogLines,
    );
    this.databaseUp = metrics.gauge(
      'sandi_database_up',
      '1 while the database accepts writes of this instance, else 0',
    );
    this.redisUp = metrics.gauge(
      'sandi_redis_up',
      '1 while Redis counts limits or is not configured, else 0',
    );
  }
}
