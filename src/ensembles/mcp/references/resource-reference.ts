/** Some servers have addresses with spaces, which would end the name, so they are percent-encoded. */
export function resourceReference(server: string, uri: string): string {
  return `@${server}:${uri.replace(/\s/g, encodeURIComponent)}`;
}

/** The likeliest address comes first. */
export function meantBy(written: string): readonly string[] {
  // Punctuation may follow it directly.
  const bare = written.replace(/[.,;:!?)\]}'"]+$/, '');
  const as = [written, ...(bare === '' ? [] : [bare])];
  return [...new Set([...as, ...as.map(withSpaces)])];
}

function withSpaces(uri: string): string {
  return uri.replace(/%(09|0a|0d|20)/gi, decodeURIComponent);
}
