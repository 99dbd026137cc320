/** Passes on only what programs need to run and to have network: other variables may hold keys. */
export function programEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const inherited = Object.entries(own).filter(
    (entry): entry is [string, string] =>
      // Shells export functions as values that begin so; another shell must not run them.
      isInherited(entry[0]) &&
      entry[1] !== undefined &&
      !entry[1].startsWith('()') &&
      !(isProxy(entry[0]) && hasPassword(entry[1])),
  );
  return { ...Object.fromEntries(inherited), ...configured };
}

const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** In networks with proxies or certificates of their own, nothing works without these. */
const network = [
  // Without it, Node uses no proxy.
  'NODE_USE_ENV_PROXY',
  ...[...proxies, 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]),
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
];

const place = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

/** Copies the MCP library's list, because the library is loaded only while servers start. */
const basics =
  process.platform === 'win32'
    ? [
        ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT'],
        ...['PROCESSOR_ARCHITECTURE', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432'],
        ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
      ]
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

const inheritedNames = new Set([...basics, ...network, ...place]);

/** Windows writes `Path`. */
function isInherited(name: string): boolean {
  return inheritedNames.has(process.platform === 'win32' ? name.toUpperCase() : name);
}

function isProxy(name: string): boolean {
  return proxies.includes(name.toUpperCase());
}

/** Values that can't be parsed count too: they may contain one. */
function hasPassword(address: string): boolean {
  const read = URL.parse(address.includes('://') ? address : `http://${address}`);
  return read === null || read.password !== '' || read.username !== '';
}
