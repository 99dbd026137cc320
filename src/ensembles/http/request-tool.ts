import { createHash } from 'node:crypto';
import { fillDefaults } from '../../converser/call/arguments/fill-defaults.ts';
import { errors } from '../../converser/ground/errors.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import { visible } from '../../converser/ground/wording/visible-text.ts';
import type { Context, Preview, Returned } from '../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { isNamed } from '../guarded-fetch/address-pattern.ts';
import { addressSubject, isDecided } from '../guarded-fetch/address-subject.ts';
import { askWeb } from '../guarded-fetch/ask-web.ts';
import type { LookUp } from '../guarded-fetch/look-up.ts';
import { reachOf } from '../guarded-fetch/public-address.ts';
import { reviewed } from '../guarded-fetch/reviewed.ts';
import { fixedAddress, shownAddress } from '../guarded-fetch/web-address.ts';
import { piecesOf, Unfit } from './argument-placeholders.ts';
import { fillBody } from './body-template.ts';
import { fillHeaders, type HttpSecrets, secretsByName } from './headers.ts';
import { returnedOf } from './return-answer.ts';
import { fillUrl, type UrlTemplate } from './url-template.ts';

export interface HttpPorts {
  readonly secrets: HttpSecrets;
  readonly lookUp?: LookUp;
}

const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;

export function requestTool(written: InvokerDescriptor, template: RequestTemplate, ports: HttpPorts): Tool {
  const schema = written.arguments ?? noArguments;
  const complete = (args: JsonObject) => fillDefaults(args, schema);
  const { method } = template;
  return {
    name: written.name ?? '',
    description: written.description ?? '',
    arguments: schema,
    annotations: {
      readOnly: method === 'GET' || method === 'HEAD',
      idempotent: method !== 'POST' && method !== 'PATCH',
      openWorld: true,
    },
    permission: 'ask',
    review: args => ({
      subject: async () => addressSubject(fillUrl(template.url, complete(args))),
      preview: async () => previewOf(template, complete(args), ports.secrets),
    }),
    invocable: (args, context) => send(template, { args: complete(args), context, ports }),
  };
}

export function describeRequest(
  { method, url }: Pick<InvokerDescriptor, 'method' | 'url'>,
  template: RequestTemplate,
): string {
  const { headers, body, allowedHosts, mostBytes } = template;
  const all = canonicalJson({
    method: template.method,
    url: url ?? '',
    headers,
    body: body ?? null,
    allowedHosts: allowedHosts ?? [],
    mostBytes,
  });
  const digest = createHash('sha256').update(all).digest('hex');
  return `${method ?? 'GET'} ${url}${withSecrets(headers)} (sha256 ${digest})`;
}

interface Sending {
  readonly args: JsonObject;
  readonly context: Context;
  readonly ports: HttpPorts;
}

async function send(template: RequestTemplate, sending: Sending): Promise<Returned> {
  const { context, ports } = sending;
  try {
    const { url, headers, body } = await fillRequest(template, sending.args, ports.secrets);
    const { method, allowedHosts, mostBytes } = template;
    if (allowedHosts !== undefined && !isNamed(url, allowedHosts))
      throw new Unfit(`${url.host} is not among the allowed_hosts.`);
    if (!isDecided(context.permit?.places, url)) throw new Unfit('What was allowed is another address.');
    context.progress(`Asking ${url.host}`);
    const answer = await askWeb(
      { method, url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
      {
        mayBeOwn: to => isNamed(to, allowedHosts ?? []),
        mayFollow: to => isDecided(context.permit?.places, to),
        mostBytes,
        lookUp: ports.lookUp,
        signal: context.signal,
      },
    );
    return await reviewed(await returnedOf(answer, context.signal), url, context);
  } catch (cause) {
    if (cause instanceof Unfit) throw errors.badArguments(cause.message);
    throw cause;
  }
}

const longestAddress = 300;

/** Secrets appear as names or marks. Throws `Unfit` for a request that can't be sent. */
async function previewOf(
  template: RequestTemplate,
  args: JsonObject,
  secrets: HttpSecrets,
): Promise<Preview> {
  const { method } = template;
  const { url, headers, body } = await fillRequest(template, args, secretsByName(secrets));
  const { hide } = secrets;
  const fixed = fixedAddress(url);
  const isOwn = fixed !== undefined && reachOf(fixed) === 'own';
  const where = isOwn ? ', on this computer or in its own network,' : '';
  const shown = hide(shownAddress(url));
  const place = shown.length <= longestAddress ? shown : url.host;
  const lines = [
    `${method} ${hide(url.href)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${hide(value)}`),
    ...(body === undefined ? [] : ['', ...hide(JSON.stringify(body, null, 2)).split('\n')]),
  ];
  return {
    // A question mark behind the address would look like a part of it.
    title: `Send ${method}${withSecrets(template.headers)}${where} to ${place}`,
    // JSON keeps invisible characters as escapes.
    diff: lines.flatMap(line => shownLines(visible(line), ' ')).join('\n'),
  };
}

function withSecrets(headers: Readonly<Record<string, string>>): string {
  const keys = new Set(
    Object.values(headers)
      .flatMap(piecesOf)
      .flatMap(piece => (piece.kind === 'secret' ? [piece.key] : [])),
  );
  return keys.size === 0 ? '' : ` with the secret ${[...keys].join(', ')}`;
}

interface RequestTemplate {
  readonly method: NonNullable<InvokerDescriptor['method']>;
  readonly url: UrlTemplate;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue | undefined;
  readonly allowedHosts: readonly string[] | undefined;
  readonly mostBytes: number;
}

interface FilledRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
}

async function fillRequest(
  { url, headers, body }: RequestTemplate,
  args: JsonObject,
  secrets: HttpSecrets,
): Promise<FilledRequest> {
  const filled = { url: fillUrl(url, args), body: body === undefined ? undefined : fillBody(body, args) };
  const own = await fillHeaders(headers, args, secrets);
  const ordinary = {
    ...(filled.body === undefined ? {} : { 'content-type': 'application/json' }),
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    'user-agent': 'Converser',
  };
  return { ...filled, headers: { ...own, ...ordinary, ...own } };
}
