export const lockOptions = {
  'verify-lock': { type: 'boolean' },
  'accept-lock': { type: 'boolean' },
  lock: { type: 'string' },
} as const;

/** What to do with the lock, or what is wrong with the options. */
export function readLockAction(
  values: { readonly [Name in 'verify-lock' | 'accept-lock']?: boolean | undefined },
  question: string,
): 'verify' | 'accept' | 'none' | { readonly wrong: string } {
  const { 'verify-lock': verify, 'accept-lock': accept } = values;
  if (!verify && !accept) return 'none';
  if (verify && accept) return { wrong: "--verify-lock and --accept-lock can't be combined. Choose one." };
  if (question.trim() !== '')
    return { wrong: `${verify ? '--verify-lock' : '--accept-lock'} takes no question.` };
  return verify ? 'verify' : 'accept';
}
