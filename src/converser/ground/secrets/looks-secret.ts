/** A false alarm costs a question; an unrecognized secret can be read. */
export function looksSecret(name: string, value: string): boolean {
  if (value === '' || isPlain(value)) return false;
  // A placeholder isn't a secret, whatever surrounds it, as in `Bearer ${secret:key}`.
  const rest = value.replace(/\$\{[^{}]*\}/g, '').replace(scheme, '');
  if (rest !== value && !hasContent(rest)) return false;
  return (
    isSecretName(name) || knownForms.some(form => form.test(rest)) || hasPassword(rest) || namesSecret(rest)
  );
}

export function withoutSecrets(text: string): string {
  const withoutKeys = knownForms.reduce(
    (rest, form) => rest.replaceAll(new RegExp(form, `${form.flags}g`), '…'),
    text,
  );
  return pairs.reduce(
    (rest, pair) =>
      rest.replaceAll(pair, (found: string, name: string, value: string) =>
        isSecretName(name) && isContent(value) ? `${found.slice(0, -value.length)}…` : found,
      ),
    withoutKeys,
  );
}

const pairs: readonly RegExp[] = [
  // `{"apiKey": "abc"}`, also with escaped quotation marks.
  /["']([^"'\\]{1,100})\\*["']\s*:\s*\\*["']([^"'\\]+)/g,
  // `Authorization: Bearer abc`
  /^([a-z][\w-]*):\s*(?!\/\/)(\S.*)$/gi,
  // `API_KEY=abc`, also in a list or in an address.
  /(?<![\w-])([a-z_][\w-]*)=([^\s;&"']+)/gi,
];

function namesSecret(text: string): boolean {
  return pairs.some(pair =>
    [...text.matchAll(pair)].some(([, name = '', value = '']) => isSecretName(name) && isContent(value)),
  );
}

function isContent(value: string): boolean {
  return hasContent(value.replace(scheme, '')) && !isPlain(value);
}

const scheme = /^(Bearer|Basic|Token)\b/i;

function isPlain(value: string): boolean {
  return /^(true|false|\d{1,6})$/i.test(value);
}

/** As in `https://user:password@host`. */
function hasPassword(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*:[^/?#\s]+@/i.test(value);
}

function hasContent(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (
    words.some(word => secretWords.has(word) || secretEnds.test(word)) ||
    /(api|access|private|secret|auth|signing|account|service|license|subscription)_?key/.test(words.join('_'))
  );
}

/** In names such as `PGPASSWORD`, capital letters alone don't show where a word begins. */
const secretEnds = /(password|passwd|passphrase|secret|token|apikey|accesskey)$/;

const secretWords = new Set(
  `authorization bearer cookie credential credentials key pass passphrase passwd password pat pgpass pw pwd
  secret secrets token apikey accesstoken authtoken`.split(/\s+/),
);

const knownForms: readonly RegExp[] = [
  /\b(sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9]{16,}/,
  /\bconverser-[\w-]{40,}/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abposr]-[\w-]{10,}/,
  /\bA(KIA|SIA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\b(hf|npm|pypi|ntn|secret|lin_api|tvly|fc|figd|dop_v1|shpat|SG\.)[-_]?[\w.-]{24,}/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[0-9a-f]{32,}$/i,
];
