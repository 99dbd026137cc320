/**
 * A resource as it stands in a message. Some servers have addresses with spaces in them, which would end it there, so
 * these are written as in any other address.
 */
export function resourceReference(server: string, uri: string): string {
  return `@${server}:${uri.replace(/\s/g, encodeURIComponent)}`;
}

/** The addresses that may be meant by one in a message, the likeliest first. */
export function meantBy(written: string): readonly string[] {
  // What ends a sentence or a bracket may stand right after it.
  const bare = written.replace(/[.,;:!?)\]}'"]+$/, '');
  const as = [written, ...(bare === '' ? [] : [bare])];
  return [...new Set([...as, ...as.map(withSpaces)])];
}

function withSpaces(uri: string): string {
  return uri.replace(/%(09|0a|0d|20)/gi, decodeURIComponent);
}
