import { createHash } from 'node:crypto';
import { errors } from '../../converser/ground/errors.ts';
import { canonicalJson, type JsonObject } from '../../converser/ground/json/json.ts';
import type { Context, Returned } from '../../converser/words/ensemble/invoker.ts';
import { defaultsOf, type Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { isNamed } from '../guarded-fetch/address-pattern.ts';
import { addressSubject, isDecided } from '../guarded-fetch/address-subject.ts';
import { askWeb } from '../guarded-fetch/ask-web.ts';
import type { LookUp } from '../guarded-fetch/look-up.ts';
import { reviewed } from '../guarded-fetch/reviewed.ts';
import { fillRequest, type RequestTemplate } from './fill-request.ts';
import type { HttpSecrets } from './headers.ts';
import { Unfit } from './placeholders.ts';
import { previewOf, withSecrets } from './request-preview.ts';
import { returnedOf } from './return-answer.ts';
import { fillUrl } from './url-template.ts';

export interface HttpPorts {
  readonly secrets: HttpSecrets;
  readonly lookUp?: LookUp;
}

const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;

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
