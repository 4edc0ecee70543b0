import { ApiProperty } from '@nestjs/swagger';

export class LiveView {
  @ApiProperty({ enum: ['live'] }) status!: 'live';
}

export class ReadyView {
  @ApiProperty({ enum: ['ready', 'not_ready', 'stopping'] }) status!: 'ready' | 'not_ready' | 'stopping';
  @ApiProperty({ enum: ['up', 'down'] }) database!: 'up' | 'down';
  @ApiProperty({
    enum: ['up', 'down', 'unused'],
    description: 'down: limits are counted per instance; the service is ready all the same',
  })
  redis!: 'up' | 'down' | 'unused';
  @ApiProperty({
    enum: ['available', 'none', 'unknown'],
    description: 'none: sends are answered no_device; the service is ready all the same',
  })
  devices!: 'available' | 'none' | 'unknown';
}
