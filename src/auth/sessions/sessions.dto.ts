import { ApiProperty } from '@nestjs/swagger';

export class SessionView {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'Chrome, Windows',
    description: 'Browser dan sistem, atau nama program; null: tidak dikenal',
  })
  device!: string | null;
  @ApiProperty({ example: '203.0.113.7', description: 'Alamat pemakaian terakhir' }) address!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00', description: 'Dicatat paling sering tiap lima menit' })
  last_used_at!: string;
  @ApiProperty({ example: '2026-02-01 01:45:00' }) expires_at!: string;
  @ApiProperty({ description: 'Sesi yang mengirim permintaan ini' }) current!: boolean;
}
