import type { Subject } from '../../converser/words/ensemble/invoker.ts';
import { type AddressPattern, readAddressPattern } from './address-pattern.ts';

/** More than anybody has rules. */
const mostKept = 5_000;

/** Patterns are read once: a tool may have a thousand rules. */
const known = new Map<string, AddressPattern>();

/**
 * What a request is about. Of its `places`, one stands for the whole host if no rule that it was compared with tells
 * places of the host apart, and otherwise for exactly this address.
 */
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

/** Whether what rules decided about the places of a call also holds for this address. `undefined`: they decided about all. */
export function isDecided(places: readonly string[] | undefined, url: URL): boolean {
  return places === undefined || places.includes(url.href) || places.includes(hostPlace(url));
}

/** With both schemes: a redirect to https changes neither host nor port. */
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

/** What lies beside it, then the host. */
function patternsFor(url: URL): readonly string[] {
  const { host, protocol, pathname } = url;
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const beside = `${protocol}//${host}${folder}**`;
  const isPlain =
    folder !== '/' && !folder.includes('*') && readAddressPattern(beside).covered(url) === 'all';
  return isPlain ? [beside, host] : [host];
}
