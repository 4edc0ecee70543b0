import { ApiProperty } from '@nestjs/swagger';

export class LiveView {
  @ApiProperty({ enum: ['live'] }) status!: 'live';
}

export class ReadyView {
  @ApiProperty({ enum: ['ready', 'not_ready', 'stopping'] }) status!: 'ready' | 'not_ready' | 'stopping';
  @ApiProperty({ enum: ['up', 'down'] }) database!: 'up' | 'down';
  @ApiProperty({
    enum: ['up', 'down', 'unused'],
    description: 'down: batas dihitung per instance; layanan tetap siap',
  })
  redis!: 'up' | 'down' | 'unused';
  @ApiProperty({
    enum: ['available', 'none', 'unknown'],
    description: 'none: kirim dijawab no_device; layanan tetap siap',
  })
  devices!: 'available' | 'none' | 'unknown';
}
