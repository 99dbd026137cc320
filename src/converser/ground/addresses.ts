export function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** True for this machine and others that the internet can’t reach. */
export function isOwnNetwork(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  const isPrivate =
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[f[cd]/.test(
      hostname,
    );
  return (
    isLoopback(url) || isPrivate || !/[.:]/.test(hostname) || /\.(?:local|lan|home|internal)$/.test(hostname)
  );
}

/** True for plain http to another machine, which others on the network can read. */
export function isUnencrypted(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopback(url);
}
