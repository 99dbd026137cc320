import type { OpenAI } from 'openai';

export async function listModels(
  client: Pick<OpenAI, 'baseURL' | 'get' | 'models'>,
  signal: AbortSignal,
): Promise<readonly { readonly id: string }[]> {
  const catalogue = catalogueOf(client.baseURL);
  if (catalogue === undefined) return (await client.models.list({ signal })).data;
  const listed: unknown = await client.get(catalogue, { signal });
  return Array.isArray(listed) ? listed.filter(hasId) : [];
}

/**
 * GitHub Models lists them beside its API, which ends with `/inference`. https://docs.github.com/en/rest/models/catalog
 */
function catalogueOf(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  return url && /\/inference\/?$/.test(url.pathname) ? `${url.origin}/catalog/models` : undefined;
}

function hasId(value: unknown): value is { readonly id: string } {
  return typeof (value as { readonly id?: unknown } | null)?.id === 'string';
}
