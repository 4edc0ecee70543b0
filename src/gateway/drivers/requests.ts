import type { GatewayRequest } from '../gateway-http.js';

/** Requests in the forms that gateways take. */

type Headers = Record<string, string>;

export const getRequest = (url: string, headers: Headers): GatewayRequest => ({
  method: 'GET',
  url,
  headers,
});

export const jsonRequest = (url: string, headers: Headers, body: object): GatewayRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const formRequest = (
  url: string,
  headers: Headers,
  fields: Record<string, string>,
): GatewayRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
});
