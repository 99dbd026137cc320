/**
 * VS Code in a browser passes the query on unchanged. VS Code on a desktop has decoded it, so that a code may contain
 * `&` and `=`: the query is then split only before the names that an authorization server may send, and nothing is
 * decoded again.
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
