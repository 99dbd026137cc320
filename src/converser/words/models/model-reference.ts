import type { Model } from './provider.ts';

/** `provider/id`, the name of a model in settings and on the command line. */
export function modelReference({ provider, id }: Pick<Model, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}
