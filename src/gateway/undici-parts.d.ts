// The parts of undici that calls to gateways take: the whole of it brings fetch, caches and mocks, four megabytes of memory.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
