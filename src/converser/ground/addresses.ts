export function isLoopback(url: string | URL): boolean {
  const { hostname = '' } = (typeof url === 'string' ? URL.parse(url) : url) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** True for plain http to another machine, which others on the network can read. */
export function isUnencrypted(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopback(url);
}
