import type { Model } from './provider.ts';

export function modelReference({ provider, id }: Pick<Model, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}
