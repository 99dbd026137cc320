/**
 * Whether a value of a variable, header or argument should be kept from being read, going by its name and its look.
 * A guess: what is wrongly taken for a secret is asked for once more, what is wrongly not taken for one can be read.
 */
export function looksSecret(name: string, value: string): boolean {
  if (value === '' || isPlain(value)) return false;
  // What is only named is none itself, whatever stands around it, as in `Bearer ${secret:key}`.
  const rest = value.replace(/\$\{[^{}]*\}/g, '').replace(scheme, '');
  if (rest !== value && !hasMatter(rest)) return false;
  return (
    isSecretName(name) || knownForms.some(form => form.test(rest)) || hasPassword(rest) || namesSecret(rest)
  );
}

/** What a value says of others by their names, as JSON, headers, variables and connections do. */
const pairs: readonly RegExp[] = [
  // `{"apiKey": "abc"}`, also where somebody has escaped its quotation marks.
  /["']([^"'\\]{1,100})\\*["']\s*:\s*\\*["']([^"'\\]+)/g,
  // `Authorization: Bearer abc`
  /^([a-z][\w-]*):\s*(?!\/\/)(\S.*)$/gi,
  // `API_KEY=abc`, also among others or in an address.
  /(?<![\w-])([a-z_][\w-]*)=([^\s;&"']+)/gi,
];

function namesSecret(text: string): boolean {
  return pairs.some(pair =>
    [...text.matchAll(pair)].some(([, name = '', value = '']) => isSecretName(name) && isTold(value)),
  );
}

/** Whether it is a value, rather than what is left of one that is only named. */
function isTold(value: string): boolean {
  return hasMatter(value.replace(scheme, '')) && !isPlain(value);
}

/** What stands in front of a key. */
const scheme = /^(Bearer|Basic|Token)\b/i;

/** Nobody keeps these secret, whatever they are called. */
function isPlain(value: string): boolean {
  return /^(true|false|\d{1,6})$/i.test(value);
}

/** `https://person:password@host` */
function hasPassword(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*:[^/?#\s]+@/i.test(value);
}

function hasMatter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (
    words.some(word => secretWords.has(word) || secretEnds.test(word)) ||
    /(api|access|private|secret|auth|signing|account|service|license|subscription)_?key/.test(words.join('_'))
  );
}

/** As in `PGPASSWORD`: where letters are all of one size, nobody sees where a word begins. */
const secretEnds = /(password|passwd|passphrase|secret|token|apikey|accesskey)$/;

const secretWords = new Set(
  `authorization bearer cookie credential credentials key pass passphrase passwd password pat pgpass pw pwd
  secret secrets token apikey accesstoken authtoken`.split(/\s+/),
);

/** How vendors begin their keys, and what has the look of one. */
const knownForms: readonly RegExp[] = [
  /\b(sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9]{16,}/,
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
