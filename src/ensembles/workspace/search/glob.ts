import { errors, reasonOf } from '../../../converser/errors.ts';

/**
 * Whether a path relative to where the search begins matches a glob. As .gitignore has it, a glob without a
 * separator is about names anywhere below, and one that ends with a separator about all in that folder.
 */
export async function compileGlob(glob: string): Promise<(path: string) => boolean> {
  const { default: picomatch } = await import('picomatch');
  const plain = glob
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '');
  const anchored = plain.replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
  try {
    return picomatch(anchored.endsWith('/') ? `${anchored}**` : anchored, { dot: true, maxLength: 1000 });
  } catch (cause) {
    throw errors.badArguments(`The glob ${JSON.stringify(glob)} can't be used: ${reasonOf(cause)}`);
  }
}
