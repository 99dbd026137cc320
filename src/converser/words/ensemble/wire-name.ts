import { textHash } from '../../ground/text-hash.ts';

/**
 * Invariant: it matches `^[A-Za-z0-9_-]{1,64}$`, is the same in every run, and differs for different tools:
 * what would be ambiguous or too long gets a hash of both names, and no plain name looks like that.
 */
export function wireName({ ensemble, name }: { readonly ensemble: string; readonly name: string }): string {
  if (ensemble === '' && foreign.test(name)) return name;
  const plain = `${ensemble && `${ensemble}__`}${name}`;
  return isPlain(ensemble, name) ? plain : hashed(plain, `${ensemble.length}:${ensemble}${name}`);
}

const foreign = /^[A-Za-z0-9_-]{1,64}$/;
const part = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/;
const hashedName = /--[0-9a-z]{11}$/;

function isPlain(ensemble: string, name: string): boolean {
  return (
    part.test(ensemble) &&
    !ensemble.endsWith('_') &&
    part.test(name) &&
    ensemble.length + name.length + 2 <= 64 &&
    !hashedName.test(name)
  );
}

function hashed(plain: string, identity: string): string {
  const readable = plain.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64 - 13);
  return `${readable}--${textHash(identity)}`;
}
