import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { fillBody } from './body-template.ts';
import { fillHeaders, type HttpSecrets } from './headers.ts';
import { fillUrl, type UrlTemplate } from './url-template.ts';

export interface RequestTemplate {
  readonly method: NonNullable<InvokerDescriptor['method']>;
  readonly url: UrlTemplate;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue | undefined;
  readonly allowedHosts: readonly string[] | undefined;
  readonly mostBytes: number;
}

export interface FilledRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
}

export async function fillRequest(
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
