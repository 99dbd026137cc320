import type { ProviderDefinition } from '../facts/provider-definition.ts';

export function faultOfAddress(written: unknown): string | undefined {
  const url = typeof written === 'string' ? URL.parse(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'The address must start with http:// or https://, for example "http://127.0.0.1:11434/v1".';
  }
  if (url.username !== '' || url.password !== '') {
    return `The address contains a password. Remove it, and ${setKey}.`;
  }
  if (url.search !== '' || url.hash !== '') {
    return 'The address must not contain “?” or “#”.';
  }
  return undefined;
}

export const setKey = 'set the key with “Converser: Set API Key”';

export function vendorAddress(kind: ProviderDefinition['kind']): string {
  switch (kind) {
    case 'anthropic':
      return 'https://api.anthropic.com';
    case 'ollama':
      return 'http://127.0.0.1:11434/v1';
    case 'openai':
    case 'openai-responses':
      return 'https://api.openai.com/v1';
  }
}
