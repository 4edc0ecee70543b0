import { ApiProperty } from '@nestjs/swagger';

export class LiveView {
  @ApiProperty({ enum: ['live'], description: 'The process answers' }) status!: 'live';
}

export class ReadyView {
  @ApiProperty({
    enum: ['ready', 'not_ready', 'stopping'],
    description: '`stopping`: the service shuts down and takes no new requests',
  })
  status!: 'ready' | 'not_ready' | 'stopping';
  @ApiProperty({
    enum: ['up', 'down'],
    description: 'down: it cannot be reached, or takes no writes (a full disk, a server that only reads)',
  })
  database!: 'up' | 'down';
  @ApiProperty({
    enum: ['up', 'down', 'unused'],
    description:
      'down: it does not answer, or does not count; limits are kept per instance, and the service is ready all the same',
  })
  redis!: 'up' | 'down' | 'unused';
  @ApiProperty({
    enum: ['available', 'none', 'unknown'],
    description: 'none: sends are answered no_device; the service is ready all the same',
  })
  devices!: 'available' | 'none' | 'unknown';
}
