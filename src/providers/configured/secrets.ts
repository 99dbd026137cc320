export function isSecretName(name: string): boolean {
  return (
    /^((proxy-)?authorization|cookie)$/i.test(name) ||
    /(^|[-_])(api[-_]?key|key|token|secret|password)$/i.test(name) ||
    /^(api|access|auth)(key|token)$/i.test(name)
  );
}

/** Matches keys in the vendors' formats, and long strings that look random. */
export function looksLikeKey(value: string): boolean {
  return (
    /\b(sk|pk|gsk|xai|key|hf|ghp|AIza)[-_]?[\w-]{16,}/i.test(value) ||
    /^\s*(bearer|basic)\s/i.test(value) ||
    (value.match(/[\w-]{32,}/g) ?? []).some(word => /\d/.test(word) && /[a-z]/i.test(word))
  );
}
