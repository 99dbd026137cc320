/** Whether an address is on this machine: `localhost`, `*.localhost`, `127.*.*.*` or `[::1]`. */
export function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** Whether others on the network can read what is sent to this address: plain http to another machine. */
export function isUnencrypted(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopback(url);
}
