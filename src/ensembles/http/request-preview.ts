import type { JsonObject } from '../../converser/ground/json/json.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import { visible } from '../../converser/ground/wording/visible-text.ts';
import type { Preview } from '../../converser/words/ensemble/invoker.ts';
import { reachOf } from '../guarded-fetch/public-address.ts';
import { fixedAddress, shownAddress } from '../guarded-fetch/web-address.ts';
import { fillRequest, type RequestTemplate } from './fill-request.ts';
import { type HttpSecrets, secretsByName } from './headers.ts';
import { piecesOf } from './placeholders.ts';

const longestAddress = 300;

/** Secrets appear as names or marks. Throws `Unfit` for a request that can't be sent. */
export async function previewOf(
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

export function withSecrets(headers: Readonly<Record<string, string>>): string {
  const keys = new Set(
    Object.values(headers)
      .flatMap(piecesOf)
      .flatMap(piece => (piece.kind === 'secret' ? [piece.key] : [])),
  );
  return keys.size === 0 ? '' : ` with the secret ${[...keys].join(', ')}`;
}
