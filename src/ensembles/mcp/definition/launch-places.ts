import path from 'node:path';
import { placeholdersIn, replacePlaceholders } from './placeholders.ts';
import { lookUpValue } from './resolve-placeholder.ts';
import type { ServerDefinition } from './server-definition.ts';
import type { Values } from './values.ts';

export function placeIn(
  { folder }: ServerDefinition,
  values: Pick<Values, 'folders' | 'userHome'>,
): (written: string) => string {
  const base = folder ?? values.folders[0]?.path ?? values.userHome;
  return written => path.resolve(base, atHome(written, values));
}

export function atHome(written: string, { userHome }: Pick<Values, 'userHome'>): string {
  return written.replace(/^~(?=$|[/\\])/, () => userHome);
}

/** Contract: neither asks you nor reads a secret. */
export async function fillInPlainly(
  text: string,
  {
    definition,
    values,
    signal,
  }: {
    readonly definition: ServerDefinition;
    readonly values: Values;
    readonly signal: AbortSignal;
  },
): Promise<string | undefined> {
  if (placeholdersIn(text).some(({ name }) => name === 'input' || name === 'secret')) return undefined;
  const wanted = { definition, values, signal, place: '' };
  return Promise.resolve(replacePlaceholders(text, each => lookUpValue(each, wanted))).catch(() => undefined);
}
