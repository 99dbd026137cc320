/**
 * What a server's process finds in its environment: the few variables without which programs do not run or reach
 * nothing, and what was configured. Ours hold keys of other services, which are none of its business.
 */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const inherited = Object.entries(own).filter(
    (entry): entry is [string, string] =>
      // Shells export functions as values that begin so, and running them would be for another shell to decide.
      isInherited(entry[0]) &&
      entry[1] !== undefined &&
      !entry[1].startsWith('()') &&
      !(isProxy(entry[0]) && hasPassword(entry[1])),
  );
  return { ...Object.fromEntries(inherited), ...configured };
}

const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Where a network wants certificates of its own or a proxy, nothing is fetched without them, npx's packages neither. */
const network = [
  // Without it, what is written for Node heeds no proxy.
  'NODE_USE_ENV_PROXY',
  ...[...proxies, 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]),
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
];

/** What language, time and temporary files are meant. */
const place = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

/** The same as the MCP library has, which is loaded only while servers start. */
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

/** What cannot be read as an address may hold one, too. */
function hasPassword(address: string): boolean {
  const read = URL.parse(address.includes('://') ? address : `http://${address}`);
  return read === null || read.password !== '' || read.username !== '';
}
