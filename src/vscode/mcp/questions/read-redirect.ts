/**
 * What an authorization server sent along with the browser. A browser's workbench hands it over as it came. A desktop
 * has decoded it by then, so that a code may hold what otherwise stands between parameters: it is cut before the names
 * that an authorization server may send, and nothing in it is decoded again.
 *
 * https://datatracker.ietf.org/doc/html/rfc6749#section-4.1.2 and https://datatracker.ietf.org/doc/html/rfc9207
 */
export function readRedirect(query: string, isEncoded: boolean): URLSearchParams {
  if (isEncoded) return new URLSearchParams(query);
  return new URLSearchParams(query.split(beginning).filter(Boolean).map(asPair));
}

const beginning = /(?:^|&)(?=(?:code|state|iss|error|error_description|error_uri)=)/;

function asPair(written: string): [string, string] {
  const end = written.indexOf('=');
  return end === -1 ? [written, ''] : [written.slice(0, end), written.slice(end + 1)];
}
