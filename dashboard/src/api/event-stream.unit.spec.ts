import { expect, it } from 'vitest';
import { StreamReader } from './event-stream.rules';

it('gives out events and comments once they are whole, however the stream is cut', () => {
  const text = ': ok\n\nid: 7\nevent: request\ndata: {"a":"b: c"}\n\nid: 8\ndata: x\ndata: y\n\n';
  for (let at = 1; at < text.length; at++) {
    const reader = new StreamReader();
    expect([...reader.take(text.slice(0, at)), ...reader.take(text.slice(at))]).toEqual([
      { id: null, data: null },
      { id: '7', data: '{"a":"b: c"}' },
      { id: '8', data: 'x\ny' },
    ]);
  }
  expect(new StreamReader().take('id: 9\ndata: not yet')).toEqual([]);
});
