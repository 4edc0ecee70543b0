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
      'Log lines that could not be written: the disk is full, the pipe broken, or its reader too slow',
      droppedLogLines,
    );
    this.databaseUp = metrics.gauge(
      'sandi_database_up',
      '1 while the database takes writes, 0 while it does not',
    );
    this.redisUp = metrics.gauge(
      'sandi_redis_up',
      '1 while Redis counts, or none is configured; 0 while it does not',
    );
  }
}
