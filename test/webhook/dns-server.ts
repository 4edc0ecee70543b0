import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;
const ANSWER_FLAGS = 0x8180;

/** What the server says to a query: addresses of the type asked for; none: the name has no such record. */
export type Zone = (name: string, type: 'A' | 'AAAA') => string[];

/** A name server on loopback that answers as `zone` says, anew at each query and with nothing to cache. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    queries.push(`${TYPES[type]} ${name}`);
    const known = TYPES[type];
    socket.send(answer(query.subarray(0, end), type, known ? zone(name, known) : []), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, queries, close: () => void socket.close() };
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, addresses: string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(ANSWER_FLAGS, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, HEADER_BYTES);
  return Buffer.concat([head, ...addresses.map((address) => record(type, address))]);
}

/** The name by reference to the question, class IN, no time to live. */
function record(type: number, address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
