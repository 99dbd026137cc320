import { createHash } from 'node:crypto';
import type { Context, Preview, Returned } from '../../converser/ensemble/invoker.ts';
import { errors } from '../../converser/errors.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { isNamed } from '../reach/address-pattern.ts';
import { addressSubject, isDecided } from '../reach/address-subject.ts';
import { askWeb } from '../reach/ask-web.ts';
import type { LookUp } from '../reach/look-up.ts';
import { reachOf } from '../reach/public-address.ts';
import { reviewed } from '../reach/reviewed.ts';
import { fixedAddress, shownAddress } from '../reach/web-address.ts';
import { defaultsOf, type Tool } from '../tool/define-tool.ts';
import { fillBody } from './body-template.ts';
import { fillHeaders, type HttpSecrets } from './headers.ts';
import { piecesOf, Unfit } from './placeholders.ts';
import { returnedOf } from './return-answer.ts';
import { fillUrl, type UrlTemplate } from './url-template.ts';

export interface HttpPorts {
  readonly secrets: HttpSecrets;
  /** Default: as the system does. */
  readonly lookUp?: LookUp;
}

/** A request that was found to be sound. */
export interface RequestTemplate {
  readonly method: NonNullable<InvokerDescriptor['method']>;
  readonly url: UrlTemplate;
  /** Those of the ensemble, then those of the tool. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue | undefined;
  readonly allowedHosts: readonly string[] | undefined;
  readonly mostBytes: number;
}

const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;

/** The tool that sends a request with its arguments. */
export function requestTool(written: InvokerDescriptor, template: RequestTemplate, ports: HttpPorts): Tool {
  const schema = written.arguments ?? noArguments;
  const complete = (args: JsonObject) => ({ ...defaultsOf(schema), ...args });
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
    subject: async args => addressSubject(fillUrl(template.url, complete(args))),
    preview: async args => previewOf(template, complete(args)),
    invocable: (args, context) => send(template, { args: complete(args), context, ports }),
  };
}

/** See `Invoker.implementation`. */
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

function withSecrets(headers: Readonly<Record<string, string>>): string {
  const keys = new Set(
    Object.values(headers)
      .flatMap(piecesOf)
      .flatMap(piece => (piece.kind === 'secret' ? [piece.key] : [])),
  );
  return keys.size === 0 ? '' : ` with the secret ${[...keys].join(', ')}`;
}

/** The whole address, and what is sent there. */
function previewOf({ method, url: template, headers, body }: RequestTemplate, args: JsonObject): Preview {
  const url = fillUrl(template, args);
  const fixed = fixedAddress(url);
  const isOwn = fixed !== undefined && reachOf(fixed) === 'own';
  const where = isOwn ? ', on this computer or in its own network,' : '';
  // A question mark behind the address would look like a part of it.
  const title = `Send ${method}${withSecrets(headers)}${where} to ${shownAddress(url)}`;
  const sent = body === undefined ? undefined : fillBody(body, args);
  if (sent === undefined) return { title };
  return { title, diff: JSON.stringify(sent, null, 2).replace(/^/gm, ' ') };
}

interface Sending {
  readonly args: JsonObject;
  readonly context: Context;
  readonly ports: HttpPorts;
}

async function send(template: RequestTemplate, sending: Sending): Promise<Returned> {
  const { context, ports } = sending;
  try {
    const { url, headers, body } = await fill(template, sending);
    if (!isDecided(context.places, url)) throw new Unfit('What was allowed is another address.');
    context.progress(`Asking ${url.host}`);
    const { method, allowedHosts = [], mostBytes } = template;
    const answer = await askWeb(
      { method, url, headers, ...(body !== undefined && { body }) },
      {
        mayBeOwn: to => isNamed(to, allowedHosts),
        mayFollow: to => isDecided(context.places, to),
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

async function fill(
  { url: template, headers: written, body, allowedHosts }: RequestTemplate,
  { args, ports }: Sending,
) {
  const url = fillUrl(template, args);
  if (allowedHosts !== undefined && !isNamed(url, allowedHosts))
    throw new Unfit(`${url.host} is not among the allowed_hosts.`);
  const sent = body === undefined ? undefined : fillBody(body, args);
  const typed: Readonly<Record<string, string>> =
    sent === undefined ? {} : { 'content-type': 'application/json' };
  const own = await fillHeaders(written, args, ports.secrets);
  const headers = {
    'user-agent': 'Converser',
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    ...typed,
    ...own,
  };
  return { url, headers, body: sent === undefined ? undefined : JSON.stringify(sent) };
}
