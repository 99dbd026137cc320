/**
 * Whether a value of a variable, header or argument is probably a secret, judging by its name and its form. A false
 * alarm costs one more question; a secret that is not recognized can be read.
 */
export function looksSecret(name: string, value: string): boolean {
  if (value === '' || isPlain(value)) return false;
  // A placeholder is not a secret, whatever surrounds it, as in `Bearer ${secret:key}`.
  const rest = value.replace(/\$\{[^{}]*\}/g, '').replace(scheme, '');
  if (rest !== value && !hasContent(rest)) return false;
  return (
    isSecretName(name) || knownForms.some(form => form.test(rest)) || hasPassword(rest) || namesSecret(rest)
  );
}

/** A text without what is probably a secret in it: vendors' keys, and values whose names say so. */
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

/** Named values within a value, as in JSON, headers, variables and connection strings. */
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

/** Whether it is a value, and not the rest of a placeholder. */
function isContent(value: string): boolean {
  return hasContent(value.replace(scheme, '')) && !isPlain(value);
}

/** The word in front of a key. */
const scheme = /^(Bearer|Basic|Token)\b/i;

/** These are never secret, whatever their name. */
function isPlain(value: string): boolean {
  return /^(true|false|\d{1,6})$/i.test(value);
}

/** `https://user:password@host` */
function hasPassword(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*:[^/?#\s]+@/i.test(value);
}

function hasContent(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether a value of this name is probably secret. */
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

/** As in `PGPASSWORD`: capital letters alone do not show where a word begins. */
const secretEnds = /(password|passwd|passphrase|secret|token|apikey|accesskey)$/;

const secretWords = new Set(
  `authorization bearer cookie credential credentials key pass passphrase passwd password pat pgpass pw pwd
  secret secrets token apikey accesstoken authtoken`.split(/\s+/),
);

/** The forms of vendors' keys, and of keys in general. */
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
