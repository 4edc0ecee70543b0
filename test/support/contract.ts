import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { wholeDocument } from './openapi.js';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Event {
  post: { requestBody: { content: { 'application/json': { schema: object } } } };
}

interface Received {
  status: number;
  mediaType: string;
  /** Parsed where it is JSON. */
  content: unknown;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Event>;
  components: { schemas: Record<string, object> };
}

/** The service's own OpenAPI documents, held against what it answers. */
export class ResponseContract {
  private readonly ajv: Ajv;
  private readonly validators = new Map<string, ValidateFunction>();
  /** The plain ones before those with parameters. */
  private readonly routes: { route: string; pattern: RegExp }[];

  private constructor(private readonly document: Document) {
    this.ajv = new Ajv({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv) => void)(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', components: closed(document.components) });
    this.routes = Object.keys(document.paths)
      .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
      .map((route) => ({ route, pattern: new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`) }));
  }

  static async load(url: string): Promise<ResponseContract> {
    return new ResponseContract((await wholeDocument(url)) as unknown as Document);
  }

  /** Throws when an answer of a documented route is not what the document says. Unknown routes are not its business. */
  check(method: string, path: string, { status, mediaType, content }: Received): void {
    const route = this.routeOf(path);
    const operation = route === undefined ? undefined : this.document.paths[route]?.[method.toLowerCase()];
    if (!operation) return;
    const place = `${method} ${route} ${status} ${mediaType}`;
    const schema = operation.responses[status]?.content?.[mediaType]?.schema;
    if (!schema) throw new Error(`${place} is not documented: ${JSON.stringify(content)}`);
    this.validate(place, schema, content);
    const zoneless = zonelessMoments(content);
    if (zoneless.length > 0) throw new Error(`${place} has moments without a zone: ${zoneless.join(', ')}`);
  }

  /** Throws when a webhook's request is not what the document says of its event. */
  checkEvent(body: string): void {
    const event = JSON.parse(body) as { type: string };
    const schema = this.document.webhooks[event.type]?.post.requestBody.content['application/json'].schema;
    if (!schema) throw new Error(`${event.type} is not documented`);
    this.validate(event.type, schema, event);
  }

  private validate(place: string, schema: object, content: unknown): void {
    const validate = this.validators.get(place) ?? this.ajv.compile(rooted(closed(schema)));
    this.validators.set(place, validate);
    if (validate(content)) return;
    const errors = this.ajv.errorsText(validate.errors);
    throw new Error(`${place} is not as documented: ${errors}\n${JSON.stringify(content)}`);
  }

  private routeOf(path: string): string | undefined {
    const plain = path.split('?', 1)[0] ?? '';
    return this.routes.find(({ pattern }) => pattern.test(plain))?.route;
  }
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const SECOND_MS = 1000;
/** Points of an hourly chart are named after the hour that clocks show. */
const HOURS_OF_CHART = 'series';

/** Members in local time without the same moment in UTC beside them, as paths. */
function zonelessMoments(content: unknown, path = ''): string[] {
  if (typeof content !== 'object' || content === null) return [];
  const members = content as Record<string, unknown>;
  return Object.entries(members).flatMap(([name, value]) => {
    if (name === HOURS_OF_CHART) return [];
    const place = `${path}/${name}`;
    if (typeof value !== 'string') return zonelessMoments(value, place);
    return !LOCAL_TIME.test(value) || isSameMoment(value, members[`${name}_utc`]) ? [] : [place];
  });
}

/** Zones are whole quarters of an hour from UTC, at most 14 hours. */
function isSameMoment(local: string, utc: unknown): boolean {
  if (typeof utc !== 'string' || !utc.endsWith('Z')) return false;
  const seconds = (text: string) => Math.floor(Date.parse(text) / SECOND_MS);
  const offset = seconds(`${local.replace(' ', 'T')}Z`) - seconds(utc);
  return offset % 900 === 0 && Math.abs(offset) <= 14 * 3600;
}

/** References as Ajv finds them under the `openapi` id. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object;
}

/** Objects hold what is documented and nothing else, except in compositions, whose parts see each other's members. */
function closed<T>(schema: T, inComposition = false): T {
  if (Array.isArray(schema)) return schema.map((part) => closed<unknown>(part, inComposition)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    closed<unknown>(value, key === 'allOf'),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  const isObject =
    [copy['type']].flat().includes('object') && 'properties' in copy && !('additionalProperties' in copy);
  // `Failure` is always part of a composition; whatever it allows is listed there.
  if (isObject && !inComposition && !('code' in (copy['properties'] as object)))
    copy['additionalProperties'] = false;
  return copy as T;
}
