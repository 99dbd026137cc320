import type { Subject } from '../../converser/words/ensemble/invoker.ts';
import { type AddressPattern, readAddressPattern } from './address-pattern.ts';

const mostKept = 5_000;

const known = new Map<string, AddressPattern>();

/** One place stands for the host, unless a compared rule tells its places apart: then it stands for this address. */
export function addressSubject(url: URL): Subject {
  let isByPath = false;
  return {
    covered(pattern) {
      const read = patternOf(pattern);
      isByPath ||= !read.isOfHost;
      return read.covered(url);
    },
    patterns: async () => patternsFor(url),
    get places() {
      return [isByPath ? url.href : hostPlace(url)];
    },
  };
}

/** `undefined` means that rules decided about all places. */
export function isDecided(places: readonly string[] | undefined, url: URL): boolean {
  return places === undefined || places.includes(url.href) || places.includes(hostPlace(url));
}

/** It covers both schemes: a redirect to https changes neither host nor port. */
function hostPlace({ host }: URL): string {
  return `${host}/**`;
}

function patternOf(pattern: string): AddressPattern {
  const found = known.get(pattern);
  if (found !== undefined) return found;
  const read = readAddressPattern(pattern);
  if (known.size >= mostKept) known.clear();
  known.set(pattern, read);
  return read;
}

function patternsFor(url: URL): readonly string[] {
  const { host, protocol, pathname } = url;
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const beside = `${protocol}//${host}${folder}**`;
  const isPlain =
    folder !== '/' && !folder.includes('*') && readAddressPattern(beside).covered(url) === 'all';
  return isPlain ? [beside, host] : [host];
}
